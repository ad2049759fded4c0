import { makeElement } from "./make-element";
import { makePickedPhoto, type PickedPhoto } from "./picked-photo";

/** The photos that were picked, in their order. */
export interface PhotoList {
	readonly photos: readonly PickedPhoto[];
	readonly element: HTMLUListElement;
	/** Adds those that fit. False when there were more. */
	add(files: readonly File[]): boolean;
	/** How many more fit; less than none when a "Quitar" of a stored one was taken back. */
	room(): number;
	/** Puts into the field what it would have to send if the form left now. */
	update(): void;
}

/** An empty list for a field. @param onRemove called after one was taken out of it */
export function makePhotoList(
	input: HTMLInputElement,
	form: HTMLFormElement,
	onRemove: () => void,
): PhotoList {
	const photos: PickedPhoto[] = [];
	const element = makeElement("ul", "photos picked");
	const most = Number(input.dataset.most);

	const room = () => most - form.querySelectorAll("[name=removeImages]:not(:checked)").length - photos.length;
	const update = () => {
		const transfer = new DataTransfer();
		for (const { file, state } of photos) if (state !== "sent") transfer.items.add(file);
		input.files = transfer.files;
		for (const [index, photo] of photos.entries()) photo.setPlace(index + 1);
	};
	const remove = (photo: PickedPhoto) => {
		const index = photos.indexOf(photo);
		photos.splice(index, 1);
		photo.line.remove();
		update();
		onRemove();
		// A button that is gone takes the focus with it.
		const next = photos.slice(index).find(({ removeButton }) => !removeButton.hidden);
		(next?.removeButton ?? input).focus();
	};
	const add = (files: readonly File[]) => {
		const added = files.filter((file) => !photos.some((photo) => isSame(photo.file, file)));
		const fitting = added.slice(0, Math.max(0, room()));
		for (const file of fitting) {
			const photo = makePickedPhoto(file);
			photo.removeButton.onclick = () => remove(photo);
			photos.push(photo);
			element.append(photo.line);
		}
		update();
		return fitting.length === added.length;
	};
	return { photos, element, add, room, update };
}

/** Cameras give all their photos one name; a photo that is picked twice is one. */
function isSame(one: File, other: File): boolean {
	return one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;
}
