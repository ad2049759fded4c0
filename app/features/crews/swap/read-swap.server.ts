import type { SerializeFrom } from "@remix-run/node";
import { findSessionUser } from "~/features/auth/sessions/sessions.server";
import { crewsOf } from "~/features/diagrams/cycle";
import { listDiagramChoices } from "~/features/diagrams/diagrams.server";
import { FIRST_YEAR, isShownYear, YEARS_AHEAD } from "~/features/diagrams/periods";
import { requireCrew, requireDiagram } from "~/features/diagrams/search.server";
import { findCalendarOf } from "~/features/own-days/find-own-calendar.server";
import { nextWorkDay } from "~/features/shift/days-off";
import { findMyRotation } from "~/features/shift/my-rotation.server";
import { calendarOf, isConfirmed, rotationOn } from "~/features/shift/own-calendar";
import { rotationOf } from "~/features/shift/rotation";
import { addDays, type CivilDate, datePartsOf, parseCivilDate } from "~/lib/time/civil-date";
import { crewNames, otherCrews } from "./other-crews";
import { nextGoodSwaps, swapOn } from "./swap";

/** Maximum number of dates that the page proposes for a swap. */
const MAX_DATES = 6;

export type SwapStep = SerializeFrom<typeof readSwap>;
export type SwapQuestion = Extract<SwapStep, { ask: "swap" }>;

/**
 * Reads the page about a swap from the query parameters: `date`, and `with` (the other crew). `diagram` and `crew`
 * choose the worker's calendar, which is by default the visitor's own.
 * @throws Response 404 for an unknown diagram or crew
 */
export async function readSwap(request: Request, search: URLSearchParams, today: CivilDate) {
	const date = readDate(search.get("date"), today);
	const mine = await readMine(request, search);
	// In an own cycle, and in a diagram of one crew, there is no other crew to swap with.
	if (!mine || mine.diagram.crews < 2)
		return { ask: "diagram" as const, crews: mine?.diagram.crews, diagrams: await listDiagramChoices() };
	const { diagram, crew, rotation, calendar, isFromAddress } = mine;
	const others = rotation ? otherCrews(rotation, crew) : [];
	const other = others.find(({ value }) => value === search.get("with")?.toUpperCase());
	const typed = { date: search.get("date"), with: search.get("with") };
	const isElsewhere = calendar && date && rotationOn(calendar.rotations, date)?.diagram.id !== diagram.id;
	const problem = date ? isElsewhere && ELSEWHERE : dateError(today);
	const isSent = typed.date !== null || typed.with !== null;
	return {
		ask: "swap" as const,
		diagram,
		crew,
		crews: crewsOf(diagram),
		/** Whether the query string chooses the diagram. If so, the form must send the diagram again. */
		isFromAddress,
		/** Whether the crews may have other shifts at the factory. */
		isUnsure: rotation && !isConfirmed(rotation),
		others: others.map((each) => ({
			value: each.value,
			label: crewNames(each, today).choice,
			/** Whether it is known which letter the factory uses for the crew. */
			isSure: !!each.letter,
		})),
		typed: {
			date: typed.date === null ? calendar && nextWorkDay(calendar, today) : parseCivilDate(typed.date),
			with: other?.value,
		},
		errors: {
			crew: isSent && !rotation ? "Elegí tu escuadra." : undefined,
			with: rotation && isSent && !other ? "Elegí con qué escuadra, que no sea la tuya." : undefined,
			date: (typed.date !== null && problem) || undefined,
		},
		otherName: other && crewNames(other, today).text,
		swap: calendar && other && date && !problem ? swapOn(calendar, other.rotation, date) : undefined,
		/** Swaps that leave both workers at least 12 hours of rest. */
		good:
			calendar &&
			other &&
			nextGoodSwaps(calendar, other.rotation, addDays(date && date > today ? date : today, 1), MAX_DATES),
	};
}

/**
 * Returns the calendar that the query string chooses, or else the visitor's own calendar, with the former crews and
 * the own days.
 */
async function readMine(request: Request, search: URLSearchParams) {
	const id = search.get("diagram");
	if (id !== null) {
		const { diagram } = await requireDiagram(id);
		const crew = requireCrew(search, diagram);
		const rotation = crew && rotationOf(diagram, crew);
		return { diagram, crew, rotation, calendar: rotation && calendarOf(rotation), isFromAddress: true };
	}
	const user = await findSessionUser(request);
	const own = await findMyRotation(request, user);
	if (!own) return undefined;
	const calendar = await findCalendarOf(own, user?.id);
	const { rotation, crew } = own;
	return { diagram: rotation.diagram, crew, rotation, calendar, isFromAddress: false };
}

/** Parses a date in a year with shift calendars; undefined for any other text. */
function readDate(text: string | null, today: CivilDate): CivilDate | undefined {
	const date = parseCivilDate(text ?? "");
	return date && isShownYear(datePartsOf(date).year, today) ? date : undefined;
}

function dateError(today: CivilDate): string {
	return `Poné un día entre ${FIRST_YEAR} y ${datePartsOf(today).year + YEARS_AHEAD}.`;
}

const ELSEWHERE = "Ese día no tenías turno en este diagrama: poné otro.";
