import type { ShiftLetter } from "~/features/diagrams/cycle";
import { shiftText } from "~/features/diagrams/shift-text";
import { type HolidayKind, holidayKindNames } from "~/features/holidays/holiday-rule";
import { type OwnDayKind, ownDayNames, ownDayTags } from "~/features/shift/own-day";
import { type CivilDate, datePartsOf, weekdayNames, weekdayOf } from "~/lib/time/civil-date";

export interface MonthDay {
	date: CivilDate;
	/** The shift that the worker starts on the date, or F; undefined when it is unknown. */
	letter?: ShiftLetter;
	/** The kind of the own day, if any. */
	kind?: OwnDayKind;
	/** The strongest kind of the day's holidays. */
	holiday?: HolidayKind;
}

interface MyMonthProps {
	/** Name of the month, as caption of the table. */
	title: string;
	/** All days of the month. */
	days: readonly MonthDay[];
	today: CivilDate;
}

/** A month of the worker's own calendar with seven columns, starting on Monday. */
export function MyMonth({ title, days, today }: MyMonthProps) {
	const blanks = weekdayOf(days[0]?.date ?? today) - 1;
	const weeks = Array.from({ length: Math.ceil((blanks + days.length) / 7) }, (_, week) =>
		days.slice(Math.max(0, week * 7 - blanks), week * 7 + 7 - blanks),
	);
	return (
		<table className="month">
			<caption className="hidden-text">{title}</caption>
			<thead>
				<tr>
					{weekdayNames.map((name) => (
						<th key={name} scope="col" abbr={name}>
							{name.charAt(0).toUpperCase()}
						</th>
					))}
				</tr>
			</thead>
			<tbody>
				{weeks.map((week, index) => (
					<tr key={week[0]?.date}>
						{index === 0 && blanks > 0 && <td colSpan={blanks} />}
						{week.map((day) => (
							<Day key={day.date} {...day} isToday={day.date === today} />
						))}
					</tr>
				))}
			</tbody>
		</table>
	);
}

function Day({ date, letter, kind, holiday, isToday }: MonthDay & { isToday: boolean }) {
	const tag = kind && ownDayTags[kind].tag;
	const shift = letter && shiftText(letter);
	const title = kind ? [ownDayNames[kind], !tag && shift].filter(Boolean).join(", ") : shift;
	return (
		<td className={holiday && "holiday"} aria-current={isToday ? "date" : undefined}>
			{datePartsOf(date).day}
			{holiday && <span className="hidden-text"> {holidayKindNames[holiday]}</span>}
			<b
				className={`${tag ? "F" : (letter ?? "F")}${kind ? " own" : ""}`}
				role="img"
				aria-label={title ?? "Turno desconocido"}
			>
				{tag ?? letter ?? "?"}
			</b>
		</td>
	);
}
