import type { SerializeFrom } from "@remix-run/node";
import {
	type Diagram,
	type ShiftHours,
	shiftLetters,
	type WorkLetter,
	workLettersOf,
} from "~/features/diagrams/cycle";
import { diagramLabel } from "~/features/diagrams/own-cycle/diagram-label";
import {
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
import { lastStart, lettersOn, type Rotation, rotationText, sameRotation } from "../rotation";

const PREVIEW_DAYS = 28;

/** Hours of a shift that the worker has not typed yet. */
const usualHours = {
	M: ["06:00", "14:00"],
	T: ["14:00", "22:00"],
	N: ["22:00", "06:00"],
	D: ["06:00", "18:00"],
} as const satisfies Diagram["hours"];
/** The night of crews that work only shifts of twelve hours. */
const longNight: ShiftHours = ["18:00", "06:00"];

export type OwnCycleStep = SerializeFrom<typeof readOwnCycle>;

/**
 * Reads the page of the own cycle from the query parameters: `cycle`, `start`, and for each shift letter two times.
 * Without them, reads the worker's stored cycle.
 */
export function readOwnCycle(search: URLSearchParams, mine: MyRotation | undefined, today: CivilDate) {
	const known = mine?.rotation;
	const own = known && isOwnCycle(known.diagram.id) ? known : undefined;
	const isTyped = search.has("cycle");
	const isAsked = own !== undefined || isTyped;
	const stored = isTyped ? undefined : own;
	const typed = stored
		? { cycle: runsOf(stored.diagram.cycle, " "), start: lastStart(stored, today) }
		: { cycle: search.get("cycle") ?? "", start: search.get("start") ?? "" };
	const read = readTypedCycle(typed.cycle);
	const date = parseCivilDate(typed.start);
	const start = date && isDateAccepted(date, today) ? date : undefined;
	// Beside a wrong cycle the typed hours stay: as those of shifts with days off in between, of which none overlaps another.
	const timed = shiftLetters.filter((letter) => search.has(letter));
	const cycle = "cycle" in read ? read.cycle : timed.map((letter) => `${letter}F`).join("");
	const shifts = shiftsOf(cycle, search, stored?.diagram.hours);
	const isPossible = shifts.every(({ problem }) => !problem);
	const hours = Object.fromEntries(shifts.map((shift) => [shift.letter, shift.hours]));
	return {
		typed,
		/** Hours of each shift of the cycle; while there is no valid cycle, of each shift that has some. */
		shifts,
		problems: {
			cycle: isAsked && "problem" in read ? read.problem : undefined,
			start: isAsked && !start ? NO_START : undefined,
		},
		preview:
			"cycle" in read && start && isPossible
				? previewOf({ diagram: ownDiagram(read.cycle, hours), start }, own, today)
				: undefined,
		/** The stored own cycle as `rotationText` writes it. */
		kept: own && rotationText(own, today),
		/** Name of the diagram that the own cycle would replace. */
		replaced: known && !own ? diagramLabel(known.diagram.id) : undefined,
	};
}

/** The shifts of a cycle, with their hours as typed, or as `kept`, or the usual ones. */
function shiftsOf(cycle: string, search: URLSearchParams, kept: Diagram["hours"] = {}) {
	const letters = workLettersOf({ cycle, hours: usualHours });
	const usual = cycle.includes("D") && !/[MT]/.test(cycle) ? { ...usualHours, N: longNight } : usualHours;
	const hoursOf = (letter: WorkLetter): ShiftHours => {
		const [from, to = ""] = search.getAll(letter);
		return from === undefined ? (kept[letter] ?? usual[letter]) : [from, to];
	};
	const hours = Object.fromEntries(letters.map((letter) => [letter, hoursOf(letter)]));
	const problemOf = problemsOfHours({ cycle, hours });
	return letters.map((letter) => ({ letter, hours: hoursOf(letter), problem: problemOf[letter] }));
}

function previewOf(rotation: Rotation, own: Rotation | undefined, today: CivilDate) {
	const { cycle } = rotation.diagram;
	const minutes = cycleMinutes(rotation.diagram);
	const monday = addDays(today, 1 - weekdayOf(today));
	return {
		/** The calendar as `rotationText` writes it. */
		mine: rotationText(rotation, today),
		isKept: own !== undefined && sameRotation(own, rotation),
		/** Whole weeks, from Monday of the present week on. */
		days: lettersOn(rotation, monday, PREVIEW_DAYS),
		today,
		cycleDays: cycle.length,
		freeDays: minutes.filter((each) => each === 0).length,
		/** Average of a week. */
		weekMinutes: Math.round((minutes.reduce((sum, each) => sum + each) * 7) / cycle.length),
		/** Sentences about rests that are short. */
		rests: shortRests(rotation.diagram),
	};
}

const NO_START = "Elegí un día en que empieza tu ciclo, hasta un año adelante.";
