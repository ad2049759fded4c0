import { PastWeeksLink, pastDays } from "~/features/diagrams/past-weeks";
import { describe } from "~/features/holidays/holiday-list";
import type { Holiday } from "~/features/holidays/holiday-rule";
import { type OwnDay, rangeText, YEARS_AHEAD } from "~/features/shift/own-day";
import { capitalised } from "~/lib/capitalised";
import { isDateAccepted } from "~/lib/forms/date-field";
import { type CivilDate, datePartsOf, formatDayOfMonth } from "~/lib/time/civil-date";
import type { AgendaDay } from "./agenda-day";

interface AgendaProps {
	/** All days of a month. */
	days: readonly AgendaDay[];
	today: CivilDate;
	holidays: readonly Holiday[];
	/** Whether days have links to the forms for overtime and for own days (vacation, leave and the like). */
	isSignedIn: boolean;
}

/**
 * Lists the days of a month in words. Each day has an id, such as `d22`, to which the month calendars link. While the
 * URL's fragment is this id, the day shows its links to forms (`linksOf`). The past weeks of the current month are
 * hidden behind a link.
 */
export function Agenda({ days, today, holidays, isSignedIn }: AgendaProps) {
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
					<Day
						key={day.date}
						day={day}
						links={isSignedIn ? linksOf(day, today) : []}
						isPast={index < past}
						isToday={day.date === today}
						holidays={holidays.filter(({ date }) => date === day.date)}
					/>
				))}
			</ol>
		</section>
	);
}

interface DayProps extends Pick<AgendaProps, "holidays"> {
	day: AgendaDay;
	links: readonly DayLink[];
	isPast: boolean;
	isToday: boolean;
}

function Day({ day: { date, tag, work, details, ownDay }, links, isPast, isToday, holidays }: DayProps) {
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
				{links.length > 0 ? <a href={`#${id}`}>{name}</a> : name}
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
				{links.length > 0 && (
					<span className="row">
						{links.map(({ text, href }) => (
							<a key={href} className="btn" href={href}>
								{text}
							</a>
						))}
					</span>
				)}
			</div>
		</li>
	);
}

interface DayLink {
	text: string;
	href: string;
}

/**
 * Links to the forms that accept the day's date. The overtime form accepts fewer future dates than the form for own
 * days.
 */
function linksOf({ date, ownDay }: AgendaDay, today: CivilDate): DayLink[] {
	const links: DayLink[] = [];
	if (isDateAccepted(date, today))
		links.push({ text: "Agregar extra", href: `/auth/work-overtime/add-work-overtime?date=${date}` });
	if (ownDay) links.push({ text: changeText(ownDay), href: `/auth/my-days/${ownDay.id}` });
	else if (isDateAccepted(date, today, YEARS_AHEAD))
		links.push({ text: "Cargar un día propio", href: `/auth/my-days/add?firstDay=${date}` });
	return links;
}

/** Text of the link that edits own days (vacation, leave and the like): names all days that the form edits together. */
function changeText(ownDay: OwnDay): string {
	const isOneDay = ownDay.firstDay === ownDay.lastDay;
	return `Cambiar ${isOneDay ? "este día" : `los días ${rangeText(ownDay)}`}`;
}
