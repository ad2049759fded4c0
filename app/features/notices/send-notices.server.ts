import { setImmediate } from "node:timers/promises";
import { findUserById, type User } from "~/features/auth/users.server";
import { settleReminder } from "~/features/documents/expiry/reminders.server";
import { db, sqlite } from "~/lib/database/db.server";
import { isPushOn } from "~/lib/env.server";
import { logEvent, logFailure } from "~/lib/log.server";
import { finishBeforeStop, isStopping } from "~/lib/mail/under-way.server";
import { addDays } from "~/lib/time/civil-date";
import { plantDay } from "~/lib/time/plant-clock.server";
import { MINUTE_MS } from "~/lib/units/durations";
import { type DueNotice, findDueNotices } from "./due-notices.server";
import { type Notice, type Posted, type PushTarget, postPush } from "./post-push.server";
import { findPushKeys, type PushKeys } from "./push-keys.server";
import { deleteEndpoint, listTargets, waitWith } from "./push-subscriptions.server";

/** Time between two looks for what is due. */
export const NOTICES_EVERY_MS = 5 * MINUTE_MS;
/** Users whose notices are sent at once. */
const AT_ONCE = 8;
/** Only notices of a few days around today are due, so older ones are forgotten without being sent again. */
const KEPT_DAYS = 30;
/** Users whose old notices one statement forgets, so that the database is locked only briefly. */
const SWEPT_USERS = 100;

/** Sends the notices that are due. */
export async function sendNotices(now = Date.now()): Promise<void> {
	const keys = isPushOn ? await findPushKeys() : undefined;
	if (!keys) return;
	let sent = 0;
	const startedAt = performance.now();
	for await (const users of usersWith("push_subscriptions", AT_ONCE)) {
		// Slow push services may make a run so long that meanwhile the night or a shift begins. All goes by whole minutes.
		const minutes = Math.floor((performance.now() - startedAt) / MINUTE_MS);
		const present = now + minutes * MINUTE_MS;
		const notified = Promise.all(users.map((id) => notify(id, keys, present)));
		finishBeforeStop(notified);
		const counts = await notified;
		sent += counts.reduce((sum, count) => sum + count, 0);
	}
	if (sent > 0) logEvent("notices_sent", { notices: sent });
}

/** Yields the ids of the users with rows in a table, a few at once, until the server stops. */
async function* usersWith(table: "push_subscriptions" | "sent_notices", atOnce: number) {
	let last = "";
	while (sqlite.open && !isStopping()) {
		const rows = await db
			.selectFrom(table)
			.select("user_id")
			.distinct()
			.where("user_id", ">", last)
			.orderBy("user_id")
			.limit(atOnce)
			.execute();
		const users = rows.map(({ user_id }) => user_id);
		if (users.length === 0) return;
		yield users;
		last = users.at(-1) ?? "";
		await setImmediate();
	}
}

/** @returns the number of notices that a browser took */
async function notify(userId: string, keys: PushKeys, now: number): Promise<number> {
	try {
		const user = await findUserById(userId);
		if (!user) return 0;
		let taken = 0;
		for (const due of await findDueNotices(user, now))
			if ((await claim(userId, due)) && (await sendToAll(user, due, keys, now))) taken += 1;
		return taken;
	} catch (error) {
		if (sqlite.open) logFailure("notices_failed", error);
		return 0;
	}
}

/**
 * Marks a notice as sent, before it is sent: a server that is killed meanwhile does not send it again.
 * @returns false if it was marked before, and its shift is still the same
 */
async function claim(user_id: string, { event }: DueNotice): Promise<boolean> {
	const { numInsertedOrUpdatedRows } = await db
		.insertInto("sent_notices")
		.values({ user_id, ...event })
		.onConflict((conflict) =>
			conflict
				.columns(["user_id", "kind", "date"])
				.doUpdateSet(({ ref }) => ({ letter: ref("excluded.letter") }))
				.whereRef("sent_notices.letter", "<>", "excluded.letter"),
		)
		.executeTakeFirstOrThrow();
	return numInsertedOrUpdatedRows === 1n;
}

/** @returns whether at least one browser has the notice; otherwise it is tried again, or goes by mail */
async function sendToAll(
	{ id, isVerified }: User,
	due: DueNotice,
	keys: PushKeys,
	now: number,
): Promise<boolean> {
	const targets = await listTargets(id, now);
	const posted = await Promise.all(targets.map((target) => send(target, due.notice, keys, now)));
	const isTaken = posted.some(({ status }) => status === "sent");
	const isExpiry = due.event.kind === "expiry";
	if (isTaken && isExpiry) await settleReminder(id, due.event.date);
	if (!isTaken && !(isExpiry && isVerified)) await unclaim(id, due);
	return isTaken;
}

async function unclaim(userId: string, { event }: DueNotice): Promise<void> {
	await db
		.deleteFrom("sent_notices")
		.where("user_id", "=", userId)
		.where("kind", "=", event.kind)
		.where("date", "=", event.date)
		.execute();
}

/** Forgets the notices that were sent long ago. */
export async function sweepSentNotices(now = Date.now()): Promise<void> {
	const keptFrom = addDays(plantDay(now), -KEPT_DAYS);
	for await (const users of usersWith("sent_notices", SWEPT_USERS))
		await db.deleteFrom("sent_notices").where("user_id", "in", users).where("date", "<", keptFrom).execute();
}

async function send(target: PushTarget, notice: Notice, keys: PushKeys, now: number): Promise<Posted> {
	const posted = await postPush(target, notice, keys).catch((error: unknown): Posted => {
		logFailure("push_failed", error);
		return { status: "failed" };
	});
	if (posted.status === "gone") await deleteEndpoint(target.endpoint);
	if (posted.status === "failed" && posted.waitS) await waitWith(target.endpoint, now + posted.waitS * 1000);
	return posted;
}
