import { randomUUID } from "node:crypto";
import { db, emptyLog, sqlite } from "./db.server";
import { logEvent, logFailure } from "./log.server";
import { type Mail, sendMail } from "./mailer.server";

const MINUTE_MS = 60_000;
const LONGEST_PAUSE_MS = 60 * MINUTE_MS;
/** How often to look for mails that an operator's command has put here, from a process that cannot wake this one. */
const LOOK_MS = 5_000;
/** After the first, second, third failure; then the longest again and again. */
const PAUSES_MS = [1, 5, 15].map((minutes) => minutes * MINUTE_MS);
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
let patient: readonly string[] = [];

/**
 * Starts to send, with what an earlier run has left. Called once, when the server starts.
 * @param all who writes the mails of each kind
 * @param patientKinds those that come in hundreds and that nobody waits for: they go out while nothing else is due
 */
export function startOutbox(
	all: Readonly<Record<string, Composer>>,
	patientKinds: readonly string[] = [],
): void {
	composers = all;
	patient = patientKinds;
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
		if (sent > 0) emptyLog();
		await scheduleNext();
	} catch (error) {
		// A stop closes the database while a mail is under way: its row stays, and is tried again after its pause.
		if (sqlite.open) logFailure("outbox_failed", error);
		if (sqlite.open) schedule(MINUTE_MS);
	} finally {
		sender.busy = false;
	}
}

/** Sends the mail that has been due longest, a patient one last. @returns whether there was one */
async function sendNext(now = Date.now()): Promise<boolean> {
	const row = await db
		.selectFrom("outbox")
		.selectAll()
		.where("next_try_at", "<=", now)
		.orderBy(({ eb }) => eb("kind", "in", patient))
		.orderBy("next_try_at")
		.limit(1)
		.executeTakeFirst();
	if (!row) return false;
	const tries = row.tries + 1;
	const nextTryAt = now + (PAUSES_MS[row.tries] ?? LONGEST_PAUSE_MS);
	// Written before the mail goes out: with a full disk it would otherwise go out again and again.
	await db.updateTable("outbox").set({ tries, next_try_at: nextTryAt }).where("id", "=", row.id).execute();
	try {
		const mail = await composers[row.kind]?.({ userId: row.user_id, address: row.address });
		if (mail) await sendMail(mail);
	} catch (error) {
		logFailure("mail_failed", error, { kind: row.kind, tries });
		if (!isRefusedAddress(error) && nextTryAt <= row.created_at + GIVE_UP_MS) return true;
		logEvent("mail_dropped", { kind: row.kind, tries, level: "error" });
	}
	// Only now: a mail that was taken just before a crash goes out twice, rather than never.
	await db.deleteFrom("outbox").where("id", "=", row.id).execute();
	return true;
}

/** Refused for ever for its recipient. A wrong password or sender is the operator's to mend: until then mails wait. */
function isRefusedAddress(error: unknown): boolean {
	if (!(error instanceof Error && "command" in error && "responseCode" in error)) return false;
	return error.command === "RCPT TO" && Number(error.responseCode) >= 500;
}

async function scheduleNext(): Promise<void> {
	const next = await db
		.selectFrom("outbox")
		.select("next_try_at")
		.orderBy("next_try_at")
		.limit(1)
		.executeTakeFirst();
	schedule(Math.min(Math.max((next?.next_try_at ?? Infinity) - Date.now(), AFTER_ANSWER_MS), LOOK_MS));
}
