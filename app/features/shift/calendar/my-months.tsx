import { PastWeeksLink, pastDays } from "~/features/diagrams/past-weeks";
import { type Month, nameOf, periodTitle, twelveMonths } from "~/features/diagrams/periods";
import { HolidayList } from "~/features/holidays/holiday-list";
import { type Holiday, strongestKind } from "~/features/holidays/holiday-rule";
import { myMonthPath } from "~/features/shift/my-month-path";
import { dayOf, type OwnCalendar } from "~/features/shift/own-calendar";
import { ownDayFacts, rangeText } from "~/features/shift/own-day";
import { type CivilDate, datePartsOf, daysOfMonth } from "~/lib/time/civil-date";
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
			{twelveMonths(undefined, today).map((month) => (
				<MonthCard key={month} month={month} calendar={calendar} today={today} holidays={holidays} />
			))}
		</div>
	);
}

function MonthCard(props: MyMonthsProps & { month: Month }) {
	const { month, today } = props;
	const id = nameOf(month);
	const path = myMonthPath(month);
	return (
		<section className="card month-card" id={id}>
			<div className="month-head">
				<h2>
					<a href={path}>{periodTitle(month)}</a>
				</h2>
				<PastWeeksLink month={month} today={today} section={id} />
			</div>
			<MyMonthWithLists {...props} dayLink={`${path}#d`} />
		</section>
	);
}

/** A month of the worker's calendar, with its holidays and own days (vacation, leave and the like). */
export function MyMonthWithLists({
	month,
	calendar,
	today,
	holidays,
	dayLink,
}: MyMonthsProps & { month: Month /** Beginning of each day's URL. */; dayLink: string }) {
	const dates = daysOfMonth(month);
	const days = dates.map((each) => {
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
	const shown = dates.slice(pastDays(`${month}-01`, today));
	const ownDays = calendar.ownDays.filter(({ firstDay, lastDay }) =>
		shown.some((date) => firstDay <= date && date <= lastDay),
	);
	return (
		<>
			<MyMonth title={periodTitle(month)} days={days} today={today} />
			<HolidayList holidays={holidays.filter(({ date }) => date.startsWith(month))} />
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
