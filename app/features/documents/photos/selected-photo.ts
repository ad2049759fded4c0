import * as messages from "~/lib/messages";

/** A photo selected in the form, and the state of its upload. */
export interface SelectedPhoto {
	readonly file: File;
	/** URL of the preview, which also identifies the photo. */
	readonly preview: string;
	/** "refused": the server has rejected the photo for good. */
	readonly state: "new" | "sending" | "sent" | "refused";
	/** Text beside the photo: the upload's progress, or the reason for the refusal. */
	readonly note: string;
	/** Uploaded fraction of the photo, from 0 to 1. */
	readonly part?: number;
	/** The shrunk file. Later attempts reuse it, because the server recognises a duplicate photo by its bytes. */
	readonly body?: Blob;
	/** Id of the photo on the server, known after the upload. */
	readonly id?: string;
}

/**
 * Returns the files that are not in the list yet. Two files are the same if their names, sizes and dates are equal: some
 * cameras give all photos the same name.
 */
export function newFiles(photos: readonly Pick<SelectedPhoto, "file">[], files: readonly File[]): File[] {
	return files.filter((file) => !photos.some((photo) => isSame(photo.file, file)));
}

function isSame(one: File, other: File): boolean {
	return one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;
}

/** Message about photos beyond the maximum number; "" when all fit. */
export function leftOutText(names: readonly string[]): string {
	if (names.length === 0) return "";
	return `${messages.tooManyImages} Quedaron afuera: ${names.map((name) => `«${name}»`).join(", ")}.`;
}

/** Whether a problem with photos appears in a dialog as well as beside the file field. */
export function isForDialog(problem: string): boolean {
	return problem.startsWith(messages.tooManyImages) || problem.startsWith(messages.photoFailed);
}
