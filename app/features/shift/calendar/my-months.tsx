import { periodTitle, twelveMonths } from "~/features/diagrams/periods";
import { HolidayList } from "~/features/holidays/holiday-list";
import { type Holiday, strongestKind } from "~/features/holidays/holiday-rule";
import { dayOf, type OwnCalendar } from "~/features/shift/own-calendar";
import { ownDayNames, rangeText } from "~/features/shift/own-day";
import { MyMonth } from "~/features/shift/own-days/my-month";
import { type CivilDate, civilDate, daysInMonth } from "~/lib/time/civil-date";

interface MyMonthsProps {
	calendar: OwnCalendar;
	today: CivilDate;
	/** Holidays of the current and the next year. */
	holidays: readonly Holiday[];
}

/** The worker's shifts of twelve months from now on. */
export function MyMonths({ calendar, today, holidays }: MyMonthsProps) {
	return (
		<div className="months">
			{twelveMonths(undefined, today).map((each) => (
				<Month key={each.month} {...each} calendar={calendar} today={today} holidays={holidays} />
			))}
		</div>
	);
}

function Month({ year, month, calendar, today, holidays }: MyMonthsProps & { year: number; month: number }) {
	const title = periodTitle({ kind: "month", year, month });
	const [first, last] = [civilDate(year, month, 1), civilDate(year, month, daysInMonth(year, month))];
	const days = Array.from({ length: daysInMonth(year, month) }, (_, index) => {
		const { date, letter, ownDay } = dayOf(calendar, civilDate(year, month, index + 1));
		const ofDay = holidays.filter((holiday) => holiday.date === date);
		return { date, letter, kind: ownDay?.kind, holiday: strongestKind(ofDay) };
	});
	const ownDays = calendar.ownDays.filter(({ firstDay, lastDay }) => firstDay <= last && lastDay >= first);
	return (
		<section className="card month-card">
			<h2>{title}</h2>
			<MyMonth title={title} days={days} today={today} />
			<HolidayList holidays={holidays.filter(({ date }) => date >= first && date <= last)} />
			{ownDays.length > 0 && (
				<ul className="holidays">
					{ownDays.map((ownDay) => (
						<li key={ownDay.id}>
							<b>{ownDayNames[ownDay.kind]}</b>, {rangeText(ownDay)}
						</li>
					))}
				</ul>
			)}
		</section>
	);
}
