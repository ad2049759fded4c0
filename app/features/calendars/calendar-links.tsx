import type { CrewLetter } from "~/features/diagrams/cycle";
import { Icon } from "~/ui/icons";
import { calendarPath } from "./calendar-path";

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
