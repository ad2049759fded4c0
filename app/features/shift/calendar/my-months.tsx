import { PastWeeksLink, pastDays } from "~/features/diagrams/past-weeks";
import { type Month, nameOf, periodTitle } from "~/features/diagrams/periods";
import { HolidayList } from "~/features/holidays/holiday-list";
import { type Holiday, strongestKind } from "~/features/holidays/holiday-rule";
import { myDayPath, myMonthPath } from "~/features/shift/my-month-path";
import { dayOf, type OwnCalendar } from "~/features/shift/own-calendar";
import { ownDayFacts, rangeText } from "~/features/shift/own-day";
import { type CivilDate, daysOfMonth } from "~/lib/time/civil-date";
import { MyMonth } from "./my-month";

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
