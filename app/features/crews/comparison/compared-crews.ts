import type { CrewLetter, Diagram } from "~/features/diagrams/cycle";
import { diagramLabel } from "~/features/diagrams/own-cycle/diagram-label";
import type { Pair } from "./common-days";

/** One of the two compared crews. `crew` is undefined until the user chooses it. */
export interface ComparedCrew {
	diagram: Diagram;
	crew?: CrewLetter;
}

export function isOneDiagram([first, second]: Pair<ComparedCrew>): boolean {
	return first.diagram.id === second.diagram.id;
}

/** Whether the two compared crews are the same crew of the same diagram. */
export function isSameCrew(sides: Pair<ComparedCrew>): boolean {
	return isOneDiagram(sides) && sides[0].crew !== undefined && sides[0].crew === sides[1].crew;
}

/** Returns "A" and "C" or, for different diagrams, "2 turnos A" and "3 turnos B". */
export function crewNames(sides: Pair<ComparedCrew>): Pair<string> {
	const nameOf = ({ diagram, crew = "A" }: ComparedCrew) =>
		isOneDiagram(sides) ? crew : `${diagramLabel(diagram.id)} ${crew}`;
	return [nameOf(sides[0]), nameOf(sides[1])];
}

/** Names both crews with their diagrams: "5 turnos de 7 días, escuadras A y C", "2 turnos A y 3 turnos B". */
export function comparedText(sides: Pair<ComparedCrew>): string {
	const names = crewNames(sides).join(" y ");
	return isOneDiagram(sides) ? `${diagramLabel(sides[0].diagram.id)}, escuadras ${names}` : names;
}

/** Writes the query string of a comparison. Leaves out a crew that is not chosen yet. */
export function comparisonSearch(sides: Pair<ComparedCrew>, year?: number): string {
	const [first, second] = sides;
	const search = new URLSearchParams();
	if (first.crew) search.set("crew", first.crew);
	if (!isOneDiagram(sides)) search.set("with", second.diagram.id);
	if (second.crew) search.set(isOneDiagram(sides) ? "with" : "withCrew", second.crew);
	if (year) search.set("year", String(year));
	return `?${search}`;
}
