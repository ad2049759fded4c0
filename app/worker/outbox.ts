/** The forms that wait on the phone, each encrypted with a key that only its writer's session gets from the server. */
import type { Entry, Sealed, Typed } from "./entry";
import { discard, inTurn, remembered } from "./person";
import { read, readEntries, write } from "./phone-store";

/** Most bytes of the photos of one form. */
const MAX_BYTES = 30e6;

/**
 * Stores a form before it is sent; resolves when the disk has it. A form that was corrected keeps its photos, because no
 * page can fill in a file field. In turn, so that a correction that is pressed while the former is being stored, which
 * takes long with photos, comes after it.
 * @returns undefined when the phone has no key yet
 * @throws when the phone has no room: an Error for too many photos, an Event for a full disk
 */
export function store(typed: Typed, added: readonly File[], isDraft = false): Promise<Entry | undefined> {
	return inTurn(async () => {
		const { person, keys = [] } = await remembered();
		const [key] = keys;
		if (!key) return undefined;
		const idFile = new URLSearchParams(typed.body).get("idFile");
		const id = await hashOf(`${person} ${idFile ?? typed.path}`);
		// Between the two readings the former may have been sent and removed: then its photos are the server's.
		const sealed = await sealedPhotos(id);
		const former = await findEntry(id);
		const photos = (former && (await open(former))?.photos) ?? [];
		sealed.length = photos.length;
		for (const photo of added) {
			const { name, type, size } = photo;
			if (photos.some((known) => known.name === name && known.size === size)) continue;
			photos.push({ name, type, size });
			if (photos.reduce((sum, known) => sum + known.size, 0) > MAX_BYTES) throw new Error();
			sealed.push(await seal(key, await photo.arrayBuffer()));
		}
		const text = JSON.stringify({ ...typed, photos: typed.photos && photos });
		const entry = {
			...former,
			...(await seal(key, bytesOf(text))),
			id,
			person,
			firstSentAt: Date.now(),
			photos: photos.length,
			isKept: Boolean(former ?? photos[0]),
			isDraft,
			isRefused: false,
			isPutOff: false,
		};
		await write((state, entries) => {
			state.put(sealed, id);
			entries.put(entry, id);
		});
		return entry;
	});
}

async function hashOf(text: string): Promise<string> {
	return new Uint8Array(await crypto.subtle.digest("SHA-256", bytesOf(text))).join("-");
}

const bytesOf = (text: string) => new TextEncoder().encode(text);

async function seal(key: CryptoKey, plain: BufferSource): Promise<Sealed> {
	const iv = crypto.getRandomValues(new Uint8Array(12));
	return { iv, secret: await crypto.subtle.encrypt({ name: "AES-GCM", iv }, key, plain) };
}

/** Undefined if no key of the person fits. */
async function unseal({ iv, secret }: Sealed): Promise<ArrayBuffer | undefined> {
	for (const key of (await remembered()).keys ?? []) {
		const plain = await crypto.subtle.decrypt({ name: "AES-GCM", iv }, key, secret).catch(() => undefined);
		if (plain) return plain;
	}
	return undefined;
}

/** Reads a form; undefined if no key of the person fits. */
export async function open(entry: Entry): Promise<Typed | undefined> {
	const plain = await unseal(entry);
	return plain && JSON.parse(new TextDecoder().decode(plain));
}

const sealedPhotos = async (id: string) => (await read<Sealed[]>("state", id)) ?? [];

/**
 * Reads the photos of a form one by one, from a place on.
 * @throws Error when no key of the person fits any more
 */
export async function* openPhotos(
	{ id }: Entry,
	{ photos = [] }: Typed,
	from: number,
): AsyncGenerator<[number, File]> {
	const sealed = await sealedPhotos(id);
	for (const [place, photo] of photos.entries()) {
		if (place < from || !sealed[place]) continue;
		const plain = await unseal(sealed[place]);
		// Its person has signed out meanwhile: without its photos the form must not go.
		if (!plain) throw new Error();
		yield [place, new File([plain], photo.name, photo)];
	}
}

export const findEntry = (id: string) => read<Entry>("entries", id);

/** The forms of the person, oldest first. */
export async function waiting(entries = readEntries<Entry>()): Promise<Entry[]> {
	const { person } = await remembered();
	return (await entries)
		.filter((entry) => entry.person === person)
		.sort((one, other) => one.firstSentAt - other.firstSentAt);
}

/** Whether a form was neither typed anew nor discarded meanwhile. */
export const isSame = ({ iv }: Entry, now: Entry | undefined) => `${now?.iv}` === `${iv}`;

/** Changes or, with undefined, removes a form, unless it was typed anew meanwhile. */
export function settle(entry: Entry, changes?: Partial<Entry>): Promise<void> {
	return write((state, entries) => {
		const known = entries.get(entry.id);
		known.onsuccess = () => {
			if (!isSame(entry, known.result)) return;
			if (changes) entries.put({ ...known.result, ...changes }, entry.id);
			else discard(entry.id, state, entries);
		};
	});
}

/** Notes that the person sees what the server refuses, with the photos that it has taken. */
export function noteShown(entry: Entry): Promise<void> {
	return settle(entry, { isRefused: true, sent: entry.photos, sentAt: Date.now() });
}
