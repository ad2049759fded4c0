import type { Sharp, SharpOptions } from "sharp";
import { findRequestContext } from "~/lib/http/request-context.server";
import { logEvent } from "~/lib/log.server";
import { Semaphore } from "~/lib/semaphore.server";
import { MB } from "~/lib/units/bytes";
import { decodingBytes } from "./decoding-memory.server";
import { isAcceptedKind, wrongKindMessage } from "./image-kind.server";

let loading: ReturnType<typeof configureSharp> | undefined;

/**
 * Loads sharp, the image library, with safe settings for untrusted images. Never import sharp elsewhere. Loaded
 * only when needed, because sharp doubles the start time and takes 23 MB.
 * @throws Error on every call when libvips, sharp's native library, does not obey the settings
 */
export function loadSharp(): ReturnType<typeof configureSharp> {
	loading ??= configureSharp();
	return loading;
}

async function configureSharp() {
	// libvips reads VIPS_BLOCK_UNTRUSTED on loading, and then blocks operations that its authors consider unsafe.
	process.env.VIPS_BLOCK_UNTRUSTED = "1";
	const { default: sharp } = await import("sharp");
	// Makes sharp load only JPEG, PNG and WebP, and only from memory.
	sharp.block({ operation: ["VipsForeignLoad"] });
	sharp.unblock({
		operation: ["VipsForeignLoadJpegBuffer", "VipsForeignLoadPngBuffer", "VipsForeignLoadWebpBuffer"],
	});
	sharp.cache(false);
	sharp.concurrency(1);
	if (await canRead(sharp(Buffer.from(SVG)))) {
		logEvent("decoder_unsafe", { level: "error" });
		throw new Error("sharp reads SVG, which is blocked");
	}
	return sharp;
}

/** An SVG, to test the call of `sharp.block` above: sharp must not be able to read this SVG. */
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>';

function canRead(image: Sharp): Promise<boolean> {
	return image.metadata().then(
		() => true,
		() => false,
	);
}

export const MAX_IMAGE_MEGABYTES = 15;
/** Maximum pixels of an image: enough for photos of phones with 50 megapixels. */
const MAX_PIXELS = 50_500_000;
/** Maximum pixels of an interlaced PNG, which is decoded as a whole and takes far more memory per pixel. */
const MAX_INTERLACED_PIXELS = 12_000_000;
const MAX_CHANNELS = 5;
export const TIMEOUT_SECONDS = 10;
const QUALITY = 80;
/** WebP quality of small images, chosen by trial: white areas stay pure white, unlike with 60 and 68. */
const SMALL_QUALITY = 65;
const SMALL_PX = 320;
/** WebP compression effort, from 0 to 6. A higher effort takes twice the time for hardly smaller files. */
const EFFORT = 2;

/** Maximum width and height: a memory limit too, since libvips keeps whole lines. */
const MAX_SIDE_PX = 20_000;
/** Maximum memory for decoding one image: with Node, sharp and the file, 300 MB. */
const MAX_DECODING_BYTES = 205_000_000;
/** An image that takes more memory than this is decoded alone, so that any two at once take less than the largest. */
const HEAVY_BYTES = 100_000_000;
/** Number of images that may start before a waiting heavy one: small photos do not wait for large ones. */
const MAX_OVERTAKINGS = 8;
const decoding = new Semaphore({ permits: 2, maxOvertakings: MAX_OVERTAKINGS });

/** Runs `work`, which decodes an image, when it is its turn: client addresses take turns, and then their people. */
export function decode<Result>(work: () => Promise<Result>, weight = 1): Promise<Result> {
	const { clientAddress = "", person = "" } = findRequestContext() ?? {};
	return decoding.run(work, { weight, fairKeys: [clientAddress, person] });
}

/** Thrown for a refused image. The Spanish message tells the user what to do. */
export class ImageError extends Error {}

/** Thrown for an image that takes longer than TIMEOUT_SECONDS. */
export class ImageTimeoutError extends ImageError {}

export interface ReencodedImage {
	content: Buffer;
	width: number;
	height: number;
}

/**
 * Re-encodes a JPEG, PNG or WebP as WebP: upright, sRGB, without transparency and metadata (EXIF, GPS, profiles),
 * first frame only.
 * @param sizesPx longest sides, the largest first; images are never enlarged
 * @throws ImageError for any other kind of file, and for a file that is too large, damaged or cut off
 */
export async function reencodeImage<const Sizes extends readonly number[]>(
	file: Uint8Array,
	sizesPx: Sizes,
): Promise<{ [Index in keyof Sizes]: ReencodedImage }>;
export async function reencodeImage(file: Uint8Array, sizesPx: readonly number[]): Promise<ReencodedImage[]> {
	if (file.length === 0) throw new ImageError("El archivo está vacío: elegí otra vez la imagen.");
	if (file.length > MAX_IMAGE_MEGABYTES * MB) {
		throw new ImageError(`La imagen pesa más de ${MAX_IMAGE_MEGABYTES} MB: guardala más chica.`);
	}
	if (!isAcceptedKind(file)) throw new ImageError(wrongKindMessage(file));
	const sharp = await loadSharp();
	try {
		const shape = await sharp(file, settings).metadata();
		const { format, isProgressive, width, height } = shape;
		if (Math.max(width, height) > MAX_SIDE_PX) throw new ImageError(TOO_LONG);
		if (format === "png" && isProgressive && width * height > MAX_INTERLACED_PIXELS) {
			throw new ImageError("La imagen es un PNG entrelazado demasiado grande: guardala como JPEG.");
		}
		const bytes = decodingBytes(file, shape);
		if (bytes > MAX_DECODING_BYTES) throw new ImageError(TOO_HEAVY);
		return await decode(() => encodeSizes(file, sizesPx), bytes > HEAVY_BYTES ? 2 : 1);
	} catch (error) {
		throw error instanceof ImageError ? error : imageErrorOf(error);
	}
}

/** Settings with which every image is opened. */
export const settings: SharpOptions = {
	failOn: "warning",
	limitInputPixels: MAX_PIXELS,
	limitInputChannels: MAX_CHANNELS,
	sequentialRead: true,
};

/** Decodes an image once; each size is made from the previous one. All sizes share TIMEOUT_SECONDS. */
async function encodeSizes(file: Uint8Array, sizesPx: readonly number[]): Promise<ReencodedImage[]> {
	const sharp = await loadSharp();
	const end = performance.now() + TIMEOUT_SECONDS * 1000;
	const timeLeft = () => ({ seconds: Math.max(1, Math.ceil((end - performance.now()) / 1000)) });
	const images: ReencodedImage[] = [];
	let source = sharp(file, settings).autoOrient().flatten({ background: "#fff" });
	for (const size of sizesPx) {
		const { data, info } = await source
			.timeout(timeLeft())
			.resize({ width: size, height: size, fit: "inside", withoutEnlargement: true })
			.toColourspace("srgb")
			.raw()
			.toBuffer({ resolveWithObject: true });
		const { width, height, channels } = info;
		source = sharp(data, { raw: { width, height, channels } });
		const content = await source
			.clone()
			.timeout(timeLeft())
			.webp({ quality: size > SMALL_PX ? QUALITY : SMALL_QUALITY, effort: EFFORT })
			.toBuffer();
		images.push({ content, width, height });
	}
	return images;
}

/** Makes the error with a Spanish message of an error of sharp, whose errors have no codes, only English texts. */
function imageErrorOf(cause: unknown): ImageError {
	const message = cause instanceof Error ? cause.message : "";
	if (/pixel limit|image dimensions|too large/i.test(message))
		return new ImageError(TOO_MANY_PIXELS, { cause });
	return /timeout/i.test(message)
		? new ImageTimeoutError(TOO_SLOW, { cause })
		: new ImageError(DAMAGED, { cause });
}

const TOO_LONG = "La imagen mide más de 20.000 píxeles de ancho o de alto: recortala o guardala más chica.";
const TOO_HEAVY = "La imagen ocupa demasiada memoria al abrirla: guardala más chica.";
const TOO_MANY_PIXELS = "La imagen tiene más de 50 megapíxeles: guardala más chica.";
const TOO_SLOW = "La imagen tarda demasiado en leerse: guardala más chica, como JPEG, y probá de nuevo.";
const DAMAGED = "La imagen está dañada o incompleta: copiala o guardala de nuevo como JPEG y probá otra vez.";
