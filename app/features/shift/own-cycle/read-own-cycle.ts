import { type Diagram, type ShiftLetter, type WorkLetter, workLettersOf } from "~/features/diagrams/cycle";
import {
	diagramLabel,
	isOwnCycle,
	ownDiagram,
	problemsOfHours,
	readTypedCycle,
	runsOf,
	shortRests,
} from "~/features/diagrams/own-cycle/own-diagram";
import { cycleMinutes } from "~/features/diagrams/working-time";
import { isDateAccepted } from "~/lib/forms/date-field";
import { addDays, type CivilDate, parseCivilDate, weekdayOf } from "~/lib/time/civil-date";
import type { MyRotation } from "../my-rotation.server";
import { lastStart, letterOn, rotationText, sameRotation } from "../rotation";

const PREVIEW_DAYS = 28;

/** Hours of a shift that the worker has not typed yet. */
const usualHours = {
	M: ["06:00", "14:00"],
	T: ["14:00", "22:00"],
	N: ["22:00", "06:00"],
	D: ["06:00", "18:00"],
} as const satisfies Diagram["hours"];

export interface OwnCycleStep {
	/** Cycle and first day as typed, or as stored. */
	typed: { cycle: string; start: string };
	/** Hours of each shift of the cycle; empty while there is no valid cycle. */
	shifts: { letter: WorkLetter; hours: readonly [start: string, end: string]; problem?: string }[];
	problems: { cycle?: string; start?: string };
	preview?: CyclePreview;
	/** Whether the worker has an own cycle, typed earlier. */
	hasOwn: boolean;
	/** Name of the diagram that the own cycle would replace. */
	replaced?: string;
}

export interface CyclePreview {
	/** The calendar as `rotationText` writes it. */
	mine: string;
	isKept: boolean;
	/** Whole weeks, from Monday of the present week on. */
	days: { date: CivilDate; letter: ShiftLetter }[];
	today: CivilDate;
	cycleDays: number;
	freeDays: number;
	/** Average of the hours of a week, in minutes. */
	weekMinutes: number;
	/** Sentences about rests that are short. */
	rests: string[];
}

/**
 * Reads the page of the own cycle from the query parameters: `cycle`, `start`, and for each shift letter two times.
 * Without them, reads the worker's stored cycle.
 */
export function readOwnCycle(
	search: URLSearchParams,
	mine: MyRotation | undefined,
	today: CivilDate,
): OwnCycleStep {
	const known = mine?.rotation;
	const own = known && isOwnCycle(known.diagram.id) ? known : undefined;
	const about = {
		hasOwn: own !== undefined,
		replaced: known && !own ? diagramLabel(known.diagram.id) : undefined,
	};
	const isTyped = search.has("cycle");
	if (!isTyped && !own) return { typed: { cycle: "", start: "" }, shifts: [], problems: {}, ...about };
	const typed =
		own && !isTyped
			? { cycle: runsOf(own.diagram.cycle, " "), start: lastStart(own, today) }
			: { cycle: search.get("cycle") ?? "", start: search.get("start") ?? "" };
	const read = readTypedCycle(typed.cycle);
	const start = parseCivilDate(typed.start);
	const isStart = start !== undefined && isDateAccepted(start, today);
	const startProblem = isStart ? undefined : "Elegí un día en que empieza tu ciclo, hasta un año adelante.";
	if ("problem" in read)
		return { typed, shifts: [], problems: { cycle: read.problem, start: startProblem }, ...about };

	const { cycle } = read;
	const hours: Partial<Record<WorkLetter, readonly [string, string]>> = {};
	for (const letter of workLettersOf({ cycle, hours: usualHours })) {
		const [from, to = ""] = search.getAll(letter);
		hours[letter] =
			from === undefined ? (!isTyped && own?.diagram.hours[letter]) || usualHours[letter] : [from, to];
	}
	const problemOf = problemsOfHours({ cycle, hours });
	const shifts = workLettersOf({ cycle, hours: usualHours }).map((letter) => ({
		letter,
		hours: hours[letter] ?? usualHours[letter],
		problem: problemOf[letter],
	}));
	const step = { typed, shifts, problems: { start: startProblem }, ...about };
	if (!isStart || shifts.some(({ problem }) => problem)) return step;

	const rotation = { diagram: ownDiagram(cycle, hours), start };
	const monday = addDays(today, 1 - weekdayOf(today));
	const minutes = cycleMinutes({ cycle, hours });
	const preview = {
		mine: rotationText(rotation, today),
		isKept: own !== undefined && sameRotation(own, rotation),
		days: Array.from({ length: PREVIEW_DAYS }, (_, ahead) => {
			const date = addDays(monday, ahead);
			return { date, letter: letterOn(rotation, date) };
		}),
		today,
		cycleDays: cycle.length,
		freeDays: minutes.filter((each) => each === 0).length,
		weekMinutes: Math.round((minutes.reduce((sum, each) => sum + each) * 7) / cycle.length),
		rests: shortRests(rotation.diagram),
	};
	return { ...step, preview };
}
