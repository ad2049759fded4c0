import { type CrewLetter, type Diagram, shiftOn } from "~/features/diagrams/cycle";
import { findDiagramName } from "~/features/diagrams/diagram-ids";
import { listDiagramChanges } from "~/features/diagrams/diagrams.server";
import { listHolidayChanges, readHolidaysOn } from "~/features/holidays/holidays.server";
import { rotationOf, shiftTimeOn } from "~/features/shift/rotation";
import { publicOrigin } from "~/lib/env.server";
import { addDays, civilDate } from "~/lib/time/civil-date";
import { writeCalendar } from "./calendar-file.server";
import { dayEvent, uidOf } from "./day-event.server";

/**
 * Writes the calendar file of `crew` for `year`, one event per day. The UID of an event consists of diagram, crew and
 * date, so that an app that reads the file again shows each day only once.
 */
export async function crewCalendar(diagram: Diagram, crew: CrewLetter, year: number): Promise<string> {
	const [first, last] = [civilDate(year, 1, 1), civilDate(year, 12, 31)];
	const holidaysOn = await readHolidaysOn();
	const holidayChanges = await listHolidayChanges(first, last);
	const diagramChange = (await listDiagramChanges()).get(diagram.id) ?? 0;
	const rotation = rotationOf(diagram, crew);
	const isConfirmed = diagram.anchorConfirmed;
	const events = [];
	for (let date = first; date <= last; date = addDays(date, 1))
		events.push(
			dayEvent({
				uid: uidOf(`${diagram.id}-${crew}-${date}`),
				date,
				letter: shiftOn(diagram, crew, date),
				time: shiftTimeOn(rotation, date),
				holidays: holidaysOn(date),
				isConfirmed,
				changedAt: Math.max(diagramChange, holidayChanges.get(date) ?? 0),
			}),
		);
	const label = findDiagramName(diagram.id)?.label ?? diagram.id;
	return writeCalendar({
		name: `${label}, escuadra ${crew}, ${year}${isConfirmed ? "" : " (sin confirmar)"}`,
		description: `Es orientativo: vale siempre el diagrama de tu planta. ${publicOrigin}/diagrams/${diagram.id}?crew=${crew}`,
		first,
		last,
		events,
	});
}
