/** Computes the expected state of a document after each confirmed request. */
import type { Photo } from "./photos";

export interface Texts {
	title: string;
	description: string;
}

/** State of a document. Its photos are identified by the SHA-256 hash in their database rows. */
export interface DocumentState {
	/** Title and description of the document; undefined when the document does not exist or is deleted. */
	texts?: Texts;
	published: ReadonlySet<string>;
	/** Hashes of the photos that were sent ahead of a form that is not saved yet. */
	pending: ReadonlySet<string>;
}

export type Change =
	| { kind: "photo"; photo: Photo }
	| { kind: "save"; texts: Texts; photos: readonly Photo[]; removed: readonly string[] }
	| { kind: "delete" };

export const NO_DOCUMENT: DocumentState = { published: new Set(), pending: new Set() };

/** Returns the document's state after a change. */
export function applyChange(state: DocumentState, change: Change): DocumentState {
	if (change.kind === "delete") return NO_DOCUMENT;
	if (change.kind === "photo") {
		const { sha256 } = change.photo;
		return state.published.has(sha256) ? state : { ...state, pending: new Set([...state.pending, sha256]) };
	}
	const remaining = [...state.published, ...state.pending].filter(
		(sha256) => !change.removed.includes(sha256),
	);
	const published = new Set([...remaining, ...change.photos.map(({ sha256 }) => sha256)]);
	return { texts: change.texts, published, pending: new Set() };
}

/** Returns a document's state as JSON, so that two states can be compared as text. */
export function serializeState({ texts, published, pending }: DocumentState): string {
	return JSON.stringify([
		texts?.title ?? null,
		texts?.description ?? null,
		Array.from(published).sort(),
		Array.from(pending).sort(),
	]);
}
