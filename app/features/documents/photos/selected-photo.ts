import type { Steps } from "~/browser/paper/make-paper";
import * as messages from "~/lib/messages";

/** A photo selected in the form, and the state of its upload. */
export interface SelectedPhoto {
	/** The file to send: the chosen photo, or what the person has made of it. */
	readonly file: File;
	/** The photo as it was chosen, once the person has changed it. */
	readonly original?: File;
	/** What was done to the photo. */
	readonly steps?: Steps;
	/** URL of a picture of the changed photo. */
	readonly shown?: string;
	/** URL of the preview, which also identifies the photo. */
	readonly preview: string;
	/** "refused": the server has rejected the photo for good. */
	readonly state: "new" | "sending" | "sent" | "refused";
	/** Text beside the photo: the upload's progress, or the reason for the refusal. */
	readonly note: string;
	/** Uploaded fraction of the photo, from 0 to 1. */
	readonly part?: number;
	/** The shrunk file, also once it is sent: the server recognises a duplicate photo by its bytes. */
	readonly body?: Blob;
	/** Id of the photo on the server, known after the upload. */
	readonly id?: string;
}

export const filesOf = ({ files }: HTMLInputElement) => Array.from(files ?? []);

/** Replaces the files of a field. */
export function setFiles(field: HTMLInputElement, files: readonly File[]): void {
	const transfer = new DataTransfer();
	for (const file of files) transfer.items.add(file);
	field.files = transfer.files;
}

/**
 * Returns the files that are not among the known ones. Two files are the same if their names, sizes and dates are equal:
 * some cameras give all photos the same name.
 */
export function newFiles(known: readonly File[], files: readonly File[]): File[] {
	return files.filter((file) => !known.some((other) => isSame(other, file)));
}

function isSame(one: File, other: File): boolean {
	return one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;
}

/** Message about photos beyond the maximum number; "" when all fit. */
export function leftOutText(names: readonly string[]): string {
	if (names.length === 0) return "";
	return `${messages.tooManyImages} ${leftOut(names.map((name) => `«${name}»`))}`;
}

/** Names the photos that a limit leaves out, one or more: "Quedó afuera: «a.jpg»." */
export function leftOut(labels: readonly string[]): string {
	return `${labels.length === 1 ? "Quedó" : "Quedaron"} afuera: ${labels.join(", ")}.`;
}

/** Whether a problem with photos appears in a dialog as well as beside the file field. */
export function isForDialog(problem: string): boolean {
	return problem.startsWith(messages.tooManyImages) || problem.startsWith(messages.photoFailed);
}
