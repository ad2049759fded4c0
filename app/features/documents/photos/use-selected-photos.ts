import { useState } from "react";
import { MAX_IMAGES } from "./image-address";
import { filesOf, newFiles, type SelectedPhoto, setFiles } from "./selected-photo";

/** The list of selected photos, and the functions that change the list. */
export function useSelectedPhotos(input: HTMLInputElement) {
	const [photos, setPhotos] = useState<readonly SelectedPhoto[]>([]);
	const [list] = useState(() => makeList(input, setPhotos));
	return { photos, ...list };
}

/**
 * Keeps the list of selected photos. Also puts photos that are not uploaded yet into the file field, so that the
 * form itself sends them.
 */
function makeList(input: HTMLInputElement, show: (photos: readonly SelectedPhoto[]) => void) {
	let photos: readonly SelectedPhoto[] = [];
	let hasLostOne = false;
	/** Of a photo whose answer was lost, only the server knows whether it has come. */
	const leave = ({ state, body }: SelectedPhoto) => {
		hasLostOne ||= state === "new" && body !== undefined;
	};
	const change = (next: readonly SelectedPhoto[]) => {
		photos = next;
		show(photos);
	};
	const update = ({ preview }: SelectedPhoto, changes: Partial<SelectedPhoto>) =>
		change(photos.map((photo) => (photo.preview === preview ? { ...photo, ...changes } : photo)));
	const fillField = (files = photos.filter(({ state }) => state !== "sent").map(({ file }) => file)) =>
		setFiles(input, files);
	return {
		/** Returns the current list, even if it has changed since the last rendering. */
		current: () => photos,
		fillField,
		/** Whether the server may have a photo that was taken out or changed since. */
		hasLostOne: () => hasLostOne,
		/**
		 * Adds the field's files, up to the maximum number.
		 * @returns the names of the files beyond the maximum
		 */
		add(): string[] {
			const known = photos.flatMap(({ file, original }) => (original ? [file, original] : [file]));
			const files = newFiles(known, filesOf(input));
			const room = Math.max(0, roomFor(input, photos));
			change([...photos, ...files.slice(0, room).map(toSelected)]);
			fillField();
			return files.slice(room).map(({ name }) => name);
		},
		remove(left: SelectedPhoto): void {
			leave(left);
			change(photos.filter(({ preview }) => preview !== left.preview));
			fillField();
		},
		/** Puts what was made of a photo in its place. */
		replace(photo: SelectedPhoto, file: File): void {
			leave(photo);
			update(photo, { file, shown: URL.createObjectURL(file), body: undefined });
			fillField();
		},
		/** Removes the photos that are among the stored ones. Those that were sent, but are not, are sent again. */
		compare(stored: readonly { id: string }[]): void {
			const left = photos.filter((photo) => !stored.some(({ id }) => id === photo.id));
			change(
				left.map((photo) =>
					photo.state === "sent" ? { ...photo, state: "new", note: "", id: undefined } : photo,
				),
			);
			fillField();
		},
		/** Moves a photo one place towards the beginning. */
		advance({ preview }: SelectedPhoto): void {
			const at = photos.findIndex((photo) => photo.preview === preview);
			const [before, moved] = [photos[at - 1], photos[at]];
			if (!before || !moved) return;
			change([...photos.slice(0, at - 1), moved, before, ...photos.slice(at + 1)]);
			fillField();
		},
		update,
	};
}

/**
 * Number of photos that the user may still add. Negative if there are too many photos, because the user has decided to
 * keep stored photos after all.
 */
export function roomFor({ form }: HTMLInputElement, photos: readonly SelectedPhoto[]): number {
	const staying = form?.querySelectorAll("[type=checkbox][name=removeImages]:not(:checked)").length ?? 0;
	return MAX_IMAGES - staying - photos.length;
}

function toSelected(file: File): SelectedPhoto {
	return { file, preview: URL.createObjectURL(file), state: "new", note: "" };
}
