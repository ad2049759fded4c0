import { contextOf, drawSmall } from "~/browser/shrink-photo";
import type { Pixels } from "./pixels";

/** Longest side at which a photo is worked on: more than the server stores, since a part of it is kept. */
const WORKED_PX = 2000;
const QUALITY = 0.85;

/**
 * The pixels of a photo, upright.
 * @throws any error for a photo that the browser cannot draw
 */
export async function readPixels(file: File): Promise<Pixels> {
	const canvas = document.createElement("canvas");
	try {
		await drawSmall(canvas, file, WORKED_PX);
		return contextOf(canvas).getImageData(0, 0, canvas.width, canvas.height);
	} finally {
		// Frees the memory of the canvas.
		canvas.width = 0;
	}
}

/** Shows pixels in a canvas of their size. */
export function show(canvas: HTMLCanvasElement, { data, width, height }: Pixels): void {
	canvas.width = width;
	canvas.height = height;
	contextOf(canvas).putImageData(new ImageData(data, width, height), 0, 0);
}

/** The pixels as a JPEG file with the name of the photo that they come from. */
export async function toFile(pixels: Pixels, { name, lastModified }: File): Promise<File> {
	const canvas = document.createElement("canvas");
	show(canvas, pixels);
	const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY));
	canvas.width = 0;
	if (!blob) throw new Error("no JPEG");
	return new File([blob], name.replace(/\.\w+$/, ".jpg"), { type: "image/jpeg", lastModified });
}
