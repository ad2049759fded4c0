import { randomUUID } from "node:crypto";
import { db, emptyLog, sqlite } from "~/lib/database/db.server";
import { runOutsideRequest } from "~/lib/http/request-context.server";
import { logEvent, logFailure } from "~/lib/log.server";
import { type Mail, sendMail } from "./mailer.server";
import { findNextMail, type OutboxRow } from "./outbox-order.server";

const MINUTE_MS = 60_000;
const MAX_PAUSE_MS = 60 * MINUTE_MS;
/** How often to look for mails of an operator's command, whose process cannot wake this one. */
const LOOK_MS = 5_000;
/** Pauses after the first, second and third failure; later ones are MAX_PAUSE_MS. */
const PAUSES_MS = [1, 5, 15].map((minutes) => minutes * MINUTE_MS);
/** An older mail is given up, because its link has expired. */
const GIVE_UP_MS = 24 * 60 * MINUTE_MS;
/** Lets the response to the form go out before work on the mail begins. */
const AFTER_RESPONSE_MS = 100;
/** Several, so that one slow mail server does not delay the other mails. */
const MAX_AT_ONCE = 4;

/** The recipient of a mail. `userId` is null where only an address is known. */
export interface MailOccasion {
	userId: string | null;
	address: string;
}

/** Composes a mail when it is sent; undefined when there is nothing left to send. */
export type Composer = (occasion: MailOccasion) => Promise<ComposedMail | undefined>;

export interface ComposedMail extends Mail {
	to: string;
	/** Runs once the mail is sent, or refused permanently for its recipient. */
	onTold?: () => Promise<void>;
}

/**
 * Adds a mail to the outbox, in the transaction of the change that it announces. Only its kind is stored: it is composed
 * when it is sent, so that the database never holds a link or a code.
 * @param mail `askedBy` identifies the visitor whose request caused it: visitors take turns in the outbox
 */
export async function enqueueMail(
	trx: Pick<typeof db, "insertInto">,
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
}

interface Sender {
	timer?: NodeJS.Timeout;
	/** `sendDue` is running. */
	busy: boolean;
	/** Mails being sent now. */
	sending: Set<OutboxRow>;
	/** A mail was sent since the write-ahead log was last emptied. */
	hasSent: boolean;
}

// The development server loads this module again after each change: there is one sender.
const state = globalThis as typeof globalThis & { relevoOutbox?: Sender };
state.relevoOutbox ??= { busy: false, sending: new Set(), hasSent: false };
const sender = state.relevoOutbox;
let composers: Readonly<Record<string, Composer>> = {};
let patient: readonly string[] = [];

/**
 * Starts sending, also the mails left from an earlier run. Called once, when the server starts.
 * @param all the composer of each kind of mail
 * @param patientKinds kinds that come in hundreds and nobody waits for: sent while no other mail is due
 */
export function startOutbox(
	all: Readonly<Record<string, Composer>>,
	patientKinds: readonly string[] = [],
): void {
	composers = all;
	patient = patientKinds;
	schedule(AFTER_RESPONSE_MS);
}

/** Tells the sender that there is a new mail. Does nothing before `startOutbox`. */
export function wakeOutbox(): void {
	if (Object.keys(composers).length > 0) schedule(AFTER_RESPONSE_MS);
}

function schedule(ms: number): void {
	clearTimeout(sender.timer);
	sender.timer = runOutsideRequest(() => setTimeout(sendDue, ms).unref());
}

/** Starts sending the mails that are due, a few at once, and schedules the next look. */
async function sendDue(): Promise<void> {
	if (sender.busy) return;
	sender.busy = true;
	try {
		while (sqlite.open && sender.sending.size < MAX_AT_ONCE) {
			const row = await claimNext();
			if (!row) break;
			sender.sending.add(row);
			void send(row);
		}
		// A mail that finishes schedules the next look itself.
		if (!sqlite.open) return;
		if (sender.sending.size > 0) return schedule(LOOK_MS);
		// Otherwise the address of a deleted account would stay in the write-ahead log.
		if (sender.hasSent) emptyLog();
		sender.hasSent = false;
		await scheduleNext();
	} catch (error) {
		// Stopping the server closes the database during a mail: its row stays and is tried again later.
		if (sqlite.open) logFailure("outbox_failed", error);
		if (sqlite.open) schedule(MINUTE_MS);
	} finally {
		sender.busy = false;
	}
}

/** Takes the next mail and stores the try before sending: on a full disk it would otherwise be sent again and again. */
async function claimNext(now = Date.now()): Promise<OutboxRow | undefined> {
	const next = await findNextMail(Array.from(sender.sending), patient, now);
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

/** Composes and sends a mail; its row stays until it is done. */
async function send(row: OutboxRow): Promise<void> {
	try {
		if (await isDone(row)) {
			// Deleted only after sending: a crash in between sends the mail twice rather than never.
			await db.deleteFrom("outbox").where("id", "=", row.id).execute();
			sender.hasSent = true;
		}
	} catch (error) {
		if (sqlite.open) logFailure("outbox_failed", error);
	}
	sender.sending.delete(row);
	if (sqlite.open) schedule(0);
}

/** Whether the mail is sent, needs no sending any more, or is given up. */
async function isDone({
	kind,
	user_id,
	address,
	tries,
	created_at,
	next_try_at,
}: OutboxRow): Promise<boolean> {
	let mail: ComposedMail | undefined;
	try {
		mail = await composers[kind]?.({ userId: user_id, address });
		if (mail) await sendMail(mail);
	} catch (error) {
		logFailure("mail_failed", error, { kind, tries });
		const isRefused = isRefusedAddress(error);
		if (!isRefused && next_try_at <= created_at + GIVE_UP_MS) return false;
		logEvent("mail_dropped", { kind, tries, level: "error" });
		if (!isRefused) return true;
	}
	await mail?.onTold?.();
	return true;
}

/** Refused permanently for its recipient. For other refusals, such as a wrong password, mails wait until the operator fixes it. */
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
	schedule(Math.min(Math.max((next?.next_try_at ?? Infinity) - Date.now(), AFTER_RESPONSE_MS), LOOK_MS));
}
