import { randomUUID } from "node:crypto";
import { db, emptyLog, sqlite } from "~/lib/database/db.server";
import { runOutsideRequest } from "~/lib/http/request-context.server";
import { logEvent, logFailure } from "~/lib/log.server";
import { recordMail } from "~/lib/metrics/run-figures.server";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "~/lib/units/durations";
import { closeMailer, type Mail, sendMail } from "./mailer.server";
import { findNextMail, type OutboxRow } from "./outbox-order.server";
import { finishBeforeStop, isStopping } from "./under-way.server";

const MAX_PAUSE_MS = HOUR_MS;
/** Interval in ms at which the server looks for mails that an operator's command has queued in another process. */
const LOOK_MS = 5_000;
/** Pauses after the first three failed attempts to send a mail. All later pauses last MAX_PAUSE_MS. */
const PAUSES_MS = [1, 5, 15].map((minutes) => minutes * MINUTE_MS);
/** Age at which a mail is given up, so that its address is not stored for longer (docs/privacy.md). */
const GIVE_UP_MS = DAY_MS;
/** Delay of a new mail, so that the server first responds to the form. */
const AFTER_RESPONSE_MS = 100;
/** Maximum number of mails sent at once: several, so that one slow mail does not delay all others. */
const MAX_AT_ONCE = 4;

/**
 * Composes a mail just before it is sent. Returns undefined when the mail is no longer needed. `userId` is null when only the
 * address is known.
 */
export type Composer = (to: { userId: string | null; address: string }) => Promise<ComposedMail | undefined>;

export interface ComposedMail extends Mail {
	to: string;
	/** Function to call when the mail is sent, or when the recipient is permanently refused. */
	onTold?: () => Promise<void>;
}

/**
 * Queues a mail in the transaction of the change that the mail announces, and looks for it soon: the look waits for the
 * end of the transaction. Stores the kind of mail and the recipient. The text is written when the mail is sent, so that
 * the database contains no links or codes.
 * @param mail `askedBy` identifies the visitor who caused the mail. Visitors take turns, so that one visitor's many
 *   mails do not delay the mails of others
 */
export async function enqueueMail(
	trx: typeof db,
	{ kind, userId, address, askedBy }: { kind: string; userId?: string; address: string; askedBy?: string },
	now = Date.now(),
): Promise<void> {
	const row = {
		id: randomUUID(),
		kind,
		user_id: userId ?? null,
		address,
		asked_by: askedBy ?? null,
		created_at: now,
		next_try_at: now,
	};
	await trx.insertInto("outbox").values(row).execute();
	wakeOutbox();
}

let timer: NodeJS.Timeout | undefined;
/** When `timer` looks for mails. */
let looksAt = Infinity;
/** Whether `sendDue` is running. */
let isBusy = false;
const sending = new Set<OutboxRow>();
/** Whether a row was deleted since the last `emptyLog()`. The write-ahead log then still contains the mail's address. */
let hasSent = false;
let composers: Readonly<Record<string, Composer>> = {};
let patient: readonly string[] = [];

/**
 * Starts sending mails, also those of an earlier run.
 * @param all composers by kind of mail
 * @param patientKinds kinds of mail that no user waits for; other due mails are sent first
 */
export function startOutbox(all: Readonly<Record<string, Composer>>, patientKinds: readonly string[] = []) {
	composers = all;
	patient = patientKinds;
	schedule(AFTER_RESPONSE_MS);
}

/** Looks for new mails. Does nothing before `startOutbox`. */
export function wakeOutbox(): void {
	if (Object.keys(composers).length > 0) schedule(AFTER_RESPONSE_MS);
}

/** An earlier check stays: forms that are sent without a pause must not put it off. */
function schedule(ms: number): void {
	const at = performance.now() + ms;
	if (at >= looksAt) return;
	clearTimeout(timer);
	looksAt = at;
	timer = runOutsideRequest(() => setTimeout(sendDue, ms).unref());
}

/** Starts sending due mails, a few at once, and schedules the next check. */
async function sendDue(): Promise<void> {
	looksAt = Infinity;
	if (isBusy) return;
	isBusy = true;
	try {
		while (sqlite.open && !isStopping() && sending.size < MAX_AT_ONCE) {
			const row = await claimNext();
			if (!row) break;
			sending.add(row);
			finishBeforeStop(send(row));
		}
		// Each finished `send` calls this function again. Another process may queue a mail before that: hence LOOK_MS.
		if (!sqlite.open) return;
		if (sending.size > 0) return schedule(LOOK_MS);
		await closeMailer();
		// Removes the addresses of sent mails from the write-ahead log, which keeps deleted rows.
		if (hasSent) await emptyLog();
		hasSent = false;
		await scheduleNext();
	} catch (error) {
		// A query fails when the server stops, because the server closes the database. The next start sends the mails.
		if (sqlite.open) logFailure("outbox_failed", error);
		if (sqlite.open) schedule(MINUTE_MS);
	} finally {
		isBusy = false;
	}
}

async function claimNext(): Promise<OutboxRow | undefined> {
	const now = Date.now();
	const next = await findNextMail(Array.from(sending), patient, now);
	if (!next) return undefined;
	const row = {
		...next,
		tries: next.tries + 1,
		next_try_at: now + (PAUSES_MS[next.tries] ?? MAX_PAUSE_MS),
	};
	const { tries, next_try_at } = row;
	await db.updateTable("outbox").set({ tries, next_try_at }).where("id", "=", row.id).execute();
	return row;
}

/** Sends a mail and deletes its row, unless the mail is to be tried again. */
async function send(row: OutboxRow): Promise<void> {
	try {
		if (await isDone(row)) {
			// The row is deleted only after sending: a crash in between sends the mail twice, but loses no mail.
			await db.deleteFrom("outbox").where("id", "=", row.id).execute();
			hasSent = true;
		}
	} catch (error) {
		if (sqlite.open) logFailure("outbox_failed", error);
	}
	sending.delete(row);
	if (sqlite.open) schedule(0);
}

/**
 * Composes and sends a mail. Returns false if the mail is to be tried again, and true when it is sent, no longer needed
 * or given up.
 */
async function isDone(row: OutboxRow): Promise<boolean> {
	const { kind, user_id, address, tries, created_at, next_try_at } = row;
	let mail: ComposedMail | undefined;
	try {
		mail = await composers[kind]?.({ userId: user_id, address });
		if (mail) await sendMail(mail);
		if (mail) recordMail("sent");
	} catch (error) {
		logFailure("mail_failed", error, { kind, tries });
		const isRefused = isRefusedAddress(error);
		if (!isRefused && next_try_at <= created_at + GIVE_UP_MS) return false;
		logEvent("mail_dropped", { kind, tries, level: "error" });
		recordMail("dropped");
		if (!isRefused) return true;
	}
	await mail?.onTold?.();
	return true;
}

/**
 * Response that refuses the address itself or its mailbox (RFC 3463: X.1 and X.2), or gives no reason. X.1.7 and X.1.8 are
 * about the sender, and so is X.1.0 of Postfix, which refuses a sender only together with the recipient.
 */
const REFUSES_ADDRESS = /^5\d\d[ -](?!5\.\d)|^5\d\d[ -]5\.(?:1\.(?![078]\b)|2\.)/;

/**
 * Whether the mail server refused the recipient permanently. After any other failure, such as a wrong SMTP password,
 * "5.7.1 Relay access denied" or "5.4.5 Daily limit exceeded", which no recipient can help, the mail is tried again.
 */
function isRefusedAddress(error: unknown): boolean {
	if (!(error instanceof Error && "command" in error && "response" in error)) return false;
	return error.command === "RCPT TO" && REFUSES_ADDRESS.test(String(error.response));
}

async function scheduleNext(): Promise<void> {
	const next = await db
		.selectFrom("outbox")
		.select("next_try_at")
		.orderBy("next_try_at")
		.limit(1)
		.executeTakeFirst();
	schedule(Math.min(Math.max((next?.next_try_at ?? Infinity) - Date.now(), AFTER_RESPONSE_MS), LOOK_MS));
}
