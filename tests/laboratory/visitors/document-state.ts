/** What a document must be, as its owner's browser knows it: what each acknowledged request has made of it. */
import type { Photo } from "./photos";

export interface Texts {
	title: string;
	description: string;
}

/** Photos are known by the SHA-256 of their rows. */
export interface DocumentState {
	/** Undefined: there is no such document (any more). */
	texts?: Texts;
	published: ReadonlySet<string>;
	/** Sent for a form that has not come yet. */
	pending: ReadonlySet<string>;
}

export type Change =
	| { kind: "photo"; photo: Photo }
	| { kind: "save"; texts: Texts; photos: readonly Photo[]; removed: readonly string[] }
	| { kind: "delete" };

export const NOTHING: DocumentState = { published: new Set(), pending: new Set() };

/** What the change makes of it, wholly or not at all. */
export function changed(state: DocumentState, change: Change): DocumentState {
	if (change.kind === "delete") return NOTHING;
	if (change.kind === "photo") {
		const { sha256 } = change.photo;
		return state.published.has(sha256) ? state : { ...state, pending: new Set([...state.pending, sha256]) };
	}
	const staying = [...state.published, ...state.pending].filter((sha256) => !change.removed.includes(sha256));
	const published = new Set([...staying, ...change.photos.map(({ sha256 }) => sha256)]);
	return { texts: change.texts, published, pending: new Set() };
}

/** Equal for equal states. */
export function textOf({ texts, published, pending }: DocumentState): string {
	return JSON.stringify([
		texts?.title ?? null,
		texts?.description ?? null,
		Array.from(published).sort(),
		Array.from(pending).sort(),
	]);
}
