import type { CrewLetter, Diagram } from "~/features/diagrams/cycle";
import { findDiagramName } from "~/features/diagrams/diagram-ids";
import { calendarOf } from "~/features/shift/own-calendar";
import { rotationOf } from "~/features/shift/rotation";
import { publicOrigin } from "~/lib/env.server";
import { civilDate } from "~/lib/time/civil-date";
import { writeCalendar } from "./calendar-file.server";
import { dayEvents } from "./day-events.server";

/**
 * Writes the calendar file of `crew` for `year`, one event per day. The UID of an event consists of diagram, crew and
 * date, so that an app that reads the file again shows each day only once.
 */
export async function crewCalendar(diagram: Diagram, crew: CrewLetter, year: number): Promise<string> {
	const [first, last] = [civilDate(year, 1, 1), civilDate(year, 12, 31)];
	const label = findDiagramName(diagram.id)?.label ?? diagram.id;
	return writeCalendar({
		name: `${label}, escuadra ${crew}, ${year}${diagram.anchorConfirmed ? "" : " (sin confirmar)"}`,
		description: `Es orientativo: vale siempre el diagrama de tu planta. ${publicOrigin}/diagrams/${diagram.id}?crew=${crew}`,
		first,
		last,
		events: await dayEvents(calendarOf(rotationOf(diagram, crew)), {
			first,
			last,
			keyOf: (date) => `${diagram.id}-${crew}-${date}`,
		}),
	});
}
