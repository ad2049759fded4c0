import { type GridDay, MonthGrid } from "~/features/diagrams/month-grid";
import { PastWeeksLink, pastDays } from "~/features/diagrams/past-weeks";
import { type Month, monthTitle, myDayPath, myMonthPath, nameOf } from "~/features/diagrams/periods";
import { shiftText } from "~/features/diagrams/shift-text";
import { HolidayList } from "~/features/holidays/holiday-list";
import { type Holiday, strongestKind } from "~/features/holidays/holiday-rule";
import { dayOf, type OwnCalendar } from "~/features/shift/own-calendar";
import { ownDayFacts, rangeText } from "~/features/shift/own-day";
import { type CivilDate, daysOfMonth } from "~/lib/time/civil-date";

interface MyMonthsProps {
	months: readonly Month[];
	calendar: OwnCalendar;
	today: CivilDate;
	/** Holidays of all shown months at least. */
	holidays: readonly Holiday[];
}

/** The worker's shifts in some months. */
export function MyMonths({ months, ...shown }: MyMonthsProps) {
	return (
		<div className="months">
			{months.map((month) => (
				<MonthCard key={month} month={month} {...shown} />
			))}
		</div>
	);
}

interface MonthProps extends Omit<MyMonthsProps, "months"> {
	month: Month;
}

function MonthCard(props: MonthProps) {
	const { month, today } = props;
	const id = nameOf(month);
	return (
		<section className="card month-card" id={id}>
			<div className="month-head">
				<h2>
					<a href={myMonthPath(month)}>{monthTitle(month)}</a>
				</h2>
				<PastWeeksLink month={month} today={today} section={id} />
			</div>
			<MyMonthTable {...props} hrefOf={myDayPath} />
			<OwnDayNames {...props} />
		</section>
	);
}

/** The calendar of a month, with weeks from Monday on, and its holidays. Each day is a link. */
export function MyMonthTable({ month, calendar, today, hrefOf, chosen, ...props }: MonthTableProps) {
	const holidays = props.holidays.filter(({ date }) => date.startsWith(month));
	const dayOn = (date: CivilDate): GridDay => {
		const { letter, ownDay } = dayOf(calendar, date);
		const own = ownDay && ownDayFacts[ownDay.kind];
		const shift = letter && shiftText(letter);
		const label = own ? [own.name, !own.tag && shift].filter(Boolean).join(", ") : shift;
		const classes = [own?.tag ? "own" : letter, own && !own.tag && "swapped", date === chosen && "chosen"];
		return {
			className: classes.filter(Boolean).join(" "),
			href: hrefOf(date),
			holiday: strongestKind(holidays.filter((each) => each.date === date)),
			marks: [{ text: own?.tag ?? letter ?? "–", label: label ?? "Turno desconocido" }],
		};
	};
	return (
		<>
			<MonthGrid
				className="month"
				caption={monthTitle(month)}
				first={`${month}-01`}
				days={daysOfMonth(month).map(dayOn)}
				today={today}
			/>
			<HolidayList holidays={holidays} />
		</>
	);
}

interface MonthTableProps extends MonthProps {
	/** URL of a day. */
	hrefOf: (date: CivilDate) => string;
	/** The day whose details the page shows. */
	chosen?: CivilDate;
}

/** Names the own days of the month, but not those of past weeks, which a phone hides. */
function OwnDayNames({ month, calendar, today }: MonthProps) {
	const shown = daysOfMonth(month).slice(pastDays(`${month}-01`, today));
	const ownDays = calendar.ownDays.filter(({ firstDay, lastDay }) =>
		shown.some((date) => firstDay <= date && date <= lastDay),
	);
	if (ownDays.length === 0) return null;
	return (
		<ul className="holidays">
			{ownDays.map((ownDay) => (
				<li key={ownDay.id}>
					<b>{ownDayFacts[ownDay.kind].name}</b>, {rangeText(ownDay)}
				</li>
			))}
		</ul>
	);
}
