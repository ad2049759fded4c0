import { makeElement } from "./make-element";

/** A photo that was picked, with its line in the list. */
export interface PickedPhoto {
	readonly file: File;
	readonly line: HTMLLIElement;
	readonly preview: HTMLImageElement;
	readonly removeButton: HTMLButtonElement;
	/** What is sent, the same on each try: the server knows a photo that it has already by its bytes. */
	body?: Blob;
	/** "sent": the server has it. "refused": the server will not take it. */
	state: "new" | "sending" | "sent" | "refused";
	/** Why it was refused. */
	reason: string;
	/** Its place in the list changes when one before it is removed. */
	setPlace(place: number): void;
	/** Says how it goes; `part` is how much of it has left, from 0 to 1. */
	show(text: string, part?: number): void;
}

/** A line that nobody sees until it is put into a list. */
export function makePickedPhoto(file: File): PickedPhoto {
	const line = makeElement("li");
	const preview = makeElement("img");
	const name = makeElement("p");
	const note = makeElement("p", "hint");
	const bar = makeElement("progress");
	const removeButton = makeElement("button", "button", "Quitar");

	// Beside the file's name it would only be read twice.
	preview.alt = "";
	preview.decoding = "async";
	const address = URL.createObjectURL(file);
	// Once it is read the address only keeps the file from being let go.
	preview.onload = () => URL.revokeObjectURL(address);
	preview.onerror = () => {
		URL.revokeObjectURL(address);
		// An empty place, and not the sign of a broken picture: the server says what is wrong with it.
		preview.removeAttribute("src");
	};
	preview.src = address;
	bar.hidden = true;
	removeButton.type = "button";
	line.append(preview, name, note, bar, removeButton);

	return {
		file,
		line,
		preview,
		removeButton,
		state: "new",
		reason: "",
		setPlace(place) {
			name.textContent = `Foto ${place}: ${file.name}`;
			bar.setAttribute("aria-label", `Foto ${place}`);
			removeButton.setAttribute("aria-label", `Quitar la foto nueva ${place}: ${file.name}`);
		},
		show(text, part) {
			note.textContent = text;
			bar.hidden = part === undefined;
			bar.value = part ?? 0;
			line.className = this.state;
			removeButton.hidden = this.state === "sending" || this.state === "sent";
		},
	};
}
