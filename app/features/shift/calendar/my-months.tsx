import { PastWeeksLink, pastDays } from "~/features/diagrams/past-weeks";
import { periodTitle, twelveMonths, type YearMonth } from "~/features/diagrams/periods";
import { HolidayList } from "~/features/holidays/holiday-list";
import { type Holiday, strongestKind } from "~/features/holidays/holiday-rule";
import { myMonthPath } from "~/features/shift/my-month-path";
import { dayOf, type OwnCalendar } from "~/features/shift/own-calendar";
import { ownDayFacts, rangeText } from "~/features/shift/own-day";
import {
	addDays,
	type CivilDate,
	civilDate,
	datePartsOf,
	daysInMonth,
	daysOfMonth,
	monthName,
} from "~/lib/time/civil-date";
import { MyMonth } from "./my-month";

interface MyMonthsProps {
	calendar: OwnCalendar;
	today: CivilDate;
	/** Holidays of all shown months at least. */
	holidays: readonly Holiday[];
}

/** The worker's shifts in twelve months, beginning with the current month. */
export function MyMonths({ calendar, today, holidays }: MyMonthsProps) {
	return (
		<div className="months">
			{twelveMonths(undefined, today).map((each) => (
				<MonthCard key={each.month} {...each} calendar={calendar} today={today} holidays={holidays} />
			))}
		</div>
	);
}

function MonthCard(props: MyMonthsProps & YearMonth) {
	const { year, month, today } = props;
	const id = monthName(month);
	const path = myMonthPath({ year, month });
	return (
		<section className="card month-card" id={id}>
			<div className="month-head">
				<h2>
					<a href={path}>{periodTitle({ kind: "month", year, month })}</a>
				</h2>
				<PastWeeksLink first={civilDate(year, month, 1)} today={today} section={id} />
			</div>
			<MyMonthWithLists {...props} dayLink={`${path}#d`} />
		</section>
	);
}

/** A month of the worker's calendar, with its holidays and own days (vacation, leave and the like). */
export function MyMonthWithLists({
	year,
	month,
	calendar,
	today,
	holidays,
	dayLink,
}: MyMonthsProps & YearMonth & { /** Beginning of each day's URL. */ dayLink: string }) {
	const [first, last] = [civilDate(year, month, 1), civilDate(year, month, daysInMonth(year, month))];
	const days = daysOfMonth(year, month).map((each) => {
		const { date, letter, ownDay } = dayOf(calendar, each);
		const ofDay = holidays.filter((holiday) => holiday.date === date);
		return {
			date,
			letter,
			kind: ownDay?.kind,
			holiday: strongestKind(ofDay),
			href: `${dayLink}${datePartsOf(date).day}`,
		};
	});
	// Leaves out own days of past weeks, which a phone hides.
	const shownFrom = addDays(first, pastDays(first, today));
	const ownDays = calendar.ownDays.filter(
		({ firstDay, lastDay }) => firstDay <= last && lastDay >= shownFrom,
	);
	return (
		<>
			<MyMonth title={periodTitle({ kind: "month", year, month })} days={days} today={today} />
			<HolidayList holidays={holidays.filter(({ date }) => date >= first && date <= last)} />
			{ownDays.length > 0 && (
				<ul className="holidays">
					{ownDays.map((ownDay) => (
						<li key={ownDay.id}>
							<b>{ownDayFacts[ownDay.kind].name}</b>, {rangeText(ownDay)}
						</li>
					))}
				</ul>
			)}
		</>
	);
}
