/**
 * `diagrams votes`: counts the shifts that users have chosen as their own, and prints the command that corrects the
 * anchor (start of the shift cycle).
 */

import {
	type CrewLetter,
	crewLetters,
	crewsOf,
	type Diagram,
	dayOfBlock,
	lettersFrom,
	shiftOn,
} from "~/features/diagrams/cycle";
import { operatorCommand } from "~/lib/files/operator-command.server";
import { addDays, type CivilDate, dayNumber } from "~/lib/time/civil-date";
import { plantToday } from "~/lib/time/plant-clock.server";
import { countAnchorVotes, type VoteGroup } from "./anchor-votes";
import { anchorsFor } from "./anchors";
import { type Command, type CommandInput, json } from "./command";
import { count, printJson } from "./output";
import { requireDiagram } from "./require-diagram";
import { describeTypedCycles } from "./typed-cycles";

/** Minimum number of users whose shifts must give the same anchor (start of the cycle): a single user may be wrong. */
const MIN_PEOPLE = 3;

export const votesCommand: Command = {
	name: "votes",
	parameters: ["[ID]"],
	options: { json },
	summary: "Cuenta los turnos que la gente eligió como suyos, y dice qué ancla sale de eso.",
	details: `No nombra a nadie. Con la misma ancla, las posiciones de la gente son escuadras del diagrama: gana el ancla con más
personas, si son ${MIN_PEOPLE} o más y no hay empate, y se muestra el comando que la fija. Quien eligió solo su letra no dice
cuándo empieza el ciclo, así que no cuenta para el ancla. Si nadie dijo su letra, hay que preguntarla.
Cuando el ancla se fija, las posiciones que son las de una escuadra pasan a esa escuadra.
Al final van los ciclos que varias personas escribieron porque no encontraron el suyo, como los pide import: falta
poner el ID del diagrama que reemplazan.

JSON: [{ id, anchor, anchorConfirmed, people, crewsOnly, anchors: [{ anchor, isLetterKnown, isPossible, people, named, crews }],
  verdict: "none" | "few" | "tie" | "impossible" | "right" | "letter" | "anchor", command }]`,
	run: showVotes,
};

interface DiagramVotes {
	diagram: Diagram;
	/** Number of users with a personal position (start of their own cycle). */
	people: number;
	/** Number of users with a crew and no personal position (start of their own cycle), by crew. */
	crewsOnly: Record<string, number>;
	groups: VoteGroup[];
	/**
	 * What the users' personal positions (own cycle starts) say about the diagram's anchor (start of crew A's cycle).
	 * "right": the anchor is confirmed, and the positions agree with it. "anchor": the positions give another anchor, or
	 * the anchor is not confirmed yet. "letter": like "anchor", but it is unknown which letter each crew has.
	 */
	verdict: "none" | "few" | "tie" | "impossible" | "right" | "letter" | "anchor";
	/**
	 * Command that sets the anchor, if the verdict is "anchor" or "letter"; otherwise null. With "letter", the operator
	 * must replace LETRA in the command by the letter of a crew.
	 */
	command: string | null;
}

async function showVotes(input: CommandInput): Promise<void> {
	const [id] = input.words;
	const { listDiagrams } = await import("~/features/diagrams/diagrams.server");
	const diagrams = id ? [await requireDiagram(id)] : await listDiagrams();
	const today = plantToday();
	const all: DiagramVotes[] = [];
	for (const diagram of diagrams) all.push(await votesOf(diagram, today));
	if (input.has("json")) return printJson(all.map(toJson));
	const typed = id ? [] : await describeTypedCycles();
	console.log([...all.map(describeVotes), ...typed].join("\n\n"));
}

async function votesOf(diagram: Diagram, today: CivilDate): Promise<DiagramVotes> {
	const { listChosenShifts } = await import("./correct-diagrams");
	const chosen = await listChosenShifts(diagram.id);
	const votes = chosen.flatMap(({ cycleStart, crew, people }) =>
		cycleStart ? [{ start: cycleStart, crew: crew ?? undefined, people }] : [],
	);
	const crewsOnly = Object.fromEntries(
		chosen.flatMap(({ cycleStart, crew, people }) => (cycleStart ? [] : [[crew ?? "", people] as const])),
	);
	const groups = countAnchorVotes(diagram, votes, today);
	const verdict = verdictOf(diagram, groups);
	const [best] = groups;
	return {
		diagram,
		people: votes.reduce((total, { people }) => total + people, 0),
		crewsOnly,
		groups,
		verdict,
		command: best && (verdict === "letter" || verdict === "anchor") ? commandFor(diagram, best, today) : null,
	};
}

function verdictOf(diagram: Diagram, [best, second]: VoteGroup[]): DiagramVotes["verdict"] {
	if (!best) return "none";
	if (best.people < MIN_PEOPLE) return "few";
	if (second?.people === best.people) return "tie";
	if (!best.isPossible) return "impossible";
	if (!best.isLetterKnown) return "letter";
	const days = diagram.cycle.length;
	const isRight =
		lettersFrom(diagram, "A", best.anchor, days) ===
		lettersFrom({ ...diagram, anchor: best.anchor }, "A", best.anchor, days);
	return isRight && diagram.anchorConfirmed ? "right" : "anchor";
}

/**
 * Returns the command `diagrams anchor …` that sets the anchor (start of the cycle) on which a group of users agrees.
 * The command's options name a date from today on, a crew that works on this date, and the crew's shift.
 */
function commandFor({ ...diagram }: Diagram, { anchor, isLetterKnown }: VoteGroup, today: CivilDate): string {
	diagram.anchor = anchor;
	const [date, crew] = firstWork(diagram, today);
	const shift = shiftOn(diagram, crew, date);
	const position = dayNumber(date) - dayNumber(anchor) - crewLetters.indexOf(crew) * diagram.offset;
	const day = dayOfBlock(diagram.cycle, position);
	const isEnough = anchorsFor(diagram, { date, crew, shift, day }).length === 1;
	const next = isEnough ? "" : ` --next ${lettersFrom(diagram, crew, date, diagram.cycle.length)}`;
	const letter = isLetterKnown ? crew : "LETRA";
	return operatorCommand(
		`diagrams -- anchor ${diagram.id} --date ${date} --crew ${letter} --shift ${shift} --day ${day}${next}`,
	);
}

function firstWork(diagram: Diagram, today: CivilDate): [date: CivilDate, crew: CrewLetter] {
	for (let ahead = 0; ahead < diagram.cycle.length; ahead++) {
		const date = addDays(today, ahead);
		const crew = crewsOf(diagram).find((each) => shiftOn(diagram, each, date) !== "F");
		if (crew) return [date, crew];
	}
	return [today, "A"];
}

function describeVotes({ diagram, people, crewsOnly, groups, verdict, command }: DiagramVotes): string {
	const { id, anchor, anchorConfirmed } = diagram;
	return [
		`${id}: ancla ${anchor}${anchorConfirmed ? "" : " (sin confirmar)"}, ${count(people, "persona eligió", "personas eligieron")} una posición`,
		...groups.map(describeGroup),
		Object.keys(crewsOnly).length > 0
			? `  solo su letra: ${crewsText(crewsOnly)} (si el ancla cambia, cambian sus turnos)`
			: "",
		verdictText(verdict, command),
	]
		.filter(Boolean)
		.join("\n");
}

function describeGroup({ anchor, isLetterKnown, isPossible, people, named, crews }: VoteGroup): string {
	const letters = isLetterKnown
		? `${crewsText(crews)}; ${count(named, "dijo su letra", "dijeron su letra")}`
		: "faltan las letras";
	const closed = isPossible ? "" : "; no puede ser: deja un turno sin nadie";
	return `  ancla ${anchor}: ${count(people, "persona", "personas")} (${letters}${closed})`;
}

function crewsText(crews: Readonly<Record<string, number>>): string {
	return Object.entries(crews)
		.sort()
		.map(([crew, people]) => `${crew} ${people}`)
		.join(", ");
}

function verdictText(verdict: DiagramVotes["verdict"], command: string | null): string {
	if (verdict === "none") return "";
	if (verdict === "few")
		return `  Son pocas para fijar el ancla: hacen falta ${MIN_PEOPLE} personas que digan lo mismo.`;
	if (verdict === "tie") return "  Hay un empate: con esto no se puede fijar el ancla.";
	if (verdict === "impossible")
		return "  La que más personas dicen no puede ser: revisá el ciclo y los días de cierre.";
	if (verdict === "right")
		return "  El ancla de hoy es la que más personas confirman: no hay nada que cambiar.";
	const action =
		verdict === "letter" ? "Preguntá qué letra tiene la escuadra que trabaja así, y fijala" : "Para fijarla";
	return `  ${action}:\n    ${command}`;
}

function toJson({ diagram, groups, ...votes }: DiagramVotes) {
	const { id, anchor, anchorConfirmed } = diagram;
	return { id, anchor, anchorConfirmed, ...votes, anchors: groups };
}
