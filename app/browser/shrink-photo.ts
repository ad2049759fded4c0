/** Size and quality to which a photo is shrunk before it is sent. */
interface Target {
	maxSidePx: number;
	/** JPEG quality, from 0 to 1. */
	quality: number;
	/** Photos up to this size are sent unchanged. */
	smallBytes: number;
}

/** Target for a photo in a document: the size that the server stores. */
export const PAGE_PHOTO: Target = { maxSidePx: 1600, quality: 0.85, smallBytes: 400_000 };
/** Target for a photo in a document on a slow connection: a page of text is still readable. */
export const SLOW_PHOTO: Target = { maxSidePx: 1000, quality: 0.6, smallBytes: 0 };
/** Target for a profile photo: twice the size that the server stores. */
export const PORTRAIT: Target = { maxSidePx: 640, quality: 0.85, smallBytes: 100_000 };

/**
 * Returns an upright JPEG of at most the target size, or the unchanged file when shrinking does not help or fails.
 * A truncated file stays unchanged, so that the server refuses it.
 */
export async function shrinkPhoto(file: File, { maxSidePx, quality, smallBytes }: Target): Promise<Blob> {
	if (file.size <= smallBytes || !drawsExactly()) return file;
	const canvas = document.createElement("canvas");
	try {
		requireComplete(await file.arrayBuffer());
		await drawSmall(canvas, file, maxSidePx);
		const shrunk = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", quality));
		return shrunk && shrunk.size < file.size ? shrunk : file;
	} catch {
		return file;
	} finally {
		// Frees the memory of the canvas.
		canvas.width = 0;
	}
}

/** Draws a photo upright, at most `maxSidePx` wide and high, on white. */
export async function drawSmall(canvas: HTMLCanvasElement, file: File, maxSidePx: number): Promise<void> {
	const source = await decode(file);
	const isBitmap = "close" in source;
	const width = isBitmap ? source.width : source.naturalWidth;
	const height = isBitmap ? source.height : source.naturalHeight;
	const scale = Math.min(1, maxSidePx / Math.max(width, height));
	canvas.width = Math.max(1, Math.round(width * scale));
	canvas.height = Math.max(1, Math.round(height * scale));
	const context = contextOf(canvas);
	// Transparent pixels would become black in a JPEG.
	context.fillStyle = "#fff";
	context.fillRect(0, 0, canvas.width, canvas.height);
	context.imageSmoothingQuality = "high";
	context.drawImage(source, 0, 0, canvas.width, canvas.height);
	if (isBitmap) source.close();
}

/** Decodes the photo upright, since the new JPEG has no EXIF orientation. */
async function decode(file: File): Promise<ImageBitmap | HTMLImageElement> {
	try {
		return await createImageBitmap(file, { imageOrientation: "from-image" });
	} catch (error) {
		// Chrome 81 to 111 rejects the value "from-image" here, but draws image elements upright.
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

/** Whether pixels read from a canvas are exact. Some browsers alter canvas pixels to prevent fingerprinting. */
export function drawsExactly(): boolean {
	try {
		const context = contextOf(document.createElement("canvas"));
		context.fillStyle = "#123456";
		context.fillRect(0, 0, 1, 1);
		return context.getImageData(0, 0, 1, 1).data.join() === "18,52,86,255";
	} catch {
		return false;
	}
}

/** @throws Error where the browser has no canvas */
export function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
	const context = canvas.getContext("2d");
	if (!context) throw new Error("no canvas");
	return context;
}

/**
 * Requires that a JPEG, PNG or WebP file is complete: a browser would draw a truncated photo half grey.
 * @throws RangeError for a truncated file
 */
export function requireComplete(file: ArrayBuffer): void {
	const view = new DataView(file);
	const first = view.getUint8(0);
	if (first === 0xff) skipJpeg(view);
	if (first === 0x89) skipPng(view);
	if (first === 0x52) view.getUint8(view.getUint32(4, true) + 7);
}

/**
 * Reads a JPEG segment by segment (0xff, then a marker byte) up to the end marker. Does not look for this marker at the
 * end of the file, because some phones append bytes after it.
 */
function skipJpeg(view: DataView): void {
	for (let at = 2, marker = 0; marker !== 0xd9; ) {
		// Finds the next 0xff. In the pixel data of a JPEG, 0xff is followed by 0 or a restart marker, and begins no segment
		// with a length.
		while (view.getUint8(at++) !== 0xff);
		marker = view.getUint8(at);
		const isRestart = marker >= 0xd0 && marker <= 0xd7;
		const hasLength = marker > 0 && marker < 0xff && !isRestart && marker !== 0xd9;
		if (hasLength) at += 1 + view.getUint16(at + 1);
	}
}

function skipPng(view: DataView): void {
	const END = 0x49454e44;
	for (let at = 8; view.getUint32(at + 4) !== END; ) at += 12 + view.getUint32(at);
}
