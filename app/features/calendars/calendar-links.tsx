import { type CrewLetter, crewLetters } from "~/features/diagrams/cycle";
import { Icon } from "~/ui/icons";

interface CalendarLinksProps {
	diagramId: string;
	crew: CrewLetter;
	years: readonly number[];
}

/** Links to a crew's calendar files, one per year. A phone adds such a file to its calendar. */
export function CalendarLinks({ diagramId, crew, years }: CalendarLinksProps) {
	return (
		<section className="screen-only">
			<h2>En el calendario de tu teléfono</h2>
			<p className="row">
				{years.map((year) => (
					<a key={year} className="btn" href={calendarPath(diagramId, crew, year)}>
						<Icon name="calendar" />
						Agregar {year}
					</a>
				))}
			</p>
		</section>
	);
}

/** URL path of the public calendar file of a crew for one year. */
export function calendarPath(diagramId: string, crew: CrewLetter, year: number): string {
	return `/calendars/${diagramId}-${crew}-${year}.ics`;
}

/** Reads a file name such as `4turnos_7dias-C-2027.ics`; undefined for any other name. */
export function parseCalendarName(name: string) {
	const match = /^([a-z0-9_]{1,40})-([A-E])-(\d{4})\.ics$/.exec(name);
	const crew = crewLetters.find((letter) => letter === match?.[2]);
	return match?.[1] && crew ? { diagramId: match[1], crew, year: Number(match[3]) } : undefined;
}
