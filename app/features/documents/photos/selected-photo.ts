import * as messages from "~/lib/messages";

/** A photo that the user selected in the form, and the state of the photo's upload. */
export interface SelectedPhoto {
	readonly file: File;
	/** Address of the preview, which also identifies the photo. */
	readonly preview: string;
	/** State of the upload. "refused" means that the server has rejected the photo for good. */
	readonly state: "new" | "sending" | "sent" | "refused";
	/** Text beside the photo: the progress of the upload, or the reason for the refusal. */
	readonly note: string;
	/** Uploaded fraction of the photo, from 0 to 1. */
	readonly part?: number;
	/**
	 * The photo's file after shrinking in the browser. Later attempts to upload reuse this file, because the server
	 * recognises a duplicate photo by the bytes.
	 */
	readonly body?: Blob;
	/** Id of the photo on the server, known after the upload. */
	readonly id?: string;
}

/**
 * The files that the user has not selected before. Files are compared by name, size and date, because some cameras
 * give all photos the same name.
 */
export function newFiles(photos: readonly Pick<SelectedPhoto, "file">[], files: readonly File[]): File[] {
	return files.filter((file) => !photos.some((photo) => isSame(photo.file, file)));
}

function isSame(one: File, other: File): boolean {
	return one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;
}

/** Message about selected photos beyond the maximum number; "" when all photos fit. */
export function leftOutText(names: readonly string[]): string {
	if (names.length === 0) return "";
	return `${messages.tooManyImages} Quedaron afuera: ${names.map((name) => `«${name}»`).join(", ")}.`;
}

/** Whether a problem with photos appears in a dialog as well as beside the file field. */
export function isForDialog(problem: string): boolean {
	return problem.startsWith(messages.tooManyImages) || problem.startsWith(messages.photoFailed);
}
