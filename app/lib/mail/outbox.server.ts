import { randomUUID } from "node:crypto";
import { db, emptyLog, sqlite } from "~/lib/database/db.server";
import { runOutsideRequest } from "~/lib/http/request-context.server";
import { logEvent, logFailure } from "~/lib/log.server";
import { type Mail, sendMail } from "./mailer.server";
import { findNextMail, type OutboxRow } from "./outbox-order.server";

const MINUTE_MS = 60_000;
const MAX_PAUSE_MS = 60 * MINUTE_MS;
/** How often to look for mails that an operator's command has put here, from a process that cannot wake this one. */
const LOOK_MS = 5_000;
/** After the first, second, third failure; then the longest again and again. */
const PAUSES_MS = [1, 5, 15].map((minutes) => minutes * MINUTE_MS);
/** A mail older than this helps nobody any more: its link is dead. */
const GIVE_UP_MS = 24 * 60 * MINUTE_MS;
/** So that the answer to the form is out before work on the mail begins. */
const AFTER_ANSWER_MS = 100;
/** So that an address whose server is slow holds up nobody else's mail. */
const MAX_AT_ONCE = 4;

/** What the mail is about: `userId` is null where only an address is known. */
export interface MailOccasion {
	userId: string | null;
	address: string;
}

/** Writes a mail when it goes out, or says by undefined that there is nothing (any more) to say. */
export type Composer = (occasion: MailOccasion) => Promise<ComposedMail | undefined>;

export interface ComposedMail extends Mail {
	to: string;
	/** What follows once the mail is out, or refused for ever for its recipient, who has then been told as well as can be. */
	onTold?: () => Promise<void>;
}

/**
 * Puts a mail in the outbox, in the transaction of the change that it tells of. Only its kind is stored: it is composed
 * when it is sent, so that no link or code ever stands in the database.
 * @param mail `askedBy` tells one visitor's requests from another's: nobody's mails wait behind all of another's
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
	/** Somebody is choosing what goes out next. */
	busy: boolean;
	/** What is going out now. */
	sending: Set<OutboxRow>;
	/** Something went out since the database's log was emptied. */
	hasSent: boolean;
}

// The development server loads this module again after each change: there is one sender.
const state = globalThis as typeof globalThis & { relevoOutbox?: Sender };
state.relevoOutbox ??= { busy: false, sending: new Set(), hasSent: false };
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
	sender.timer = runOutsideRequest(() => setTimeout(sendDue, ms).unref());
}

/** Begins with what is due, a few mails at once, and waits for the next one's time. */
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
		// Each one that is out looks again by itself.
		if (!sqlite.open) return;
		if (sender.sending.size > 0) return schedule(LOOK_MS);
		// An address whose account is gone must not stay behind in the write-ahead log or the page that it replaces.
		if (sender.hasSent) emptyLog();
		sender.hasSent = false;
		await scheduleNext();
	} catch (error) {
		// A stop closes the database while a mail is under way: its row stays, and is tried again after its pause.
		if (sqlite.open) logFailure("outbox_failed", error);
		if (sqlite.open) schedule(MINUTE_MS);
	} finally {
		sender.busy = false;
	}
}

/** Chooses the next mail, and writes down that it is tried: with a full disk it would otherwise go out again and again. */
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

/** Composes and sends a mail; one that fails stays for its next try. */
async function send(row: OutboxRow): Promise<void> {
	try {
		if (await isDone(row)) {
			// Only now: a mail that was taken just before a crash goes out twice, rather than never.
			await db.deleteFrom("outbox").where("id", "=", row.id).execute();
			sender.hasSent = true;
		}
	} catch (error) {
		if (sqlite.open) logFailure("outbox_failed", error);
	}
	sender.sending.delete(row);
	if (sqlite.open) schedule(0);
}

/** Whether the mail has gone out, has nothing (any more) to say, or is given up. */
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
