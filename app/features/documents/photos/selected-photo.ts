import * as messages from "~/lib/messages";

/** A photo that the user selected in the form, and the state of its upload. */
export interface SelectedPhoto {
	readonly file: File;
	/** Address of its preview, which also identifies it. */
	readonly preview: string;
	/** "refused" by the server is final. */
	readonly state: "new" | "sending" | "sent" | "refused";
	/** Progress, or why it was refused. */
	readonly note: string;
	/** Sent part, from 0 to 1, during the upload. */
	readonly part?: number;
	/** Shrunk file, the same in each attempt: the server recognises a duplicate by its bytes. */
	readonly body?: Blob;
	/** Id at the server, once sent. */
	readonly id?: string;
}

/** The files not selected before, by name, size and date: cameras may give all photos the same name. */
export function newFiles(photos: readonly Pick<SelectedPhoto, "file">[], files: readonly File[]): File[] {
	return files.filter((file) => !photos.some((photo) => isSame(photo.file, file)));
}

function isSame(one: File, other: File): boolean {
	return one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;
}

/** Message about selected photos that do not fit; "" when there are none. */
export function leftOutText(names: readonly string[]): string {
	if (names.length === 0) return "";
	return `${messages.tooManyImages} Quedaron afuera: ${names.map((name) => `«${name}»`).join(", ")}.`;
}

/** Whether a problem of the photos is also shown in a dialog. */
export function isForDialog(problem: string): boolean {
	return problem.startsWith(messages.tooManyImages) || problem.startsWith(messages.photoFailed);
}
