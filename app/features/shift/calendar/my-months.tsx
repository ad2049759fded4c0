import type { ShiftLetter } from "~/features/diagrams/cycle";
import { DayContent, type GridDay, MonthGrid } from "~/features/diagrams/month-grid";
import { PastWeeksLink, pastDays } from "~/features/diagrams/past-weeks";
import { type Month, nameOf, periodTitle } from "~/features/diagrams/periods";
import { shiftText } from "~/features/diagrams/shift-text";
import { HolidayList } from "~/features/holidays/holiday-list";
import {
	type Holiday,
	type HolidayKind,
	holidayKindNames,
	strongestKind,
} from "~/features/holidays/holiday-rule";
import { myDayPath, myMonthPath } from "~/features/shift/my-month-path";
import { dayOf, type OwnCalendar } from "~/features/shift/own-calendar";
import { type OwnDayKind, ownDayFacts, rangeText } from "~/features/shift/own-day";
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
					<a href={myMonthPath(month)}>{periodTitle(month)}</a>
				</h2>
				<PastWeeksLink month={month} today={today} section={id} />
			</div>
			<MyMonthTable {...props} hrefOf={myDayPath} />
			<OwnDayNames {...props} />
		</section>
	);
}

/** The calendar of a month, with its holidays, in which each day is a link. */
export function MyMonthTable({ month, calendar, today, holidays, hrefOf, chosen }: MonthTableProps) {
	const ofMonth = holidays.filter(({ date }) => date.startsWith(month));
	const days = daysOfMonth(month).map((each) => {
		const { date, letter, ownDay } = dayOf(calendar, each);
		return {
			date,
			letter,
			kind: ownDay?.kind,
			holiday: strongestKind(ofMonth.filter((holiday) => holiday.date === date)),
			href: hrefOf(date),
			isChosen: date === chosen,
		};
	});
	return (
		<>
			<MyMonth title={periodTitle(month)} days={days} today={today} />
			<HolidayList holidays={ofMonth} />
		</>
	);
}

interface MonthTableProps extends MonthProps {
	/** URL of a day. */
	hrefOf: (date: CivilDate) => string;
	/** The day whose details the page shows. */
	chosen?: CivilDate;
}

/** Names the own days (vacation, leave and the like) of the month, but not those of past weeks, which a phone hides. */
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

interface MonthDay {
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
function MyMonth({ title, days, today }: MyMonthProps) {
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
