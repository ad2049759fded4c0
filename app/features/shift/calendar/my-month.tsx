import type { ShiftLetter } from "~/features/diagrams/cycle";
import { DayContent, type GridDay, MonthGrid } from "~/features/diagrams/month-grid";
import { shiftText } from "~/features/diagrams/shift-text";
import { type HolidayKind, holidayKindNames } from "~/features/holidays/holiday-rule";
import { type OwnDayKind, ownDayFacts } from "~/features/shift/own-day";
import type { CivilDate } from "~/lib/time/civil-date";

export interface MonthDay {
	date: CivilDate;
	/** Letter of the shift that starts on the date, or F; undefined if unknown. */
	letter?: ShiftLetter;
	/** Kind of own day (vacation, leave and the like). */
	kind?: OwnDayKind;
	/** Kind of the day's holiday; of several holidays, the kind that comes first in `holidayKinds`. */
	holiday?: HolidayKind;
	href?: string;
	isChosen?: boolean;
}

interface MyMonthProps {
	title: string;
	days: readonly MonthDay[];
	today: CivilDate;
}

/** A month of the worker's own calendar, with weeks from Monday on. */
export function MyMonth({ title, days, today }: MyMonthProps) {
	return (
		<MonthGrid
			className="month"
			caption={title}
			first={days[0]?.date ?? today}
			days={days.map(gridDay)}
			today={today}
		/>
	);
}

function gridDay({ letter, kind, holiday, href, isChosen }: MonthDay): GridDay {
	const tag = kind && ownDayFacts[kind].tag;
	const shift = letter && shiftText(letter);
	const label = kind ? [ownDayFacts[kind].name, !tag && shift].filter(Boolean).join(", ") : shift;
	const classes = [
		holiday && "holiday",
		tag ? "own" : letter,
		kind && !tag && "swapped",
		isChosen && "chosen",
	];
	return {
		className: classes.filter(Boolean).join(" "),
		href,
		hidden: holiday && ` ${holidayKindNames[holiday]}`,
		content: new DayContent([{ text: tag ?? letter ?? "–", label: label ?? "Turno desconocido" }]),
	};
}
