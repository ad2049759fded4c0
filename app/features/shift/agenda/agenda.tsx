import { PastWeeksLink, pastDays } from "~/features/diagrams/past-weeks";
import { describe } from "~/features/holidays/holiday-list";
import type { Holiday } from "~/features/holidays/holiday-rule";
import { capitalised } from "~/lib/capitalised";
import { type CivilDate, datePartsOf, formatDayOfMonth } from "~/lib/time/civil-date";
import type { AgendaDay } from "./agenda-day";

interface AgendaProps {
	/** All days of a month. */
	days: readonly AgendaDay[];
	today: CivilDate;
	holidays: readonly Holiday[];
	/** Whether each day has links to add overtime and own days (vacation, leave and the like). */
	isSignedIn: boolean;
}

/**
 * The days of a month in words, each with an id (`d22`) to which the calendars link. Past weeks of the current month
 * are hidden behind a link. A day shows its links for adding while the URL's fragment (`#d22`) names the day.
 */
export function Agenda({ days, today, holidays, isSignedIn }: AgendaProps) {
	const first = days[0]?.date ?? today;
	const past = pastDays(first, today);
	return (
		<section className="card screen-only agenda" id="dias" aria-labelledby="dias-titulo">
			<div className="month-head">
				<h2 id="dias-titulo">Día por día</h2>
				<PastWeeksLink first={first} today={today} section="dias" />
			</div>
			<ol>
				{days.map((day, index) => (
					<Day
						key={day.date}
						day={day}
						isPast={index < past}
						isToday={day.date === today}
						holidays={holidays.filter(({ date }) => date === day.date)}
						isSignedIn={isSignedIn}
					/>
				))}
			</ol>
		</section>
	);
}

interface DayProps extends Pick<AgendaProps, "holidays" | "isSignedIn"> {
	day: AgendaDay;
	isPast: boolean;
	isToday: boolean;
}

function Day({ day: { date, tag, work, details, ownDay }, isPast, isToday, holidays, isSignedIn }: DayProps) {
	const id = `d${datePartsOf(date).day}`;
	const name = capitalised(formatDayOfMonth(date));
	return (
		<li id={id} className={isPast ? "past" : undefined} aria-current={isToday ? "date" : undefined}>
			{tag && (
				<b className={`tag ${tag.className}`} aria-hidden="true">
					{tag.letter}
				</b>
			)}
			<div>
				{isSignedIn ? <a href={`#${id}`}>{name}</a> : name}
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
				{isSignedIn && <AddLinks date={date} ownDay={ownDay} />}
			</div>
		</li>
	);
}

function AddLinks({ date, ownDay }: Pick<AgendaDay, "date" | "ownDay">) {
	return (
		<span className="row">
			<a className="button" href={`/auth/work-overtime/add-work-overtime?date=${date}`}>
				Agregar extra
			</a>
			{ownDay ? (
				<a className="button" href={`/auth/my-days/${ownDay.id}`}>
					Cambiar este día
				</a>
			) : (
				<a className="button" href={`/auth/my-days/add?firstDay=${date}`}>
					Cargar un día propio
				</a>
			)}
		</span>
	);
}
