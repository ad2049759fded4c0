import { type CrewLetter, crewLetters } from "~/features/diagrams/cycle";

/** URL path of the public calendar file of a crew for one year. */
export function calendarPath(diagramId: string, crew: CrewLetter, year: number): string {
	return `/calendars/${diagramId}-${crew}-${year}.ics`;
}

/** Reads a file name such as `4turnos_7dias-C-2027.ics`; undefined for any other name. */
export function parseCalendarName(
	name: string,
): { diagramId: string; crew: CrewLetter; year: number } | undefined {
	const match = /^([a-z0-9_]{1,40})-([A-E])-(\d{4})\.ics$/.exec(name);
	const crew = crewLetters.find((letter) => letter === match?.[2]);
	return match?.[1] && crew ? { diagramId: match[1], crew, year: Number(match[3]) } : undefined;
}
