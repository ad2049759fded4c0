/** Sends what waits: the oldest first, one at a time. */
import { sharedRun } from "~/lib/shared-run";
import { DAY_MS } from "~/lib/units/durations";
import { type Entry, type Outcome, outcomeOf } from "./entry";
import { findEntry, isSame, open, openPhotos, settle, waiting } from "./outbox";
import { noteChange } from "./person";

/** Longest time for one form or copy, and speed at which a photo may still arrive. */
export const LIMIT_MS = 30_000;
const MIN_BYTES_PER_MS = 16;

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
	sent
		.finally(() => {
			if (onTheirWay.get(entry.id) === sent) onTheirWay.delete(entry.id);
		})
		.catch(() => undefined);
	return sent;
}

async function post(entry: Entry, address: string | undefined): Promise<Sent> {
	// A correction must not arrive before the form that it corrects.
	await onTheirWay.get(entry.id)?.catch(() => undefined);
	const typed = isSame(entry, await findEntry(entry.id)) && (await open(entry));
	if (!typed) throw new Error();
	const fields = new URLSearchParams(typed.body);
	const form = formOf(fields);
	const path = address ?? typed.path;
	// What the server has, it keeps for a day.
	const from = Math.abs(Date.now() - (entry.sentAt ?? 0)) < DAY_MS / 2 ? (entry.sent ?? 0) : 0;
	for await (const [place, photo] of openPhotos(entry, typed, from)) {
		const one = formOf(fields);
		one.set("intent", "images");
		one.append("images", photo);
		const sent = await postOne(entry, path, one, LIMIT_MS + photo.size / MIN_BYTES_PER_MS);
		const { outcome } = sent;
		if (outcome === "later") return sent;
		if (outcome === "session") {
			// For the page of the ended session. Whoever has signed in since then may have it taken, but not its photos.
			const page = await postOne(entry, path, form, LIMIT_MS);
			return { ...page, outcome: page.outcome === "later" ? "later" : "session" };
		}
		// A refused photo goes out with the form, whose answer says what is wrong with it.
		if (!sent.response.ok) form.append("images", photo);
		else if (!form.has("images")) await settle(entry, { sent: place + 1, sentAt: Date.now() });
	}
	const sent = await postOne(entry, path, typed.photos ? form : fields, LIMIT_MS);
	if (sent.outcome === "refused") await settle(entry, { isRefused: true, sent: 0 });
	if (sent.outcome === "done") {
		await settle(entry);
		await noteChange(typed.path);
	}
	return sent;
}

function formOf(fields: URLSearchParams): FormData {
	const form = new FormData();
	for (const [name, value] of fields) form.append(name, value);
	return form;
}

async function postOne(
	entry: Entry,
	path: string,
	body: FormData | URLSearchParams,
	limitMs: number,
): Promise<Sent> {
	const controller = new AbortController();
	const timer = setTimeout(() => controller.abort(), limitMs);
	const response = await fetch(path, {
		method: "POST",
		body,
		headers: {
			"Relevo-Person": entry.person,
			// The age instead of the time: this phone's clock may be wrong. The server takes a negative one as 0.
			"Relevo-Age": String(Date.now() - entry.firstSentAt),
		},
		signal: controller.signal,
	});
	// Half an answer is none: the page would show neither the form nor what the server says of it.
	await response.clone().text();
	clearTimeout(timer);
	const outcome = outcomeOf(response);
	if (outcome === "later") await settle(entry, { isPutOff: true });
	return { outcome, response };
}

/**
 * Sends all that waits, except what somebody has to correct.
 * @returns whether nothing is left that could be sent
 */
export const sendAll = sharedRun(async () => {
	for (const { id } of await waiting()) {
		// While the others were on their way, it may have been corrected or discarded.
		const entry = await findEntry(id);
		if (!entry || entry.isRefused || entry.isDraft || !(await open(entry))) continue;
		const sent = await (onTheirWay.get(entry.id) ?? send(entry)).catch(() => undefined);
		if (!sent || sent.outcome === "later" || sent.outcome === "session") return false;
	}
	return true;
});
