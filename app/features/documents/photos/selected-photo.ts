import * as messages from "~/lib/messages";

/** A photo that the user selected in the form, and the state of its upload. */
export interface SelectedPhoto {
	readonly file: File;
	/** Address of the preview, which also identifies the photo. */
	readonly preview: string;
	/** "refused": the server has rejected the photo for good. */
	readonly state: "new" | "sending" | "sent" | "refused";
	/** The progress of the upload, or the reason for the refusal. */
	readonly note: string;
	/** Uploaded fraction, from 0 to 1. */
	readonly part?: number;
	/** The shrunk file. It is reused for each attempt, because the server recognises a duplicate by its bytes. */
	readonly body?: Blob;
	/** Id of the photo on the server, after the upload. */
	readonly id?: string;
}

/**
 * The files that were not selected before, compared by name, size and date: some cameras give all photos the same name.
 */
export function newFiles(photos: readonly Pick<SelectedPhoto, "file">[], files: readonly File[]): File[] {
	return files.filter((file) => !photos.some((photo) => isSame(photo.file, file)));
}

function isSame(one: File, other: File): boolean {
	return one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;
}

/** Message about selected photos beyond the limit; "" when all fit. */
export function leftOutText(names: readonly string[]): string {
	if (names.length === 0) return "";
	return `${messages.tooManyImages} Quedaron afuera: ${names.map((name) => `«${name}»`).join(", ")}.`;
}

/** Whether a problem with photos is also shown in a dialog. */
export function isForDialog(problem: string): boolean {
	return problem.startsWith(messages.tooManyImages) || problem.startsWith(messages.photoFailed);
}
