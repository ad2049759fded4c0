/** The calendar that a user's phone reads at a secret URL. */
import { hash } from "node:crypto";
import { monthsLater } from "~/features/diagrams/periods";
import { pagesOfExtras } from "~/features/extras/list/extras-list.server";
import type { Extra } from "~/features/extras/rows/extras.server";
import { findOwnCalendar, listDayChanges } from "~/features/own-days/find-own-calendar.server";
import { type CivilDate, daysOfMonth } from "~/lib/time/civil-date";
import { inHours } from "~/lib/time/minutes";
import type { Feed } from "./calendar-feeds.server";
import { type CalendarEvent, writeCalendar } from "./calendar-file.server";
import { dayEvents, uidOf } from "./day-events.server";

/** Maximum number of extras in a calendar. Later extras are left out. */
const MAX_EXTRA_EVENTS = 2_000;

/**
 * Writes a user's calendar file from the start of last month to the end of this month next year: shifts and days off,
 * own days and extras. The file contains neither the user's name nor texts that the user has typed.
 */
export async function personCalendar(feed: Feed, today: CivilDate): Promise<string> {
	const month = today.slice(0, 7);
	const first = `${monthsLater(month, -1)}-01`;
	const last = daysOfMonth(monthsLater(month, 12)).at(-1) ?? today;
	const { userId, updatedAt } = feed;
	const changes = await listDayChanges(userId, first, last);
	const days = await dayEvents(await findOwnCalendar(userId), {
		first,
		last,
		keyOf: (date) => `${date}-${keyOf(userId)}`,
		changedAt: (date) => Math.max(updatedAt, changes.get(date) ?? 0),
	});
	return writeCalendar({
		name: "Mi turno",
		description: "Es orientativo: vale siempre el diagrama de tu planta.",
		first,
		last,
		events: [...days, ...(await extraEvents(feed, first, last))],
		alarms: feed.alarms,
	});
}

async function extraEvents(feed: Feed, first: CivilDate, last: CivilDate): Promise<CalendarEvent[]> {
	const events: CalendarEvent[] = [];
	for await (const extras of pagesOfExtras(feed.userId, { start: first, end: last })) {
		events.push(...extras.map((extra) => extraEvent(feed, extra)));
		if (events.length >= MAX_EXTRA_EVENTS) break;
	}
	return events;
}

function extraEvent({ userId, updatedAt }: Feed, extra: Extra): CalendarEvent {
	const { idFile, date, minutes, startMinute, isStartProposed, createdAt, editedAt } = extra;
	// Leaves out a start time that the worker did not type. Relevo proposes the start of a shift, so in the calendar the
	// extra could cover the worker's own shift.
	const time =
		startMinute === null || isStartProposed ? undefined : { startMinute, endMinute: startMinute + minutes };
	return {
		uid: uidOf(`extra-${keyOf(userId + idFile)}`),
		title: `Extra: ${inHours(minutes)}`,
		date,
		time,
		changedAt: Math.max(updatedAt, editedAt ?? createdAt),
	};
}

/** Hashes the id, so that the event's UID does not reveal the id. */
function keyOf(id: string): string {
	return hash("sha256", `calendar ${id}`, "base64url").slice(0, 16);
}
