/**
 * The cycle of a worker who is in none of the eleven diagrams. It is a diagram without crews, whose id contains all of
 * it: `propio-4M2F4T2F-M06001400-T14002200` are four days M, two days F, four days T, two days F, M from 06:00 to 14:00
 * and T from 14:00 to 22:00.
 */
import {
	type Diagram,
	type ShiftHours,
	shiftLetters,
	shiftNames,
	type WorkLetter,
	workLettersOf,
} from "~/features/diagrams/cycle";
import { inHours } from "~/lib/time/minutes";
import { DAY_MINUTES, HOUR_MINUTES } from "~/lib/units/durations";
import { minutesOf, shiftTimeOf } from "../working-time";

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

const OWN_CYCLE_DAYS = { min: 2, max: 84 } as const;
const MAX_SHIFT_HOURS = 16;
/** A shorter rest is allowed, but said: nobody sleeps well in it. */
const SHORT_REST_HOURS = 8;
/** Characters of a typed cycle that are read. 84 days written one by one, with separators, have half of them. */
const MAX_TYPED = 400;

/** Reads "4M 2F 4T 2F", "4m2f", "MMMMFF" or "4 mañanas, 2 francos": the letters of the cycle, or what is wrong with the text. */
export function readTypedCycle(text: string): { cycle: string } | { problem: string } {
	const typed = text
		.toUpperCase()
		.replace(/(?:MAÑANA|TARDE|NOCHE|D[IÍ]A|FRANCO)S?/g, (word) => word.charAt(0))
		// Copied text often has invisible characters.
		.replace(/[\s\p{Cf},;.+/-]+/gu, " ")
		.trim();
	if (!typed) return { problem: `Escribí tu ciclo: ${EXAMPLE}.` };
	if (typed.length > MAX_TYPED) return { problem: tooLong() };
	const [unknown] = /[^MTNDF\d ]/u.exec(typed) ?? [];
	if (unknown) return { problem: `«${unknown}» no es un turno: usá M, T, N, D y F.` };
	let cycle = "";
	for (const [token, days, letter] of typed.matchAll(/(\d*) ?([MTNDF])|\d+/g)) {
		const count = days ? Number(days) : 1;
		if (!letter || count === 0)
			return { problem: `No entendimos «${token}»: van los días y el turno, ${EXAMPLE}.` };
		if (count > OWN_CYCLE_DAYS.max) return { problem: tooLong() };
		cycle += letter.repeat(count);
	}
	const problem = problemOfCycle(cycle);
	return problem ? { problem } : { cycle };
}

function problemOfCycle(cycle: string): string | undefined {
	if (cycle.length < OWN_CYCLE_DAYS.min) return `Un ciclo tiene por lo menos ${OWN_CYCLE_DAYS.min} días.`;
	if (cycle.length > OWN_CYCLE_DAYS.max) return tooLong();
	if (!cycle.includes("F")) return "Falta el franco: escribí F en los días que no trabajás.";
	return /[MTND]/.test(cycle) ? undefined : "Son todos francos: escribí también los días que trabajás.";
}

/** What is wrong with the hours of each shift, in words. */
export function problemsOfHours({ cycle, hours }: Pick<Diagram, "cycle" | "hours">) {
	const problems: Partial<Record<WorkLetter, string>> = {};
	for (const letter of workLettersOf({ cycle, hours })) {
		const length = minutesOf(shiftTimeOf({ hours }, letter));
		if (!length) problems[letter] = "Poné a qué hora empieza y a qué hora termina.";
		else if (length === DAY_MINUTES)
			problems[letter] = "Un turno no puede empezar y terminar a la misma hora.";
		else if (length > MAX_SHIFT_HOURS * HOUR_MINUTES)
			problems[letter] = `Un turno no puede durar más de ${MAX_SHIFT_HOURS}\u00a0h.`;
	}
	for (const { from, to, minutes } of restsOf({ cycle, hours }))
		if (minutes < 0)
			problems[from] ??= `Termina después de que empieza el turno ${nameOf(to)} del día siguiente.`;
	return problems;
}

/** Sentences about the rests of a possible cycle that are shorter than eight hours. */
export function shortRests(diagram: Pick<Diagram, "cycle" | "hours">): string[] {
	return restsOf(diagram)
		.filter(({ minutes }) => minutes < SHORT_REST_HOURS * HOUR_MINUTES)
		.map(({ from, to, minutes }) => {
			if (minutes === 0) return `El turno ${nameOf(to)} sigue al turno ${nameOf(from)} sin descanso.`;
			return `Entre el turno ${nameOf(from)} y el turno ${nameOf(to)} del día siguiente descansás ${inHours(minutes)}.`;
		});
}

/** The rests between shifts of consecutive days, each pair of shifts once; negative if the shifts overlap. */
function restsOf({ cycle, hours }: Pick<Diagram, "cycle" | "hours">) {
	const letters = workLettersOf({ cycle, hours });
	const twice = cycle + cycle.charAt(0);
	return letters.flatMap((from) =>
		letters.flatMap((to) => {
			const [before, after] = [shiftTimeOf({ hours }, from), shiftTimeOf({ hours }, to)];
			if (!before || !after || !twice.includes(from + to)) return [];
			return [{ from, to, minutes: DAY_MINUTES + after.startMinute - before.endMinute }];
		}),
	);
}

function nameOf(letter: WorkLetter): string {
	return shiftNames[letter].toLowerCase();
}

const EXAMPLE = "por ejemplo, 4M 2F 4T 2F 4N 2F";

/** A function, since the scripts of forms would carry a text that is put together when they load. */
function tooLong(): string {
	return `Un ciclo tiene como mucho ${OWN_CYCLE_DAYS.max} días.`;
}
