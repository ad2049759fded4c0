/**
 * The cycle of a worker who is in none of the eleven diagrams. It is a diagram without crews, whose id contains all of
 * it: `propio-4M2F4T2F-M06001400-T14002200` are four days M, two days F, four days T, two days F, M from 06:00 to 14:00
 * and T from 14:00 to 22:00.
 */
import { type Diagram, type ShiftHours, shiftLetters, type WorkLetter, workLettersOf } from "../cycle";
import { findDiagramName } from "../diagram-ids";
import { problemsOfHours, readTypedCycle } from "./typed-cycle";

const PREFIX = "propio-";
const ID = /^propio-([\dMTNDF]{2,84})((?:-[MTND]\d{8}){1,4})$/;

/** Makes the diagram of a worker's own cycle. */
export function ownDiagram(cycle: string, hours: Diagram["hours"]): Diagram {
	const used = shiftLetters.filter(
		(letter): letter is WorkLetter => letter !== "F" && cycle.includes(letter),
	);
	const times = used.map((letter) => `-${letter}${(hours[letter] ?? []).join("").replaceAll(":", "")}`);
	return {
		id: `${PREFIX}${runsOf(cycle)}${times.join("")}`,
		cycle,
		crews: 0,
		offset: cycle.length,
		// No crew follows this date, and nobody can correct it: the worker has said on which day the cycle starts.
		anchor: "2024-01-01",
		anchorConfirmed: true,
		hours: Object.fromEntries(used.map((letter) => [letter, hours[letter]])),
		closedWeekdays: [],
	};
}

/** Parses the id of an own cycle; undefined for any other text, and for a cycle that nobody can work. */
export function parseOwnDiagram(id: string): Diagram | undefined {
	const [, runs, times] = ID.exec(id) ?? [];
	if (!runs || !times) return undefined;
	const read = readTypedCycle(runs);
	if (!("cycle" in read)) return undefined;
	const diagram = ownDiagram(read.cycle, hoursIn(times));
	const isPossible = Object.keys(problemsOfHours(diagram)).length === 0;
	// An id that is written in another way than `ownDiagram` writes it would be a second name of the same cycle.
	return isPossible && diagram.id === id ? diagram : undefined;
}

export function isOwnCycle(id: string): boolean {
	return id.startsWith(PREFIX);
}

/** Finds the diagram of a person: one of `diagrams`, or the person's own cycle. */
export function diagramIn(diagrams: readonly Diagram[], id: string): Diagram | undefined {
	return diagrams.find((each) => each.id === id) ?? parseOwnDiagram(id);
}

/** Names a person's diagram; "" for an unknown one. */
export function diagramLabel(id: string): string {
	const own = parseOwnDiagram(id);
	return own ? `Tu ciclo de ${own.cycle.length} días` : (findDiagramName(id)?.label ?? "");
}

/**
 * Names a person's shifts: "4 turnos de 7 días, escuadra C".
 * @param without what is said in place of an unknown crew; nothing for an own cycle, which has none
 */
export function whoseShifts(id: string, crew: string | null | undefined, without: string): string {
	const label = diagramLabel(id);
	return isOwnCycle(id) ? label : `${label}, ${crew ? `escuadra ${crew}` : without}`;
}

/** Writes a cycle in runs of equal letters: "MMMMFFT" becomes "4M2FT". */
export function runsOf(cycle: string, separator = ""): string {
	const runs = cycle.match(/(.)\1*/g) ?? [];
	return runs.map((run) => `${run.length > 1 ? run.length : ""}${run.charAt(0)}`).join(separator);
}

function hoursIn(times: string): Diagram["hours"] {
	const hours: Partial<Record<WorkLetter, ShiftHours>> = {};
	for (const letter of workLettersOf({ cycle: times, hours })) {
		const [from = "", to = ""] = times.slice(times.indexOf(letter) + 1).match(/\d{4}/g) ?? [];
		hours[letter] = [clockOf(from), clockOf(to)];
	}
	return hours;
}

function clockOf(digits: string): string {
	return `${digits.slice(0, 2)}:${digits.slice(2)}`;
}
