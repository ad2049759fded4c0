import type { ReactNode } from "react";
import type { CrewLetter, Diagram } from "~/features/diagrams/cycle";
import { AnchorNote, CrewQuestion } from "~/features/diagrams/diagram-notes";
import { shiftWithHours } from "~/features/diagrams/shift-text";
import { describe } from "~/features/holidays/holiday-list";
import { capitalised } from "~/lib/capitalised";
import { type CivilDate, datePartsOf, formatDayOfMonth, monthName } from "~/lib/time/civil-date";
import { LinkItem } from "~/ui/link-item";
import type { HolidayAnswer, ShiftAnswers } from "./answers";
import { SPOKEN_MINUTES } from "./freshness";
import { holidayWork } from "./holiday-work";
import { myDayPath, myMonthPath } from "./my-month-path";
import { AFTER_SHIFT, dayText, durationText, leftText, nowText } from "./now-text";
import { isAbsence, ownDayFacts, workText } from "./own-day";
import { reliefText } from "./relief-text";
import { WeekStrip } from "./week-strip";

interface MyShiftProps {
	diagram: Diagram;
	label: string;
	/** The worker's crew; undefined if no crew has these shifts, or if the factory may use another letter for it. */
	crew?: CrewLetter;
	source: "cookie" | "crew" | "position";
	/** Whether the crew may have other shifts at the factory, and the worker has not said whether these are right. */
	isUnsure: boolean;
	answers: ShiftAnswers;
}

export function MyShift({ diagram, label, crew, source, isUnsure, answers }: MyShiftProps) {
	const today = answers.today.date;
	const { tomorrow, now, daysOff, returnToWork, nextDayOff, nextOwnDayOff, freeWeekend, holiday } = answers;
	const relief = reliefText({ ...answers, today });
	return (
		<>
			<section className={`today-panel fill-${answers.today.letter}`} aria-label="Hoy">
				<p>Hoy, {formatDayOfMonth(today)}</p>
				<p className="big">{todayText(diagram, answers)}</p>
				{answers.today.ownDay?.note && <p className="lines">{answers.today.ownDay.note}</p>}
				<NowText diagram={diagram} answers={answers} />
				{relief && <p>{relief}</p>}
				{isUnsure && crew && (
					<>
						<AnchorNote />
						<CrewQuestion diagram={diagram} crew={crew} yes="Coincide" isUnsure />
					</>
				)}
			</section>
			<dl className="answers">
				<Answer name={`Mañana, ${formatDayOfMonth(tomorrow.date)}`}>{workText(diagram, tomorrow)}</Answer>
				{returnToWork && (
					<Answer name="Volvés a trabajar el">
						{dayText(returnToWork.date, today)}, {inSentence(workText(diagram, returnToWork))}
					</Answer>
				)}
				{daysOff && !returnToWork && (
					<Answer name={now ? "Al salir, franco hasta el" : "Estás de franco hasta el"}>
						{dayText(daysOff.last, today)}
					</Answer>
				)}
				{!daysOff && nextDayOff && (
					<Answer name={isAbsence(nextOwnDayOff) ? "Próximo día sin trabajar" : "Próximo franco"}>
						{dayText(nextDayOff, today)}
						{answers.nextDayOffAfterNight && AFTER_SHIFT}
						{nextOwnDayOff && `, ${inSentence(ownDayFacts[nextOwnDayOff.kind].name)}`}
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
				pathOf={myDayPath}
			/>
			<p>
				<a className="btn" href={crew ? `/diagrams/${diagram.id}?crew=${crew}` : `/diagrams/${diagram.id}`}>
					{label}
					{crew ? `, escuadra ${crew}` : ", todas las escuadras"}
				</a>
			</p>
			<ul className="links card">
				<LinkItem href={myMonthPath(today.slice(0, 7))}>
					{capitalised(monthName(datePartsOf(today).month))}, día por día
				</LinkItem>
				<LinkItem href="/my-shift/calendar">Mis doce meses</LinkItem>
				<LinkItem href="/my-shift/year">Feriados que te tocan y tu año en números</LinkItem>
				<LinkItem href="/my-shift/swap">¿Puedo cambiar un turno con otra escuadra?</LinkItem>
				{crew && (
					<LinkItem href={`/diagrams/${diagram.id}/compare?crew=${crew}`}>
						Francos en común con otra escuadra
					</LinkItem>
				)}
			</ul>
			{!crew && <p>Guardamos tus turnos, sin la letra de una escuadra.</p>}
			<form className="row" method="post" action="/my-shift">
				{!isUnsure && (
					<a className="btn" href={`/my-shift/find?diagram=${diagram.id}`}>
						No coincide: buscar mi turno
					</a>
				)}
				{source !== "crew" && (
					<button className="btn" type="submit" name="intent" value="forget">
						{source === "cookie" ? "Olvidar mi turno" : "Olvidar mi posición"}
					</button>
				)}
			</form>
		</>
	);
}

/** Text about today's shift, addressed to the worker. */
function todayText(diagram: Diagram, { today, now }: ShiftAnswers): string {
	const facts = today.ownDay && ownDayFacts[today.ownDay.kind];
	if (!facts?.isState) return workText(diagram, today);
	return `${now ? "Al salir, " : "Estás de "}${inSentence(facts.name)}`;
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

function NowText({ diagram, answers: { now, nextStart } }: Pick<MyShiftProps, "diagram" | "answers">) {
	if (now)
		return (
			<p>
				{nowText(now)}: {leftText(now.minutesLeft)}.
			</p>
		);
	if (!nextStart || nextStart.minutesUntil > SPOKEN_MINUTES) return null;
	return (
		<p>
			Entrás en {durationText(nextStart.minutesUntil)}:{" "}
			{shiftWithHours(diagram, nextStart.letter).toLowerCase()}.
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
