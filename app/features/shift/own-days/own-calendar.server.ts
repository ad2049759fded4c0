/** A user's own calendar: the shift calendars of the profile's history, and the own days. */
import { type CrewLetter, crewLetters, crewsOf, type Diagram } from "~/features/diagrams/cycle";
import { listDiagrams } from "~/features/diagrams/diagrams.server";
import { findProfile } from "~/features/profile/profiles.server";
import {
	BEGINNING,
	listRotationHistory,
	type StoredRotation,
} from "~/features/profile/rotation-history.server";
import type { MyRotation } from "~/features/shift/my-rotation.server";
import { calendarOf, type DatedRotation, dayOf, type OwnCalendar } from "~/features/shift/own-calendar";
import { type Rotation, rotationAt, sameRotation } from "~/features/shift/rotation";
import { db } from "~/lib/database/db.server";
import { addDays, type CivilDate } from "~/lib/time/civil-date";
import { listOwnDays } from "./own-days.server";

/** The next public holiday and the next free weekend are closer than this number of days. */
const DAYS_AHEAD = 400;

/** A user's own calendar for the dates from `from` to `to`, both included. */
export async function findOwnCalendar(userId: string, from: CivilDate, to: CivilDate): Promise<OwnCalendar> {
	return { rotations: await listDatedRotations(userId), ownDays: await listOwnDays(userId, from, to) };
}

/**
 * The calendar of `mine` for the dates from `from` to `to`, both included: with own days for the signed-in user, and
 * with the profile's history unless the calendar is that of the cookie.
 * @param userId of the signed-in user; undefined for a visitor
 */
export async function findMyCalendar(
	{ rotation, source }: MyRotation,
	userId: string | undefined,
	from: CivilDate,
	to: CivilDate,
): Promise<OwnCalendar> {
	if (!userId) return calendarOf(rotation);
	if (source !== "cookie") return findOwnCalendar(userId, from, to);
	return { ...calendarOf(rotation), ownDays: await listOwnDays(userId, from, to) };
}

/**
 * A shift calendar with what the user does otherwise: the own days from yesterday on, as far ahead as the answers of "Mi
 * turno" reach, and until the profile's calendar began, the one before it. A night shift of yesterday may still run.
 */
export async function withOwnDays(rotation: Rotation, userId: string, today: CivilDate): Promise<Rotation> {
	const ownDays = await listOwnDays(userId, addDays(today, -1), addDays(today, DAYS_AHEAD));
	const [before, last] = (await listDatedRotations(userId)).slice(-2);
	// A calendar from the cookie is not the profile's, whose history says nothing about it.
	const isLast = last?.rotation !== undefined && sameRotation(last.rotation, rotation);
	if (!before?.rotation || !isLast || last.since < today) return { ...rotation, ownDays };
	return { ...rotation, ownDays, former: { until: last.since, rotation: before.rotation } };
}

/**
 * The shift calendars that a user had, oldest first. From the newest change on, the calendar is that of the profile.
 * Never empty; without a calendar in the profile, the last has no `rotation`.
 */
export async function listDatedRotations(userId: string): Promise<DatedRotation[]> {
	const profile = await findProfile(userId);
	const diagrams = await listDiagrams();
	const history = await listRotationHistory(userId);
	const former = history.slice(0, -1).map((entry) => toDatedRotation(entry.since, entry, diagrams));
	return [...former, toDatedRotation(history.at(-1)?.since ?? BEGINNING, profile, diagrams)];
}

/** The letters of the crews in the diagrams that a user had; all letters without any diagram. */
export async function listOwnCrews(userId: string): Promise<CrewLetter[]> {
	const crews = (await listDatedRotations(userId)).map(({ diagram }) => diagram?.crews ?? 0);
	return crewsOf({ crews: Math.max(...crews) || crewLetters.length });
}

/** Minutes of the shifts that the user's shift calendars have from `from` to `to`, both included; 0 for unknown shifts. */
export async function sumShiftMinutes(userId: string, from: CivilDate, to: CivilDate): Promise<number> {
	const calendar = { rotations: await listDatedRotations(userId), ownDays: [] };
	let minutes = 0;
	for (let date = from; date <= to; date = addDays(date, 1)) {
		const { time } = dayOf(calendar, date);
		if (time) minutes += time.endMinute - time.startMinute;
	}
	return minutes;
}

/**
 * When the user last changed what they do on the dates from `from` to `to`, in UTC milliseconds by date. Dates on which
 * nothing ever changed are missing. Corrections of a diagram or of holidays do not count.
 */
export async function listDayChanges(
	userId: string,
	from: CivilDate,
	to: CivilDate,
): Promise<Map<CivilDate, number>> {
	const rows = await db
		.selectFrom("changed_days")
		.select(["date", "changed_at as changedAt"])
		.where("user_id", "=", userId)
		.where("date", ">=", from)
		.where("date", "<=", to)
		.execute();
	const changes = new Map(rows.map(({ date, changedAt }) => [date, changedAt]));
	const history = await listRotationHistory(userId);
	if (history.length === 0) return changes;
	for (let date = from; date <= to; date = addDays(date, 1)) {
		const entry = history.findLast(({ since }) => since <= date) ?? history[0];
		const changedAt = Math.max(entry?.changedAt ?? 0, changes.get(date) ?? 0);
		if (changedAt > 0) changes.set(date, changedAt);
	}
	return changes;
}

function toDatedRotation(
	since: CivilDate,
	stored: StoredRotation | undefined,
	diagrams: readonly Diagram[],
): DatedRotation {
	const diagram = diagrams.find(({ id }) => id === stored?.diagram);
	const rotation = diagram && rotationAt(diagram, stored?.cycleStart ?? stored?.crew ?? "");
	const isOwnPosition = Boolean(stored?.cycleStart);
	return { since, diagram, rotation: rotation && { ...rotation, isOwnPosition } };
}
