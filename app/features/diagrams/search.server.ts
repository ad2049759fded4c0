import { movedTo, notFound } from "~/lib/http/http.server";
import type { CivilDate } from "~/lib/time/civil-date";
import { crewsOf, type Diagram } from "./cycle";
import { diagramAliases, findDiagramName } from "./diagram-ids";
import { findDiagram } from "./diagrams.server";
import { isShownYear } from "./periods";

/**
 * The diagram with an id, and its names.
 * @param pathOf path of the page for another id, to which a former id redirects
 * @throws Response 404 for an unknown id; redirect for a former one
 */
export async function requireDiagram(id: string, pathOf?: (id: string) => string) {
	const alias = diagramAliases.get(id);
	if (alias && pathOf) throw movedTo(pathOf(alias));
	const [name, diagram] = [findDiagramName(id), await findDiagram(id)];
	if (!name || !diagram) throw notFound();
	return { name, diagram };
}

/**
 * The year in the query parameter `year`; undefined without one.
 * @throws Response 404 for a year without shift calendars
 */
export function requireYear(search: URLSearchParams, today: CivilDate): number | undefined {
	const given = search.get("year");
	if (given === null) return undefined;
	const year = /^\d{4}$/.test(given) ? Number(given) : 0;
	if (!isShownYear(year, today)) throw notFound();
	return year;
}

/**
 * The crew letter in the query parameter `crew`, in upper or lower case; undefined for all crews.
 * @param parameter name of another query parameter with a crew
 * @throws Response 404 for a crew that the diagram lacks
 */
export function requireCrew(search: URLSearchParams, diagram: Diagram | undefined, parameter = "crew") {
	const given = search.get(parameter);
	if (given === null || !diagram) return undefined;
	const crew = crewsOf(diagram).find((letter) => letter === given.toUpperCase());
	if (!crew) throw notFound();
	return crew;
}
