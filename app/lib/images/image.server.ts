import type { Sharp, SharpOptions } from "sharp";
import { logEvent } from "~/lib/log.server";
import { Semaphore } from "~/lib/semaphore.server";

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
const TIMEOUT_SECONDS = 10;
const QUALITY = 80;
/** WebP quality of small images, chosen by trial: white areas stay pure white, unlike with 60 and 68. */
const SMALL_QUALITY = 65;
const SMALL_PX = 320;
/** WebP compression effort, from 0 to 6. A higher effort takes twice the time for hardly smaller files. */
const EFFORT = 2;

/**
 * Images with more pixels than this are decoded one at a time. A progressive JPEG of 50 megapixels takes 280 MB, and the
 * server must run in 512 MB.
 */
const HEAVY_PIXELS = 24_000_000;
const decoding = new Semaphore({ permits: 2 });

/** Thrown for a refused image. The Spanish message tells the user what to do. */
export class ImageError extends Error {}

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
	if (file.length > MAX_IMAGE_MEGABYTES * 1_048_576) {
		throw new ImageError(`La imagen pesa más de ${MAX_IMAGE_MEGABYTES} MB: guardala más chica.`);
	}
	if (!isAcceptedKind(file)) throw new ImageError(wrongKindMessage(file));
	const sharp = await loadSharp();
	try {
		const { format, isProgressive, width, height } = await sharp(file, settings).metadata();
		if (format === "png" && isProgressive && width * height > MAX_INTERLACED_PIXELS) {
			throw new ImageError("La imagen es un PNG entrelazado demasiado grande: guardala como JPEG.");
		}
		const weight = width * height > HEAVY_PIXELS ? 2 : 1;
		return await decoding.run(() => encodeSizes(file, sizesPx), { weight });
	} catch (error) {
		if (error instanceof ImageError) throw error;
		throw new ImageError(decodingMessage(error), { cause: error });
	}
}

const settings: SharpOptions = {
	failOn: "warning",
	limitInputPixels: MAX_PIXELS,
	limitInputChannels: MAX_CHANNELS,
	sequentialRead: true,
};

/** Decodes an image once; each size is made from the previous one. */
async function encodeSizes(file: Uint8Array, sizesPx: readonly number[]): Promise<ReencodedImage[]> {
	const sharp = await loadSharp();
	const images: ReencodedImage[] = [];
	let source = sharp(file, settings).autoOrient().flatten({ background: "#fff" });
	for (const size of sizesPx) {
		const { data, info } = await source
			.timeout({ seconds: TIMEOUT_SECONDS })
			.resize({ width: size, height: size, fit: "inside", withoutEnlargement: true })
			.toColourspace("srgb")
			.raw()
			.toBuffer({ resolveWithObject: true });
		const { width, height, channels } = info;
		source = sharp(data, { raw: { width, height, channels } });
		const content = await source
			.clone()
			.timeout({ seconds: TIMEOUT_SECONDS })
			.webp({ quality: size > SMALL_PX ? QUALITY : SMALL_QUALITY, effort: EFFORT })
			.toBuffer();
		images.push({ content, width, height });
	}
	return images;
}

/** Converts a stored image to JPEG, for programs that cannot read WebP. May have to wait for other images. */
export async function toJpeg(stored: Uint8Array): Promise<Buffer> {
	const sharp = await loadSharp();
	return decoding.run(() =>
		sharp(stored, settings).timeout({ seconds: TIMEOUT_SECONDS }).jpeg({ quality: QUALITY }).toBuffer(),
	);
}

/** Whether a file begins like a JPEG, PNG or WebP. Name and declared type are not trusted. */
function isAcceptedKind(file: Uint8Array): boolean {
	return startsWith(file, "ffd8ff") || startsWith(file, "89504e470d0a1a0a") || isWebp(file);
}

function isWebp(file: Uint8Array): boolean {
	return startsWith(file, "52494646") && textOf(file, 8, 12) === "WEBP";
}

/** Returns a message that names the refused file's format, if known. */
function wrongKindMessage(file: Uint8Array): string {
	const brands = textOf(file, 4, 8) === "ftyp" ? textOf(file, 8, 64) : "";
	const start = textOf(file, 0, 1024);
	if (/avif|avis/.test(brands)) return notAccepted("AVIF");
	if (/hei[cxms]|hev[cxms]|mif1|msf1/.test(brands)) {
		return `${notAccepted("HEIC")} En el iPhone: Ajustes, Cámara, Formatos, «El más compatible».`;
	}
	if (brands)
		return "El archivo es un video, no una imagen: sacale una foto o una captura y guardala como JPEG o PNG.";
	if (start.startsWith("GIF8")) return notAccepted("GIF");
	if (/^(II[*+]\0|MM\0[*+])/.test(start)) return notAccepted("TIFF");
	if (start.includes("%PDF-")) return `${notAccepted("PDF")} Sirve una foto o una captura de la página.`;
	if (/<svg[\s>]/i.test(start)) return notAccepted("SVG");
	if (start.startsWith("BM")) return notAccepted("BMP");
	if (start.startsWith("\0\0\u0001\0")) return notAccepted("ICO");
	return "El archivo no es una imagen JPEG, PNG o WebP: elegí otro, o guardala en uno de esos formatos.";
}

function notAccepted(kind: string): string {
	return `La imagen es ${kind}, que no se acepta: guardala como JPEG, PNG o WebP y probá de nuevo.`;
}

/** Returns a Spanish message for an error of sharp. These errors have no codes, only English texts. */
function decodingMessage(error: unknown): string {
	const message = error instanceof Error ? error.message : "";
	if (/pixel limit|image dimensions|too large/i.test(message)) {
		return "La imagen tiene más de 50 megapíxeles: guardala más chica.";
	}
	if (/timeout/i.test(message)) {
		return "La imagen tarda demasiado en leerse: guardala más chica, como JPEG, y probá de nuevo.";
	}
	return "La imagen está dañada o incompleta: copiala o guardala de nuevo como JPEG y probá otra vez.";
}

function startsWith(file: Uint8Array, hex: string): boolean {
	return Buffer.from(file.subarray(0, hex.length / 2)).toString("hex") === hex;
}

function textOf(file: Uint8Array, from: number, to: number): string {
	return Buffer.from(file.subarray(from, to)).toString("latin1");
}
