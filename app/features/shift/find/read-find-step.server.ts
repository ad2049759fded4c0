import { isShiftLetter, type ShiftLetter, workLettersOf } from "~/features/diagrams/cycle";
import { listDiagramChoices } from "~/features/diagrams/diagrams.server";
import { requireDiagram } from "~/features/diagrams/search.server";
import { shiftTimeOf } from "~/features/diagrams/working-time";
import { candidatesFor, questionsFor } from "~/features/shift/find-rotation";
import { crewOf, lettersOn, type Rotation, rotationText } from "~/features/shift/rotation";
import {
	addDays,
	type CivilDate,
	consecutiveDays,
	type PlantClock,
	parseCivilDate,
} from "~/lib/time/civil-date";
import { DAY_MINUTES, WEEK_DAYS } from "~/lib/units/durations";

/**
 * Next step of the dialogue that finds a worker's calendar: a question, a choice among calendars, or the confirmation.
 */
export type FindStep = Awaited<ReturnType<typeof nextFindStep>>;

/** Props of a component that shows one kind of `FindStep`. */
export type Asked<Kind extends FindStep["ask"]> = { step: Extract<FindStep, { ask: Kind }> };

/**
 * Determines the next step from the answers in the query string.
 * @param clock time at the factory, to whose day the answers refer
 * @throws Response 404 for an unknown diagram
 */
export async function nextFindStep(search: URLSearchParams, { today, minute }: PlantClock) {
	const id = search.get("diagram");
	if (id === null) {
		const answered = answeredOn(search, today);
		return { ask: "diagram" as const, ...answered, diagrams: await listDiagramChoices(answered.worked) };
	}
	const { name, diagram: stored } = await requireDiagram(id);
	// The parameter `all` means that the user has rejected the calendar found first. The search then accepts any day as
	// the start of the user's cycle, not only the days on which a crew's cycle starts.
	const everyPosition = search.has("all");
	const diagram = everyPosition ? { ...stored, anchorConfirmed: false } : stored;
	// Ignores answers that were given on another day, because they tell the user's shift on that day.
	const answers = search.get("date") === today ? search : new URLSearchParams();
	const path = `/my-shift/find?diagram=${id}&date=${today}${everyPosition ? "&all=1" : ""}`;
	const work = workLettersOf(diagram);
	const letters: ShiftLetter[] = [...work, "F"];
	const letter = letters.find((known) => known === answers.get("shift"));
	// In the early morning, yesterday's shift may still run: also the one that was told on the home page.
	const isNight = (letter ? [letter] : work).some(
		(each) => (shiftTimeOf(diagram, each)?.endMinute ?? 0) > DAY_MINUTES + minute,
	);
	const about = { id, label: name.label, today, path, everyPosition, isNight };
	if (!letter)
		return { ask: "letter" as const, ...about, letters, hours: diagram.hours, isAgain: search.has("again") };
	const statement = {
		date: today,
		letter,
		day: dayIn(answers),
		returnDate: parseCivilDate(answers.get("returnDate") ?? ""),
		returnLetter: work.find((known) => known === answers.get("returnShift")),
	};
	const { day, returnDate, returnLetter } = statement;
	const hasAnswer = [day, returnDate, returnLetter].some((answer) => answer !== undefined);
	const question = questionsFor(diagram, today, letter);
	if (question === "day-of-block" && !hasAnswer)
		return { ask: "day" as const, ...about, letter, days: longestRun(diagram.cycle, letter) };
	if (question === "return" && !hasAnswer) {
		const dates = consecutiveDays(addDays(today, 1), longestRun(diagram.cycle, "F"));
		return { ask: "return" as const, ...about, letter, dates, letters: work };
	}

	const found = candidatesFor(diagram, statement);
	const [only, ...others] = found;
	if (!only) return { ask: "again" as const, ...about };
	if (others.length === 0) return { ask: "confirm" as const, ...about, ...shown(only, WEEK_DAYS) };
	// Two weeks of mornings may follow each other: then the first seven days of two calendars are the same.
	let days = WEEK_DAYS;
	while (new Set(found.map((each) => JSON.stringify(lettersOn(each, today, days)))).size < found.length)
		days += WEEK_DAYS;
	return { ask: "week" as const, ...about, found: found.map((each) => shown(each, days)) };

	function shown(rotation: Rotation, days: number) {
		return {
			start: rotation.start,
			crew: crewOf(rotation) ?? null,
			// `diagram` goes without its confirmation only for the search.
			isCrewSure: stored.anchorConfirmed,
			mine: rotationText(rotation, today),
			week: lettersOn(rotation, today, days),
		};
	}
}

/** The shift of a visitor who told it before the diagram, also as the end of a query string. */
function answeredOn(search: URLSearchParams, today: CivilDate): { worked?: ShiftLetter; answered?: string } {
	const worked = search.get("shift") ?? "";
	if (search.get("date") !== today || !isShiftLetter(worked)) return {};
	return { worked, answered: `&date=${today}&shift=${worked}` };
}

function dayIn(search: URLSearchParams): number | undefined {
	const text = search.get("day") ?? "";
	return /^\d{1,2}$/.test(text) ? Number(text) : undefined;
}

/** Length of the longest run of `letter` in the repeated cycle. */
function longestRun(cycle: string, letter: ShiftLetter): number {
	const runs = `${cycle}${cycle}`.match(new RegExp(`${letter}+`, "g")) ?? [];
	return Math.min(cycle.length, Math.max(0, ...runs.map(({ length }) => length)));
}
