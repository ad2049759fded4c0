import { CREW_LIMITS } from "~/features/law/rest";
import { inHours } from "~/lib/time/minutes";
import { HOUR_MINUTES } from "~/lib/units/durations";
import { Opener } from "~/ui/forms/opener";
import { type CrewLetter, type Diagram, lettersText } from "./cycle";
import { maxMinutes } from "./working-time";

/** Note while no operator has confirmed the diagram's anchor, and the worker has not said whether the shifts are right. */
export function AnchorNote() {
	return (
		<p>
			<b>Sin confirmar por tu planta:</b> comparalo con un turno que ya hiciste.
		</p>
	);
}

/** Says on paper what the picture and the message of the same days say. */
export function PrintedDoubt() {
	return <span className="print-only">, sin confirmar por la planta</span>;
}

interface CrewQuestionProps {
	diagram: Pick<Diagram, "id" | "anchor" | "offset" | "cycle">;
	crew: CrewLetter;
	/** Whether the crew is the reader's own. */
	isOwn: boolean;
	/** Whether the crew may have other shifts at the factory, and the reader has not said whether these are right. */
	isUnsure: boolean;
}

/** Asks whether a crew's shifts are the reader's own, until it is known. */
export function CrewQuestion({ diagram, crew, isOwn, isUnsure }: CrewQuestionProps) {
	if (isOwn && !isUnsure) return null;
	const note = isUnsure && <AnchorNote />;
	return (
		<form className="question screen-only" method="post" action="/my-shift">
			{isOwn && note}
			<Opener />
			<input type="hidden" name="mine" value={`${diagram.id}.${crew}`} />
			<input type="hidden" name="shown" value={lettersText(diagram)} />
			<p className="row">
				<button className="btn" type="submit" {...(isOwn && { name: "intent", value: "matches" })}>
					{isOwn ? "Coincide" : "Es mi escuadra"}
				</button>
				{isUnsure && (
					<button className="btn" type="submit" name="intent" value="differs">
						No coincide
					</button>
				)}
			</p>
			{/* Of a reader without a crew, the answer is wanted: its button stands on the first screen, below the month. */}
			{!isOwn && note}
		</form>
	);
}

/** States the legal limits on working hours for a diagram that exceeds them, and for the diagram of unhealthy work. */
export function LawNote({ diagram }: { diagram: Diagram }) {
	if (diagram.id === "12horas_insalubre") {
		return (
			<p className="hint">
				Si tu tarea fue declarada insalubre, la ley fija 6&nbsp;h por día y 36&nbsp;h por semana. Consultá con
				tu delegado.
			</p>
		);
	}
	const { weekHours, threeWeeksHours, source } = CREW_LIMITS;
	const [inWeek, inThreeWeeks] = [maxMinutes(diagram, 7), maxMinutes(diagram, 21)];
	if (inWeek <= weekHours * HOUR_MINUTES && inThreeWeeks <= threeWeeksHours * HOUR_MINUTES) return null;
	return (
		<p className="hint">
			Este diagrama llega a {inHours(inWeek)} en 7 días y a {inHours(inThreeWeeks)} en 21. Para escuadras
			rotativas, el {source} fija {weekHours}&nbsp;h por semana y {threeWeeksHours}&nbsp;h en tres semanas.
			Consultá con tu delegado.
		</p>
	);
}

/** Page of a diagram whose data is missing. */
export function NoData({ title }: { title: string }) {
	return (
		<>
			<h1>{title}</h1>
			<ul className="cards">
				<li className="card">sin datos</li>
			</ul>
		</>
	);
}
