/** Sends what waits: the oldest first, one at a time. */
import { type Entry, type Outcome, outcomeOf } from "./entry";
import { open, settle, waiting } from "./outbox";
import { remembered } from "./person";

/** Longest time for one form. */
const LIMIT_MS = 30_000;

export interface Sent {
	outcome: Outcome;
	response: Response;
}

/** Forms on their way, which nobody else sends. */
const onTheirWay = new Map<string, Promise<Sent>>();

/**
 * Sends a form and notes what became of it.
 * @param address to which a live page sends it; by default that of the form
 * @throws Error without signal; the form stays
 */
export function send(entry: Entry, address?: string): Promise<Sent> {
	const sent = post(entry, address);
	onTheirWay.set(entry.id, sent);
	const arrived = () => {
		if (onTheirWay.get(entry.id) === sent) onTheirWay.delete(entry.id);
	};
	sent.then(arrived, arrived);
	return sent;
}

async function post(entry: Entry, address: string | undefined): Promise<Sent> {
	const typed = await open(entry);
	if (!typed) throw new Error("no key");
	const controller = new AbortController();
	const timer = setTimeout(() => controller.abort(), LIMIT_MS);
	try {
		const response = await fetch(address ?? typed.path, {
			method: "POST",
			body: typed.body,
			headers: {
				"Content-Type": "application/x-www-form-urlencoded",
				"Relevo-Person": entry.person,
				// The age instead of the time: this phone's clock may be wrong.
				"Relevo-Age": String(Math.max(0, Date.now() - entry.firstSentAt)),
			},
			redirect: "manual",
			signal: controller.signal,
		});
		const outcome = outcomeOf(response);
		if (outcome === "done") await settle(entry);
		if (outcome === "refused") await settle(entry, { ...entry, isRefused: true });
		return { outcome, response };
	} finally {
		clearTimeout(timer);
	}
}

let sendingAll: Promise<boolean> | undefined;

/**
 * Sends all that waits, except what somebody has to correct.
 * @returns whether nothing is left that could be sent
 */
export function sendAll(): Promise<boolean> {
	sendingAll ??= sendEach().finally(() => {
		sendingAll = undefined;
	});
	return sendingAll;
}

async function sendEach(): Promise<boolean> {
	if ((await remembered()).owesSignOut) return false;
	for (const entry of await waiting()) {
		if (entry.isRefused) continue;
		const sent = onTheirWay.get(entry.id) ?? send(entry);
		const outcome = await sent.then(({ outcome }) => outcome).catch(() => "later" as const);
		if (outcome === "later" || outcome === "session") return false;
	}
	return true;
}
