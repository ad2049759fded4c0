/** Days of a shift calendar as events of a calendar file. */
import { listDiagramChanges } from "~/features/diagrams/diagrams.server";
import { UNCONFIRMED } from "~/features/diagrams/own-cycle/diagram-label";
import { shiftText } from "~/features/diagrams/shift-text";
import { describe } from "~/features/holidays/holiday-list";
import { listHolidayChanges, readHolidaysOn } from "~/features/holidays/holidays.server";
import { dayOf, diagramOn, isConfirmedOn, type OwnCalendar } from "~/features/shift/own-calendar";
import { ownDayFacts } from "~/features/shift/own-day";
import { publicOrigin } from "~/lib/env.server";
import { addDays, type CivilDate } from "~/lib/time/civil-date";
import type { CalendarEvent } from "./calendar-file.server";

interface Days {
	first: CivilDate;
	last: CivilDate;
	/** Key of a day's event, unique on this server. */
	keyOf(date: CivilDate): string;
	/** When a day changed other than by a correction of its diagram or holidays, in UTC milliseconds. */
	changedAt?(date: CivilDate): number;
}

/**
 * Makes an event of each day whose shift is known: a shift with its time, or a whole day off. The events contain no note
 * of the user.
 */
export async function dayEvents(
	calendar: OwnCalendar,
	{ first, last, keyOf, changedAt = () => 0 }: Days,
): Promise<CalendarEvent[]> {
	const holidaysOn = await readHolidaysOn();
	const holidayChanges = await listHolidayChanges(first, last);
	const diagramChanges = await listDiagramChanges("updated_at");
	const events: CalendarEvent[] = [];
	for (let date = first; date <= last; date = addDays(date, 1)) {
		const { letter, time, ownDay } = dayOf(calendar, date);
		if (!letter) continue;
		const own = ownDay && ownDayFacts[ownDay.kind];
		const diagram = diagramOn(calendar.rotations, date)?.id ?? "";
		events.push({
			uid: uidOf(keyOf(date)),
			title: own?.tag ? (own.isPrivate ? "Ausente" : own.name) : shiftText(letter),
			notes: [
				...(ownDay?.kind === "cambio" ? [`Cambio de turno: el de la escuadra ${ownDay.crew}.`] : []),
				...holidaysOn(date).map(describe),
				...(isConfirmedOn(calendar, date) ? [] : [UNCONFIRMED]),
			],
			date,
			time,
			changedAt: Math.max(changedAt(date), holidayChanges.get(date) ?? 0, diagramChanges.get(diagram) ?? 0),
		});
	}
	return events;
}

/** Makes the globally unique key of an event from `key`, which is unique on this server. */
export function uidOf(key: string): string {
	return `${key}@${new URL(publicOrigin).hostname}`;
}
