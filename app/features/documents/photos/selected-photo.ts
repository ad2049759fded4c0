import * as messages from "~/lib/messages";

/** A photo that was picked in a form, and how far it is. */
export interface SelectedPhoto {
	readonly file: File;
	/** Address of its preview, by which it is known too. */
	readonly preview: string;
	/** "sent": the server has it. "refused": the server will not take it. */
	readonly state: "new" | "sending" | "sent" | "refused";
	/** How it goes, or why it was refused. */
	readonly note: string;
	/** How much of it has left, from 0 to 1, while it is sent. */
	readonly part?: number;
	/** What is sent, the same on each try: the server knows a photo that it has already by its bytes. */
	readonly body?: Blob;
	/** What the server knows it by, once it is there. */
	readonly id?: string;
}

/** Those of the files that were not picked before. Cameras give all their photos one name. */
export function newFiles(photos: readonly Pick<SelectedPhoto, "file">[], files: readonly File[]): File[] {
	return files.filter((file) => !photos.some((photo) => isSame(photo.file, file)));
}

function isSame(one: File, other: File): boolean {
	return one.name === other.name && one.size === other.size && one.lastModified === other.lastModified;
}

/** What is said of photos that were picked and do not fit; "" where there are none. */
export function leftOutText(names: readonly string[]): string {
	if (names.length === 0) return "";
	return `${messages.tooManyImages} Quedaron afuera: ${names.map((name) => `«${name}»`).join(", ")}.`;
}

/** Whether the catalogue of errors has a dialog for what is wrong with photos. */
export function isForDialog(problem: string): boolean {
	return problem.startsWith(messages.tooManyImages) || problem.startsWith(messages.photoFailed);
}
