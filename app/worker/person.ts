/** Whose pages the phone keeps. Cookies are invisible to a worker, so each page says it in a header. */
import { MINUTE_MS } from "~/lib/units/durations";
import { read, readEntries, write } from "./phone-store";
import { endNotices } from "./push/push";
import { worker } from "./scope";

/** A visitor without a session. */
export const NOBODY = "-";

interface Memory {
	/** Short hash of the person who was last seen, or NOBODY. */
	person: string;
	/** Grows with each change of the person: what was asked for before it is not kept any more. */
	epoch: number;
	/** Keys of the person, by which what waits is encrypted, the newest first. */
	keys?: CryptoKey[];
	/** Whether the server does not know yet that the person has signed out. */
	owesSignOut?: boolean;
	/** When the person asked for the end of the account. */
	leavingSince?: number;
	/** Day on which the pages of the person were last fetched; "-" for none, undefined once a form has changed their days. */
	filledOn?: string;
	/** Whether a form has changed extras or pay since then. */
	isPayStale?: boolean;
}

/** Names of what is kept of the person: pages, and photos of documents. */
export const PRIVATE = "relevo-private-1";
export const PHOTOS = "relevo-photos-1";

let memory: Promise<Memory> | undefined;
let chain: Promise<unknown> = Promise.resolve();

export function remembered(): Promise<Memory> {
	memory ??= read<Memory>("state", "person").then((known) => known ?? { person: NOBODY, epoch: 0 });
	return memory;
}

export function remember(changes: Partial<Memory>): Promise<void> {
	return change((known) => ({ ...known, ...changes }));
}

/** Notes that a form has reached the server: what it changes of the pages that the phone keeps is fetched again. */
export async function noteChange(path: string): Promise<void> {
	if (/overtime|my-pay/.test(path)) await remember({ isPayStale: true });
	if (/my-shift|my-days|profile|document/.test(path)) await remember({ filledOn: undefined });
}

/** Each change begins with the result of the last one, so that none brings back what another has erased. */
async function change(work: (known: Memory) => Memory): Promise<void> {
	memory = remembered().then(work);
	const known = await memory;
	// A full phone forgets whom it knew, rather than keep somebody who has left.
	await write((state) => state.put(known, "person")).catch(() => write((state) => state.delete("person")));
}

/** Runs what writes to the private stores one after the other. */
export function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
	const done = chain.then(work);
	chain = done.catch(() => undefined);
	return done;
}

/** Does something in turn, unless the epoch in which it was begun is over. */
export function inEpoch(epoch: number, work: (known: Memory) => unknown): Promise<void> {
	return inTurn(async () => {
		const known = await remembered();
		if (known.epoch === epoch) await work(known);
	});
}

/** Erases what is kept of a person, and begins a new epoch for the next one. Only in turn. */
export async function changePerson(person: string, owesSignOut = false): Promise<void> {
	endNotices(worker.registration);
	// The copies go before the name, so that a worker that is killed in between begins again.
	await caches.delete(PRIVATE);
	await caches.delete(PHOTOS);
	await change(({ epoch }) => ({ person, epoch: epoch + 1, owesSignOut }));
}

/**
 * Notes whose page has arrived, before the page is shown.
 * @param epoch the epoch in which it was asked for
 * @returns the epoch in which it may be kept; undefined for a late page of somebody who has left
 */
export function meet(person: string | null | undefined, epoch: number): Promise<number | undefined> {
	return inTurn(async () => {
		const now = await remembered();
		// While a sign-out is owed, the session may still be open: nothing of it is kept.
		if (!person || now.owesSignOut) return undefined;
		if (person !== now.person) {
			if (now.epoch !== epoch) return undefined;
			if (person === NOBODY && Date.now() - (now.leavingSince ?? 0) < MINUTE_MS) await discardAll(now.person);
			await changePerson(person);
		}
		return (await remembered()).epoch;
	});
}

/**
 * Fetches the keys of the person, once after each sign-in. Pages are kept only afterwards, so that each form that the phone
 * shows without signal can wait.
 * @throws Error when the phone has none
 */
export async function fetchKeys(): Promise<void> {
	const { person, keys, epoch } = await remembered();
	if (person === NOBODY || keys) return;
	const answer = await fetch("/auth/phone-key", { method: "POST" });
	const given: { person?: string; keys: string[] } = await answer.json();
	if (given.person !== person) throw new Error();
	const imported = await Promise.all(
		given.keys.map((key) => {
			const raw = Uint8Array.from(atob(key), (byte) => byte.charCodeAt(0));
			return crypto.subtle.importKey("raw", raw, "AES-GCM", false, ["encrypt", "decrypt"]);
		}),
	);
	await inEpoch(epoch, () => remember({ keys: imported }));
}

/** Removes a form that waits, with its photos. */
export function discard(id: string, ...stores: IDBObjectStore[]): void {
	for (const store of stores) store.delete(id);
}

/** Removes all that waits of a person. */
export async function discardAll(person: string): Promise<void> {
	const all = await readEntries<{ id: string; person: string }>();
	await write((state, entries) => {
		for (const entry of all) if (entry.person === person) discard(entry.id, state, entries);
	});
}
