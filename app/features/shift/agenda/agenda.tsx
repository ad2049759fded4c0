import { PastWeeksLink, pastDays } from "~/features/diagrams/past-weeks";
import { describe } from "~/features/holidays/holiday-list";
import type { Holiday } from "~/features/holidays/holiday-rule";
import { capitalised } from "~/lib/capitalised";
import { type CivilDate, datePartsOf, formatDayOfMonth, formatDayOfYear } from "~/lib/time/civil-date";
import type { AgendaDay } from "./agenda-day";

interface AgendaProps {
	/** All days of a month. */
	days: readonly AgendaDay[];
	today: CivilDate;
	holidays: readonly Holiday[];
}

/**
 * Lists the days of a month in words. Each day has an id, such as `d22`, to which the month calendars link. The past
 * weeks of the current month are hidden behind a link.
 */
export function Agenda({ days, today, holidays }: AgendaProps) {
	const first = days[0]?.date ?? today;
	const past = pastDays(first, today);
	return (
		<section className="card screen-only agenda" id="dias" aria-labelledby="dias-titulo">
			<div className="month-head">
				<h2 id="dias-titulo">Día por día</h2>
				<PastWeeksLink month={first.slice(0, 7)} today={today} section="dias" />
			</div>
			<ol>
				{days.map((day, index) => (
					<li
						key={day.date}
						id={`d${datePartsOf(day.date).day}`}
						className={index < past ? "past" : undefined}
						aria-current={day.date === today ? "date" : undefined}
					>
						<AgendaItem
							day={day}
							isToday={day.date === today}
							holidays={holidays.filter(({ date }) => date === day.date)}
						/>
					</li>
				))}
			</ol>
		</section>
	);
}

interface AgendaItemProps {
	day: AgendaDay;
	isToday?: boolean;
	/** Whether the date has its month, on a page that names none. */
	hasMonth?: boolean;
	/** The day's holidays. */
	holidays: readonly Holiday[];
}

/** A day in words: the shift with its hours, who comes before and after, the holiday and the worker's note. */
export function AgendaItem({ day, isToday, hasMonth, holidays }: AgendaItemProps) {
	const { date, tag, work, details, ownDay } = day;
	return (
		<div className="day">
			{tag && (
				<b className={`tag ${tag.className}`} aria-hidden="true">
					{tag.letter}
				</b>
			)}
			<div>
				{capitalised(hasMonth ? formatDayOfYear(date) : formatDayOfMonth(date))}
				{isToday && ", hoy"}
				<strong>{work}</strong>
				{details.map((text) => (
					<span key={text}>{text}</span>
				))}
				{ownDay?.note && <span className="lines">{ownDay.note}</span>}
				{holidays.map((holiday) => (
					<em key={holiday.name}>
						{describe(holiday)}. {holiday.source}
					</em>
				))}
			</div>
		</div>
	);
}
