import type { User } from "~/features/auth/users.server";
import type { WorkLetter } from "~/features/diagrams/cycle";
import { takeReminder } from "~/features/documents/expiry/reminders.server";
import { findOwnCalendar } from "~/features/own-days/find-own-calendar.server";
import { listRotationHistory } from "~/features/shift/history/rotation-history.server";
import { dayOf, isConfirmedOn } from "~/features/shift/own-calendar";
import { db } from "~/lib/database/db.server";
import { addDays, type CivilDate, dayNumber } from "~/lib/time/civil-date";
import { plantDay, plantMinute } from "~/lib/time/plant-clock.server";
import { DAY_MINUTES, DAY_MS, DAY_S, MINUTE_S } from "~/lib/units/durations";
import { isQuiet, noticeMinute, type ShiftSpan } from "./notice-time";
import type { Notice } from "./post-push.server";

/** Days before and after today whose shifts decide what is due: no notice comes a whole day before its shift. */
const [DAYS_BEFORE, DAYS_AFTER] = [2, 1];
/** A change of a diagram is told within this time. */
const DIAGRAM_MS = 2 * DAY_MS;

/** A notice that is due, and the day by which it is sent once, or once for each shift that the day comes to have. */
export interface DueNotice {
	event: { kind: "shift" | "expiry" | "diagram"; date: CivilDate; letter?: WorkLetter };
	notice: Notice;
}

interface DatedShift extends ShiftSpan {
	date: CivilDate;
	letter: WorkLetter;
	unsure?: true;
}

/** The notices that are due for a user; none while the user sleeps. */
export async function findDueNotices(user: User, now: number): Promise<DueNotice[]> {
	const today = plantDay(now);
	const minute = dayNumber(today) * DAY_MINUTES + plantMinute(now);
	const shifts = await listShifts(user.id, today);
	if (isQuiet(minute, shifts)) return [];
	const changedOn = user.diagramNotices ? await findDiagramChange(user, now) : undefined;
	const expiry = await takeReminder(user, today, now);
	return [
		...(user.shiftNotices ? dueShifts(shifts, minute) : []),
		...(changedOn ? [dueOn("diagram", changedOn, changedOn)] : []),
		...(expiry ? [dueOn("expiry", today, expiry)] : []),
	];
}

/** @param date date that the notice names; `on` is that by which it is sent once */
function dueOn(kind: "expiry" | "diagram", on: CivilDate, date: CivilDate): DueNotice {
	return { event: { kind, date: on }, notice: { kind, date, ttlS: DAY_S } };
}

async function listShifts(userId: string, today: CivilDate): Promise<DatedShift[]> {
	const [from, to] = [addDays(today, -DAYS_BEFORE), addDays(today, DAYS_AFTER)];
	const calendar = await findOwnCalendar(userId);
	const shifts: DatedShift[] = [];
	for (let date = from; date <= to; date = addDays(date, 1)) {
		const { time } = dayOf(calendar, date);
		if (!time) continue;
		const start = dayNumber(date) * DAY_MINUTES;
		shifts.push({
			date,
			letter: time.letter,
			start: start + time.startMinute,
			end: start + time.endMinute,
			unsure: !isConfirmedOn(calendar, date) || undefined,
		});
	}
	return shifts;
}

/**
 * The shifts whose time to be told has come: not only the next one, as an afternoon after a night is told before that night.
 * The push service keeps a notice until the shift starts.
 */
function dueShifts(shifts: readonly DatedShift[], minute: number): DueNotice[] {
	const due = shifts.filter((shift) => shift.start > minute && minute >= noticeMinute(shift, shifts));
	return due.map(({ date, letter, start, unsure }) => ({
		event: { kind: "shift", date, letter },
		notice: { kind: `shift-${letter}`, date, unsure, ttlS: (start - minute) * MINUTE_S },
	}));
}

/**
 * The day on which the operator changed the user's diagram, if that was lately, after the user asked for notices, and not
 * before the user took the diagram in place of another.
 */
async function findDiagramChange({ id, diagram }: User, now: number): Promise<CivilDate | undefined> {
	if (!diagram) return undefined;
	const row = await db
		.selectFrom("diagramas")
		.select("corrected_at")
		.where("id", "=", diagram)
		.where("corrected_at", ">", now - DIAGRAM_MS)
		.where("corrected_at", ">", ({ selectFrom }) =>
			selectFrom("push_subscriptions")
				.select(({ fn }) => fn.min("created_at").as("first"))
				.where("user_id", "=", id),
		)
		.executeTakeFirst();
	if (!row) return undefined;
	const history = await listRotationHistory(id);
	const former = history.findLastIndex((entry) => entry.diagram !== diagram);
	const tookAt = history[former + 1]?.changedAt ?? 0;
	return tookAt > row.corrected_at ? undefined : plantDay(row.corrected_at);
}
