import { requireWhole } from "./complete-photo";

/** How small a photo is made. */
interface Target {
	/** Longest side in pixels. */
	side: number;
	/** Of the JPEG, from 0 to 1. */
	quality: number;
	/** A file of so many bytes is not worth the work, and the loss of a second compression. */
	enough: number;
}

/** What the server keeps: more would be sent for nothing. */
export const PAGE_PHOTO: Target = { side: 1600, quality: 0.85, enough: 400_000 };
/** Where the connection is slow: a page of text can still be read. */
export const SLOW_PHOTO: Target = { side: 1000, quality: 0.6, enough: 0 };
/** Of a person: twice what the server keeps. */
export const PORTRAIT: Target = { side: 640, quality: 0.85, enough: 100_000 };

/**
 * A photo as it is sent: a JPEG of at most this size, upright, or the file itself when that is small already, would not
 * get smaller, or cannot be drawn here (little memory, an odd format, a browser that falsifies what it draws). One that is
 * cut short is the file itself too: drawn, it would be whole for the server, half of it grey.
 */
export async function shrinkPhoto(file: File, { side, quality, enough }: Target): Promise<Blob> {
	if (file.size <= enough || !drawsWhatIsAsked()) return file;
	const canvas = document.createElement("canvas");
	try {
		// Blob.arrayBuffer is younger than the oldest Safari that reads this script.
		requireWhole(await new Response(file).arrayBuffer());
		await drawSmall(canvas, file, side);
		const shrunk = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", quality));
		return shrunk && shrunk.size < file.size ? shrunk : file;
	} catch {
		return file;
	} finally {
		// Gives its memory back now, and not when the browser finds the time: the next photo needs it.
		canvas.width = 0;
	}
}

async function drawSmall(canvas: HTMLCanvasElement, file: File, longestSide: number): Promise<void> {
	const source = await decode(file);
	const isBitmap = "close" in source;
	const width = isBitmap ? source.width : source.naturalWidth;
	const height = isBitmap ? source.height : source.naturalHeight;
	const scale = Math.min(1, longestSide / Math.max(width, height));
	canvas.width = Math.max(1, Math.round(width * scale));
	canvas.height = Math.max(1, Math.round(height * scale));
	const context = contextOf(canvas);
	// What is transparent would be black in a JPEG.
	context.fillStyle = "#fff";
	context.fillRect(0, 0, canvas.width, canvas.height);
	// Letters stay readable.
	context.imageSmoothingQuality = "high";
	context.drawImage(source, 0, 0, canvas.width, canvas.height);
	if (isBitmap) source.close();
}

/** The pixels, turned as the camera was held: the JPEG that is made of them does not say it any more. */
async function decode(file: File): Promise<ImageBitmap | HTMLImageElement> {
	try {
		return await createImageBitmap(file, { imageOrientation: "from-image" });
	} catch (error) {
		// Chrome below 112 does not know this orientation, but from 81 on it draws image elements with it.
		if (!CSS.supports("image-orientation", "from-image")) throw error;
		return loadImage(file);
	}
}

async function loadImage(file: File): Promise<HTMLImageElement> {
	const image = new Image();
	image.src = URL.createObjectURL(file);
	try {
		await image.decode();
		return image;
	} finally {
		URL.revokeObjectURL(image.src);
	}
}

/** Some browsers hide what they draw from fingerprinters: a canvas then gives other pixels than it shows. */
function drawsWhatIsAsked(): boolean {
	try {
		const context = contextOf(document.createElement("canvas"));
		context.fillStyle = "#123456";
		context.fillRect(0, 0, 1, 1);
		return context.getImageData(0, 0, 1, 1).data.join() === "18,52,86,255";
	} catch {
		return false;
	}
}

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
	const context = canvas.getContext("2d");
	if (!context) throw new Error("no canvas");
	return context;
}
