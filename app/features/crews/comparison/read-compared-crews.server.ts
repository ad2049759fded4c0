import { crewsOf } from "~/features/diagrams/cycle";
import { diagramAliases } from "~/features/diagrams/diagram-ids";
import { twelveMonths } from "~/features/diagrams/periods";
import { requireCrew, requireDiagram } from "~/features/diagrams/search.server";
import { readHolidaysOn } from "~/features/holidays/holidays.server";
import { rotationOf } from "~/features/shift/rotation";
import { type CivilDate, civilDate } from "~/lib/time/civil-date";
import { commonHours, compareMonths, nextCommonDaysOff, type Pair, restsOneCrewADay } from "./common-days";
import { type ComparedCrew, isOneDiagram, isSameCrew } from "./compared-crews";

/**
 * Reads from the query string which two crews to compare. The first crew is of the diagram `id`. The second is of the
 * same diagram (`?crew=A&with=C`) or of another diagram (`?crew=A&with=5turnos_7dias&withCrew=B`). Crews not given are
 * undefined.
 * @throws Response 404 for an unknown diagram or crew; redirect for a former id
 */
export async function readComparedCrews(id: string, search: URLSearchParams): Promise<Pair<ComparedCrew>> {
	const { diagram } = await requireDiagram(id, (known) => `/diagrams/${known}/compare`);
	const first = { diagram, crew: requireCrew(search, diagram) };
	const given = search.get("with") ?? id;
	const letter = crewsOf(diagram).find((each) => each === given.toUpperCase());
	if (letter) return [first, { diagram, crew: letter }];
	const { diagram: other } = await requireDiagram(diagramAliases.get(given) ?? given);
	return [first, { diagram: other, crew: requireCrew(search, other, "withCrew") }];
}

/**
 * Compares two crews in `year`, or in twelve months from now on; undefined until two different crews are chosen.
 */
export async function compareCrews(sides: Pair<ComparedCrew>, year: number | undefined, today: CivilDate) {
	const [first, second] = sides;
	if (!first.crew || !second.crew || isSameCrew(sides)) return undefined;
	const rotations = [rotationOf(first.diagram, first.crew), rotationOf(second.diagram, second.crew)] as const;
	const start = year ? civilDate(year, 1, 1) : today;
	const holidaysOn = await readHolidaysOn();
	const next = nextCommonDaysOff(rotations, today);
	return {
		months: compareMonths(rotations, twelveMonths(year, today), holidaysOn),
		next,
		never: next
			? undefined
			: {
					isOneCrewOff: isOneDiagram(sides) && restsOneCrewADay(first.diagram),
					hours: commonHours(rotations, start),
				},
	};
}
