/** The expected state of a document after each acknowledged request. */
import type { Photo } from "./photos";

export interface Texts {
	title: string;
	description: string;
}

/** Photos are identified by the SHA-256 in their rows. */
export interface DocumentState {
	/** Undefined when the document does not exist or is deleted. */
	texts?: Texts;
	published: ReadonlySet<string>;
	/** Photos sent ahead of a form that has not been saved yet. */
	pending: ReadonlySet<string>;
}

export type Change =
	| { kind: "photo"; photo: Photo }
	| { kind: "save"; texts: Texts; photos: readonly Photo[]; removed: readonly string[] }
	| { kind: "delete" };

export const NOTHING: DocumentState = { published: new Set(), pending: new Set() };

/** The state after a change. */
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

/** The state as JSON, for comparison. */
export function textOf({ texts, published, pending }: DocumentState): string {
	return JSON.stringify([
		texts?.title ?? null,
		texts?.description ?? null,
		Array.from(published).sort(),
		Array.from(pending).sort(),
	]);
}
