import type { LoaderFunctionArgs } from "@remix-run/node";
import { calendarPath, parseCalendarName } from "~/features/calendars/calendar-links";
import { calendarResponse } from "~/features/calendars/calendar-response.server";
import { crewCalendar } from "~/features/calendars/crew-calendar.server";
import { crewsOf } from "~/features/diagrams/cycle";
import { isShownYear } from "~/features/diagrams/periods";
import { requireDiagram } from "~/features/diagrams/search.server";
import { notFound } from "~/lib/http/http.server";
import { plantToday } from "~/lib/time/plant-clock.server";

export const handle = { cacheKey: [] };

/** A crew's calendar file for a year: `4turnos_7dias-C-2027.ics`. */
export async function loader({ request, params }: LoaderFunctionArgs) {
	const named = parseCalendarName(params.file ?? "");
	if (!named || !isShownYear(named.year, plantToday())) throw notFound();
	const { diagramId, crew, year } = named;
	const { diagram } = await requireDiagram(diagramId, (known) => calendarPath(known, crew, year));
	if (!crewsOf(diagram).includes(crew)) throw notFound();
	const text = await crewCalendar(diagram, crew, year);
	return calendarResponse(request, `relevo-${diagramId}-${crew}-${year}.ics`, text);
}
