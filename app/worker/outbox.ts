/** The forms that wait on the phone, each encrypted with a key that only its writer's session gets from the server. */
import type { Entry, Typed } from "./entry";
import { remembered } from "./person";
import { read, readAll, write } from "./phone-store";

/**
 * Stores a form before it is sent; resolves when the disk has it.
 * @returns undefined when the phone has no key yet
 * @throws Error when the phone has no room
 */
export async function store(typed: Typed): Promise<Entry | undefined> {
	const { person, keys = [] } = await remembered();
	const [key] = keys;
	if (!key) return undefined;
	const idFile = new URLSearchParams(typed.body).get("idFile");
	const id = await hashOf(`${person} ${idFile ?? typed.path}`);
	const iv = crypto.getRandomValues(new Uint8Array(12));
	const secret = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, key, bytesOf(JSON.stringify(typed)));
	const now = Date.now();
	const entry = { id, person, firstSentAt: now, stamp: `${now} ${iv.join()}`, isRefused: false, iv, secret };
	await write("entries", id, entry);
	return entry;
}

async function hashOf(text: string): Promise<string> {
	return new Uint8Array(await crypto.subtle.digest("SHA-256", bytesOf(text))).join("-");
}

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** Reads a form; undefined if no key of the person fits. */
export async function open({ iv, secret }: Entry): Promise<Typed | undefined> {
	for (const key of (await remembered()).keys ?? []) {
		const plain = await crypto.subtle.decrypt({ name: "AES-GCM", iv }, key, secret).catch(() => undefined);
		if (plain) return JSON.parse(new TextDecoder().decode(plain));
	}
	return undefined;
}

export function findEntry(id: string): Promise<Entry | undefined> {
	return read<Entry>("entries", id);
}

/** The forms of the person, oldest first. */
export async function waiting(): Promise<Entry[]> {
	const { person } = await remembered();
	const own = (await readAll<Entry>("entries")).filter((entry) => entry.person === person);
	return own.sort((one, other) => one.firstSentAt - other.firstSentAt);
}

/** Changes or, with undefined, removes a form, unless it was typed anew meanwhile. */
export async function settle(entry: Entry, changed?: Entry): Promise<void> {
	if ((await findEntry(entry.id))?.stamp === entry.stamp) await write("entries", entry.id, changed);
}
