import type { ReactNode } from "react";
import type { CrewLetter, Diagram } from "~/features/diagrams/cycle";
import { AnchorNote } from "~/features/diagrams/diagram-notes";
import { shiftText } from "~/features/diagrams/shift-text";
import { describe } from "~/features/holidays/holiday-list";
import { type CivilDate, formatDayOfMonth } from "~/lib/time/civil-date";
import { Icon } from "~/ui/icons";
import type { DayAnswer, HolidayAnswer, ReliefAnswer, ShiftAnswers } from "./answers";
import { SPOKEN_MINUTES } from "./freshness";
import { holidayWork } from "./holiday-work";
import { dayText, durationText, nowText } from "./now-text";
import { isAbsence, ownDayNames, workText } from "./own-day";
import { WeekStrip } from "./week-strip";

interface MyShiftProps {
	diagram: Diagram;
	label: string;
	/** The official crew; undefined for a personal position. */
	crew?: CrewLetter;
	/** Where the calendar is stored. */
	source: "cookie" | "crew" | "position";
	answers: ShiftAnswers;
}

/** What a worker has today, now and next, in words that need no script. */
export function MyShift({ diagram, label, crew, source, answers }: MyShiftProps) {
	const today = answers.today.date;
	const { tomorrow, daysOff, returnToWork, nextDayOff, nextOwnDayOff, freeWeekend, holiday, relief } =
		answers;
	return (
		<>
			<section className={`today-panel fill-${answers.today.letter}`} aria-label="Hoy">
				<p>Hoy, {formatDayOfMonth(today)}</p>
				<p className="big">{todayText(diagram, answers.today)}</p>
				{answers.today.ownDay?.note && <p className="lines">{answers.today.ownDay.note}</p>}
				<NowText answers={answers} />
				{crew && relief && <ReliefText relief={relief} today={today} />}
			</section>
			<dl className="answers">
				<Answer name={`Mañana, ${formatDayOfMonth(tomorrow.date)}`}>{workText(diagram, tomorrow)}</Answer>
				{returnToWork && (
					<Answer name="Volvés a trabajar el">
						{dayText(returnToWork.date, today)}, {inSentence(workText(diagram, returnToWork))}
					</Answer>
				)}
				{daysOff && !returnToWork && (
					<Answer name="Estás de franco hasta el">{dayText(daysOff.last, today)}</Answer>
				)}
				{!daysOff && nextDayOff && (
					<Answer name={isAbsence(nextOwnDayOff) ? "Próximo día sin trabajar" : "Próximo franco"}>
						{dayText(nextDayOff, today)}
						{nextOwnDayOff && `, ${inSentence(ownDayNames[nextOwnDayOff.kind])}`}
					</Answer>
				)}
				{freeWeekend && (
					<Answer name="Próximo fin de semana libre">
						{dayText(freeWeekend.saturday, today)}
						{freeWeekend.startsAfterNight && ", después de salir del turno del viernes"}
					</Answer>
				)}
				{holiday && <HolidayText holiday={holiday} today={today} />}
			</dl>
			<h2>Tus próximos siete días</h2>
			<WeekStrip
				days={answers.week.map(({ holiday: kind, ...day }) => ({ ...day, isHoliday: kind === "feriado" }))}
			/>
			<p>
				<a
					className="button"
					href={crew ? `/diagrams/${diagram.id}?crew=${crew}` : `/diagrams/${diagram.id}`}
				>
					{label}
					{crew ? `, escuadra ${crew}` : ", todas las escuadras"}
				</a>
			</p>
			<ul className="links card">
				<li>
					<a href="/my-shift/calendar">
						Mis doce meses
						<Icon name="right" />
					</a>
				</li>
				<li>
					<a href="/my-shift/year">
						Feriados que te tocan y tu año en números
						<Icon name="right" />
					</a>
				</li>
				<li>
					<a href="/my-shift/swap">
						¿Puedo cambiar un turno con otra escuadra?
						<Icon name="right" />
					</a>
				</li>
				{crew && (
					<li>
						<a href={`/diagrams/${diagram.id}/compare?crew=${crew}`}>
							Francos en común con otra escuadra
							<Icon name="right" />
						</a>
					</li>
				)}
			</ul>
			{crew ? <AnchorNote diagram={diagram} /> : <p>Guardamos tus turnos, sin la letra de una escuadra.</p>}
			<form className="row" method="post" action="/my-shift">
				<a className="button" href={`/my-shift/find?diagram=${diagram.id}`}>
					No coincide: buscar mi turno
				</a>
				{source !== "crew" && (
					<button className="button" type="submit" name="intent" value="forget">
						{source === "cookie" ? "Olvidar mi turno" : "Olvidar mi posición"}
					</button>
				)}
			</form>
		</>
	);
}

/** What the worker has today, in words that speak to the worker. */
function todayText(diagram: Diagram, today: DayAnswer): string {
	const kind = today.ownDay?.kind;
	return kind === "vacaciones" || kind === "licencia"
		? `Estás de ${inSentence(ownDayNames[kind])}`
		: workText(diagram, today);
}

function inSentence(text: string): string {
	return text.charAt(0).toLowerCase() + text.slice(1);
}

function Answer({ name, children }: { name: string; children: ReactNode }) {
	return (
		<div>
			<dt>{name}</dt>
			<dd>{children}</dd>
		</div>
	);
}

function NowText({ answers: { now, nextStart } }: { answers: ShiftAnswers }) {
	if (now)
		return (
			<p>
				{nowText(now)}, en {durationText(now.minutesLeft)}.
			</p>
		);
	if (!nextStart || nextStart.minutesUntil > SPOKEN_MINUTES) return null;
	return (
		<p>
			Entrás en {durationText(nextStart.minutesUntil)}, a tu {shiftText(nextStart.letter).toLowerCase()}.
		</p>
	);
}

function ReliefText({ relief, today }: { relief: ReliefAnswer; today: CivilDate }) {
	const { relieves, relievedBy } = relief;
	// Last night's shift has already relieved another crew.
	const parts = [
		relieves && relief.date >= today && `relevás a la ${relieves}`,
		relievedBy && `te releva la ${relievedBy}`,
	].filter(Boolean);
	if (parts.length === 0) return null;
	const when = relief.date <= today ? "Hoy" : `El ${dayText(relief.date, today)}`;
	return (
		<p>
			{when} {parts.join(" y ")}.
		</p>
	);
}

function HolidayText({ holiday, today }: { holiday: HolidayAnswer; today: CivilDate }) {
	return (
		<Answer name="Próximo feriado">
			{dayText(holiday.date, today)}, {describe({ ...holiday, kind: "feriado" })}: {holidayWork(holiday)}
		</Answer>
	);
}
