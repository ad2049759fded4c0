import { useState } from "react";
import { MAX_IMAGES } from "./image-address";
import { newFiles, type SelectedPhoto } from "./selected-photo";

/** The list of picked photos: `photos` as they are shown, and what is done with them. */
export function useSelectedPhotos(input: HTMLInputElement) {
	const [photos, setPhotos] = useState<readonly SelectedPhoto[]>([]);
	const [list] = useState(() => makeList(input, setPhotos));
	return { photos, ...list };
}

/** What the field would send if the form left now stays in step with the list. */
function makeList(input: HTMLInputElement, show: (photos: readonly SelectedPhoto[]) => void) {
	let photos: readonly SelectedPhoto[] = [];
	const change = (next: readonly SelectedPhoto[]) => {
		photos = next;
		show(photos);
	};
	const fillField = () => {
		const transfer = new DataTransfer();
		for (const { file, state } of photos) if (state !== "sent") transfer.items.add(file);
		input.files = transfer.files;
	};
	return {
		/** As they are at this moment: photos may be added and removed while others are sent. */
		now: () => photos,
		fillField,
		/** Adds the files in the field that fit. @returns the names of the others */
		pick(): string[] {
			const files = newFiles(photos, Array.from(input.files ?? []));
			const room = Math.max(0, roomFor(input, photos));
			change([...photos, ...files.slice(0, room).map(toPicked)]);
			fillField();
			return files.slice(room).map(({ name }) => name);
		},
		/** Takes those out that this is true of. */
		remove(isGone: (photo: SelectedPhoto) => boolean): void {
			if (!photos.some(isGone)) return;
			change(photos.filter((photo) => !isGone(photo)));
			fillField();
		},
		/** Notes how one of them is. */
		note({ preview }: SelectedPhoto, news: Partial<SelectedPhoto>): void {
			change(photos.map((photo) => (photo.preview === preview ? { ...photo, ...news } : photo)));
		},
	};
}

/** How many more fit; less than none when a "Quitar" of a stored one was taken back. */
export function roomFor({ form }: HTMLInputElement, photos: readonly SelectedPhoto[]): number {
	const staying = form?.querySelectorAll("[type=checkbox][name=removeImages]:not(:checked)").length ?? 0;
	return MAX_IMAGES - staying - photos.length;
}

function toPicked(file: File): SelectedPhoto {
	return { file, preview: URL.createObjectURL(file), state: "new", note: "" };
}
