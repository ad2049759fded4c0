import type { Diagram } from "~/features/diagrams/cycle";
import { shiftText, shiftWithHours } from "~/features/diagrams/shift-text";
import { CREW_LIMITS } from "~/features/law/rest";
import { durationText, remains } from "~/features/shift/now-text";
import { type OwnDayKind, ownDayFacts } from "~/features/shift/own-day";
import { capitalised } from "~/lib/capitalised";
import { type CivilDate, formatDayOfYear, formatLongDate } from "~/lib/time/civil-date";
import { inHours } from "~/lib/time/minutes";
import { Icon } from "~/ui/icons";
import { LinkItem } from "~/ui/link-item";
import { isLongWeek, isShort, type PlannedDay, type Rest, type Swap } from "./swap";

interface SwapAnswerProps {
	diagram: Diagram;
	swap: Swap;
	/** Name of the other crew, such as "la escuadra C". */
	otherName: string;
}

/** Shifts and rest times of both workers after the swap. Does not say whether the swap is allowed. */
export function SwapAnswer({ diagram, swap, otherName }: SwapAnswerProps) {
	return (
		<>
			<h2>El {formatLongDate(swap.date)}</h2>
			<p>
				<b>{kindText(swap, otherName)}</b>
			</p>
			{swap.kind !== "nothing" && (
				<div className="cards">
					<Side name="Vos" diagram={diagram} day={swap.me} absence={swap.absence} />
					<Side name={capitalised(otherName)} diagram={diagram} day={swap.other} />
				</div>
			)}
		</>
	);
}

/** Links to swaps that leave both workers at least 12 hours of rest. */
export function GoodSwaps({
	swaps,
	cycleDays,
	otherName,
	hrefOf,
}: {
	swaps: readonly Swap[];
	/** Number of days in which swaps were searched: the length of the shift cycle. */
	cycleDays: number;
	otherName: string;
	hrefOf: (date: CivilDate) => string;
}) {
	return (
		<>
			<h2>Próximos días en que los dos descansan 12&nbsp;h o más</h2>
			{swaps.length === 0 ? (
				<p>
					Con {otherName} no hay ninguno en los próximos {cycleDays} días.
				</p>
			) : (
				<ul className="links card">
					{swaps.map((swap) => (
						<LinkItem key={swap.date} href={hrefOf(swap.date)}>
							<b>{formatDayOfYear(swap.date)}:</b> {shortText(swap)}
						</LinkItem>
					))}
				</ul>
			)}
		</>
	);
}

function kindText({ kind, absence, me, other }: Swap, otherName: string): string {
	const myDayOff = absence ? `Tenés anotado: ${ownDayFacts[absence].name.toLowerCase()}` : "Es tu franco";
	if (kind === "exchange")
		return `Harías ${inSentence(me.swapped)} y ${otherName}, ${inSentence(other.swapped)}.`;
	if (kind === "i-cover")
		return `${myDayOff}. Cubrirías a ${otherName} en ${inSentence(me.swapped)}, y ese día no te devuelve nada. Arreglen aparte qué día te lo devuelve.`;
	if (kind === "they-cover")
		return `Es franco de ${otherName}. Te cubriría en ${inSentence(me.planned)}, y ese día no le devolvés nada. Arreglen aparte qué día se lo devolvés.`;
	if (absence) return `${myDayOff}, y es franco de ${otherName}: ese día no hay nada para cambiar.`;
	return me.planned.letter === "F"
		? "Los dos están de franco: ese día no hay nada para cambiar."
		: "Los dos hacen el mismo turno: ese día no hay nada para cambiar.";
}

/**
 * Describes a swap: "hacés el turno tarde en vez del turno mañana". Adds who would exceed the weekly limit because of
 * the swap.
 */
function shortText(swap: Swap): string {
	const [mine, theirs] = [swap.me, swap.other].map(
		({ planned, swapped }) => !isLongWeek(planned) && isLongWeek(swapped),
	);
	const who = [mine && "pasás", theirs && "la otra escuadra pasa"].filter(Boolean).join(" y ");
	return who ? `${workText(swap)}; ${who} las ${CREW_LIMITS.weekHours}\u00A0h en siete días` : workText(swap);
}

function workText({ kind, me }: Swap): string {
	if (kind === "i-cover") return `cubrís ${inSentence(me.swapped)} en tu franco`;
	if (kind === "they-cover") return `te cubren ${inSentence(me.planned)}`;
	return `hacés ${inSentence(me.swapped)} en vez del ${shiftText(me.planned.letter).toLowerCase()}`;
}

function inSentence({ letter }: PlannedDay): string {
	return `el ${shiftText(letter).toLowerCase()}`;
}

interface SideProps {
	name: string;
	diagram: Diagram;
	day: Swap["me"];
	absence?: OwnDayKind;
}

function Side({ name, diagram, day: { planned, swapped }, absence }: SideProps) {
	const work = absence ? ownDayFacts[absence].name : shiftWithHours(diagram, planned.letter);
	return (
		<section className="card">
			<h3>{name}</h3>
			<Plan when="Sin este cambio" work={work} day={planned} />
			<Plan when="Con el cambio" work={shiftWithHours(diagram, swapped.letter)} day={swapped} />
		</section>
	);
}

function Plan({ when, work, day }: { when: string; work: string; day: PlannedDay }) {
	return (
		<>
			<p>
				{when}: <b>{work}</b>
				<br />
				{restText(day)}
			</p>
			{Array.from(new Set(warningsOf(day)), (text) => (
				<p key={text} className="note">
					<Icon name="alert" /> {text}
				</p>
			))}
		</>
	);
}

function warningsOf(day: PlannedDay): string[] {
	const { weekHours, source } = CREW_LIMITS;
	const week = `En siete días seguidos son ${durationText(day.weekMinutes)}, más de ${weekHours}\u00A0h (${source}).`;
	return [...day.rests.filter(isShort).map(shortRestText), ...(isLongWeek(day) ? [week] : [])];
}

function restText({ letter, rests, isFirst }: PlannedDay): string {
	const [first, second] = rests.map(({ minutes }) => (minutes > 0 ? durationText(minutes) : inHours(0)));
	if (!first) return "Sin otro turno cerca.";
	if (letter === "F") return `Descanso: ${first} seguidas.`;
	return `Descanso: ${first} ${isFirst ? "después" : "antes"}${second ? `, ${second} después` : ""}.`;
}

function shortRestText({ minutes, isOnOneDay }: Rest): string {
	if (minutes < 0) return `Dos turnos a la vez: se superponen ${durationText(-minutes)}.`;
	if (minutes === 0) return "Dos turnos seguidos, sin descanso en el medio.";
	const left = `${remains(minutes)} ${durationText(minutes)} de descanso, menos de 12\u00A0h.`;
	return isOnOneDay ? `Dos turnos en un mismo día: ${left}` : capitalised(left);
}
