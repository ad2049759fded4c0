/** Computes the expected state of a document after each confirmed request. */
import type { Photo } from "./photos";

export interface Texts {
	title: string;
	description: string;
}

/** State of a document. Photos are identified by the SHA-256 in their rows. */
export interface DocumentState {
	/** Undefined when the document does not exist. */
	texts?: Texts;
	published: ReadonlySet<string>;
	/** Photos that were uploaded for the document, but are not saved with its form yet. */
	pending: ReadonlySet<string>;
}

export type Change =
	| { kind: "photo"; photo: Photo }
	| { kind: "save"; texts: Texts; photos: readonly Photo[]; removed: readonly string[] }
	| { kind: "delete" };

export const NO_DOCUMENT: DocumentState = { published: new Set(), pending: new Set() };

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

/**
 * State after a form whose photos are stored, but not its texts: the server stores them first, so that the form can be sent
 * again without them.
 */
export function applyPhotosOnly(state: DocumentState, change: Change): DocumentState {
	if (change.kind !== "save") return state;
	const stays = (sha256: string) => !change.removed.includes(sha256);
	// A photo that the form removes and sends again is stored beside the removed one, which stays until the form is saved.
	const arriving = change.photos.flatMap(({ sha256 }) =>
		state.published.has(sha256) && stays(sha256) ? [] : sha256,
	);
	const waiting = [...state.pending].filter(stays);
	return { ...state, pending: new Set([...waiting, ...arriving]) };
}

export function serializeState({ texts, published, pending }: DocumentState): string {
	return JSON.stringify([
		texts?.title ?? null,
		texts?.description ?? null,
		Array.from(published).sort(),
		Array.from(pending).sort(),
	]);
}
