import { randomUUID } from "node:crypto";
import { db, sqlite } from "./db.server";
import { logEvent, logFailure } from "./log.server";
import { type Mail, sendMail } from "./mailer.server";

const MINUTE_MS = 60_000;
/** After the first, second, … failure; the last one again and again. */
const PAUSES_MS = [1, 5, 15, 60].map((minutes) => minutes * MINUTE_MS);
/** A mail older than this helps nobody any more: its link is dead. */
const GIVE_UP_MS = 24 * 60 * MINUTE_MS;
/** So that the answer to the form is out before work on the mail begins. */
const AFTER_ANSWER_MS = 100;

/** What the mail is about: `userId` is null where only an address is known. */
export interface MailOccasion {
	userId: string | null;
	address: string;
}

/** Writes a mail when it goes out, or says by undefined that there is nothing (any more) to say. */
export type Composer = (occasion: MailOccasion) => Promise<(Mail & { to: string }) | undefined>;

/**
 * Puts a mail in the outbox, in the transaction of the change that it tells of. Only its kind is stored: it is composed
 * when it is sent, so that no link or code ever stands in the database.
 */
export async function enqueueMail(
	trx: Pick<typeof db, "insertInto">,
	{ kind, userId, address }: { kind: string; userId?: string; address: string },
	now = Date.now(),
): Promise<void> {
	const row = { id: randomUUID(), kind, user_id: userId ?? null, address, created_at: now, next_try_at: now };
	await trx.insertInto("outbox").values(row).execute();
}

// The development server loads this module again after each change: there is one sender.
const state = globalThis as typeof globalThis & { relevoOutbox?: { timer?: NodeJS.Timeout; busy: boolean } };
state.relevoOutbox ??= { busy: false };
const sender = state.relevoOutbox;
let composers: Readonly<Record<string, Composer>> = {};

/** Starts to send, with what an earlier run has left. Called once, when the server starts. */
export function startOutbox(all: Readonly<Record<string, Composer>>): void {
	composers = all;
	schedule(AFTER_ANSWER_MS);
}

/** Tells the sender that there is something new. Until `startOutbox` there is none, and mails wait. */
export function wakeOutbox(): void {
	if (Object.keys(composers).length > 0) schedule(AFTER_ANSWER_MS);
}

function schedule(ms: number): void {
	clearTimeout(sender.timer);
	sender.timer = setTimeout(sendDue, ms).unref();
}

/** One mail after the other, until none is due; then waits for the next one's time. */
async function sendDue(): Promise<void> {
	if (sender.busy) return;
	sender.busy = true;
	try {
		let sent = 0;
		while (sqlite.open && (await sendNext())) sent += 1;
		if (!sqlite.open) return;
		// An address whose account is gone must not stay behind in the write-ahead log or the page that it replaces.
		if (sent > 0) sqlite.pragma("wal_checkpoint(TRUNCATE)");
		await scheduleNext();
	} catch (error) {
		// The database closes while a mail is under way when the server stops: it is sent again after the start.
		if (sqlite.open) logFailure("outbox_failed", error);
		if (sqlite.open) schedule(MINUTE_MS);
	} finally {
		sender.busy = false;
	}
}

/** Sends the mail that is due first. @returns whether there was one */
async function sendNext(now = Date.now()): Promise<boolean> {
	const row = await db
		.selectFrom("outbox")
		.selectAll()
		.where("next_try_at", "<=", now)
		.orderBy("next_try_at")
		.limit(1)
		.executeTakeFirst();
	if (!row) return false;
	try {
		const mail = await composers[row.kind]?.({ userId: row.user_id, address: row.address });
		// A mail that was taken just before a crash goes out twice, rather than never.
		if (mail) await sendMail({ ...mail, id: row.id });
		await db.deleteFrom("outbox").where("id", "=", row.id).execute();
	} catch (error) {
		if (!sqlite.open) return false;
		await postpone(row, error, now);
	}
	return true;
}

async function postpone(
	row: { id: string; kind: string; tries: number; created_at: number },
	error: unknown,
	now: number,
): Promise<void> {
	const refused = error instanceof Error && "responseCode" in error && Number(error.responseCode) >= 500;
	const pause = PAUSES_MS[Math.min(row.tries, PAUSES_MS.length - 1)] ?? MINUTE_MS;
	if (refused || now + pause > row.created_at + GIVE_UP_MS) {
		await db.deleteFrom("outbox").where("id", "=", row.id).execute();
		return logEvent("mail_dropped", { kind: row.kind, tries: row.tries + 1, level: "error" });
	}
	logFailure("mail_failed", error, { kind: row.kind, tries: row.tries + 1 });
	await db
		.updateTable("outbox")
		.set({ tries: row.tries + 1, next_try_at: now + pause })
		.where("id", "=", row.id)
		.execute();
}

async function scheduleNext(): Promise<void> {
	const next = await db
		.selectFrom("outbox")
		.select("next_try_at")
		.orderBy("next_try_at")
		.limit(1)
		.executeTakeFirst();
	if (next) schedule(Math.max(next.next_try_at - Date.now(), AFTER_ANSWER_MS));
}
