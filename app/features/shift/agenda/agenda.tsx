import {
	crewOn,
	crewsOff,
	type Diagram,
	type Relief,
	shiftNames,
	workLettersOf,
} from "~/features/diagrams/cycle";
import { PastWeeksLink, pastDays } from "~/features/diagrams/past-weeks";
import { shiftText, withoutZeroMinutes } from "~/features/diagrams/shift-text";
import { describe } from "~/features/holidays/holiday-list";
import type { Holiday } from "~/features/holidays/holiday-rule";
import { dayOf, endsNextDay, type OwnCalendar, reliefOn, rotationOn } from "~/features/shift/own-calendar";
import { type OwnDay, ownDayFacts, workText } from "~/features/shift/own-day";
import { capitalised } from "~/lib/capitalised";
import { listed } from "~/lib/listed";
import {
	addDays,
	type CivilDate,
	datePartsOf,
	formatDayOfMonth,
	formatDayOfYear,
} from "~/lib/time/civil-date";
import { formatClock, withArticle } from "~/lib/time/minutes";

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
						<AgendaItem day={day} isToday={day.date === today} holidays={holidays} />
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
	/** Holidays, of which the day shows its own. */
	holidays: readonly Holiday[];
}

/** A day in words: the shift with its hours, who comes before and after, the holiday and the worker's note. */
export function AgendaItem({ day, isToday, hasMonth, holidays }: AgendaItemProps) {
	const { date, tag, work, details, ownDay } = day;
	return (
		<div className="day beside">
			{tag && (
				<b className={`letter ${tag.className}`} aria-hidden="true">
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
				{ownDay?.note && (
					<span className="lines">
						<bdi>{ownDay.note}</bdi>
					</span>
				)}
				{holidays
					.filter((holiday) => holiday.date === date)
					.map((holiday) => (
						<em key={holiday.name}>
							{describe(holiday)}. {holiday.source}
						</em>
					))}
			</div>
		</div>
	);
}

interface AgendaDay {
	date: CivilDate;
	/**
	 * Letter of the shift or of the own day (V for vacation), and the CSS class for its colour; undefined if the shift is
	 * unknown, and in a calendar of all crews.
	 */
	tag?: { letter: string; className: string };
	/** Text of the shift with its hours, of the day off, or of the own day. */
	work: string;
	/** Further sentences: the end of last night's shift, and the crews before and after the shift. */
	details: string[];
	ownDay?: OwnDay;
}

/** Describes a day of one worker's calendar. */
export function agendaDay(calendar: OwnCalendar, date: CivilDate): AgendaDay {
	const { letter, ownDay } = dayOf(calendar, date);
	const rotation = rotationOn(calendar.rotations, date);
	if (!letter || !rotation)
		return { date, work: ownDay ? ownDayFacts[ownDay.kind].name : "Turno desconocido", details: [], ownDay };
	const tag = ownDay && ownDayFacts[ownDay.kind].tag;
	return {
		date,
		tag: { letter: tag ?? letter, className: tag ? "own" : letter },
		work: workText(rotation.diagram, { letter, ownDay }),
		details: [
			letter === "F" ? lastNightText(calendar, date) : "",
			reliefSentence(reliefOn(calendar, date)),
		].filter(Boolean),
		ownDay,
	};
}

/**
 * A day of all crews: "Turno mañana: A, tarde: B. Franco: C y D." On a day when the plant closes for a shift: "Turno
 * mañana: A. No hay turno tarde."
 */
export function agendaDayOfAll(diagram: Diagram, date: CivilDate): AgendaDay {
	const shifts = workLettersOf(diagram).map((shift) => ({
		name: shiftNames[shift].toLowerCase(),
		crew: crewOn(diagram, shift, date),
	}));
	const worked = shifts.filter(({ crew }) => crew).map(({ name, crew }) => `${name}: ${crew}`);
	const missing = shifts.filter(({ crew }) => !crew).map(({ name }) => name);
	const off = crewsOff(diagram, date);
	const sentences = [
		worked.length > 0 ? `Turno ${worked.join(", ")}.` : "La planta cierra.",
		worked.length > 0 && missing.length > 0 && `No hay turno ${missing.join(" ni ")}.`,
		off.length > 0 && `Franco: ${listed(off)}.`,
	];
	return { date, work: sentences.filter(Boolean).join(" "), details: [] };
}

/** Text that says when the shift of the day before ends, if it ends on this day: "A las 06 salís del turno noche." */
function lastNightText(calendar: OwnCalendar, date: CivilDate): string {
	const last = dayOf(calendar, addDays(date, -1));
	const { time } = last;
	if (!time || !endsNextDay(last)) return "";
	const end = withArticle(withoutZeroMinutes(formatClock(time.endMinute)));
	return `A ${end} salís del ${shiftText(time.letter).toLowerCase()}.`;
}

function reliefSentence({ relieves, relievedBy }: Relief): string {
	if (!relieves) return relievedBy ? `Te releva la ${relievedBy}.` : "";
	return `Relevás a la ${relieves}${relievedBy ? ` y te releva la ${relievedBy}` : ""}.`;
}
