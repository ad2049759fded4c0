import type { Sharp, SharpOptions } from "sharp";
import { logEvent } from "~/lib/log.server";
import { Turns } from "~/lib/turns.server";

let loading: ReturnType<typeof configureSharp> | undefined;

/**
 * sharp, which is always taken from here, so that these settings hold wherever an image is read. Loaded when the first
 * image comes: at start it would take as long as all our own code, and 23 MB for as long as nobody sends one.
 * @throws Error, every time, when the settings do not hold (a libvips that knows other names): then no image is read
 */
export function loadSharp(): ReturnType<typeof configureSharp> {
	loading ??= configureSharp();
	return loading;
}

async function configureSharp() {
	// Read by libvips when it is loaded: all that its authors do not trust with files of strangers is off.
	process.env.VIPS_BLOCK_UNTRUSTED = "1";
	const { default: sharp } = await import("sharp");
	// Of libvips' loaders only three stay, and only from memory: those of files that people send on purpose.
	sharp.block({ operation: ["VipsForeignLoad"] });
	sharp.unblock({
		operation: ["VipsForeignLoadJpegBuffer", "VipsForeignLoadPngBuffer", "VipsForeignLoadWebpBuffer"],
	});
	sharp.cache(false);
	sharp.concurrency(1);
	if (await isRead(sharp(Buffer.from(SVG)))) {
		logEvent("decoder_unsafe", { level: "error" });
		throw new Error("sharp reads SVG, which is blocked");
	}
	return sharp;
}

/** Sound, and read by a libvips that is not restricted. */
const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>';

function isRead(image: Sharp): Promise<boolean> {
	return image.metadata().then(
		() => true,
		() => false,
	);
}

export const MAX_IMAGE_MEGABYTES = 15;
/** The photos of phones of 50 megapixels pass. */
const MOST_PIXELS = 50_500_000;
/** An interlaced PNG is decoded whole: its memory grows much faster than that of the others. */
const MOST_INTERLACED_PIXELS = 12_000_000;
const MOST_CHANNELS = 5;
const MOST_SECONDS = 10;
const QUALITY = 80;
/** Of an image that is only shown small: a sixth fewer bytes. White stays white, which it does not at 60 or 68. */
const SMALL_QUALITY = 65;
const SMALL_PX = 320;
/** Of 0 to 6: beyond it files grow little smaller, in twice the time. */
const EFFORT = 2;

/** Above this an image is decoded alone: at 50 megapixels a progressive JPEG takes 280 MB, of the 512 that we may have. */
const HEAVY_PIXELS = 24_000_000;
const decoding = new Turns(2);

/** An image that is refused. The message is in Spanish and says what to do; it can be shown as it is. */
export class ImageError extends Error {}

export interface ReencodedImage {
	/** A WebP without metadata. */
	content: Buffer;
	width: number;
	height: number;
}

/**
 * Reads a JPEG, PNG or WebP, whatever its name, and gives it as WebPs that are upright, on white where it was
 * transparent, in sRGB, without metadata (EXIF, GPS, profiles) and without any byte of the original.
 * Of an animation the first picture is kept.
 * @param sizesPx the results' longest sides, in pixels, the largest first: a smaller image stays as it is
 * @throws ImageError when it is another kind of file, too large, damaged or cut off
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
	if (!isAcceptedKind(file)) throw new ImageError(refusalOf(file));
	const sharp = await loadSharp();
	try {
		const { format, isProgressive, width, height } = await sharp(file, settings).metadata();
		if (format === "png" && isProgressive && width * height > MOST_INTERLACED_PIXELS) {
			throw new ImageError("La imagen es un PNG entrelazado demasiado grande: guardala como JPEG.");
		}
		const weight = width * height > HEAVY_PIXELS ? 2 : 1;
		return await decoding.run(() => encodeSizes(file, sizesPx), weight);
	} catch (error) {
		if (error instanceof ImageError) throw error;
		throw new ImageError(explain(error), { cause: error });
	}
}

const settings: SharpOptions = {
	failOn: "warning",
	limitInputPixels: MOST_PIXELS,
	limitInputChannels: MOST_CHANNELS,
	sequentialRead: true,
};

/** Decodes once: each size is made from the pixels of the one before. */
async function encodeSizes(file: Uint8Array, sizesPx: readonly number[]): Promise<ReencodedImage[]> {
	const sharp = await loadSharp();
	const images: ReencodedImage[] = [];
	let source = sharp(file, settings).autoOrient().flatten({ background: "#fff" });
	for (const size of sizesPx) {
		const { data, info } = await source
			.timeout({ seconds: MOST_SECONDS })
			.resize({ width: size, height: size, fit: "inside", withoutEnlargement: true })
			.toColourspace("srgb")
			.raw()
			.toBuffer({ resolveWithObject: true });
		const { width, height, channels } = info;
		source = sharp(data, { raw: { width, height, channels } });
		const content = await source
			.clone()
			.timeout({ seconds: MOST_SECONDS })
			.webp({ quality: size > SMALL_PX ? QUALITY : SMALL_QUALITY, effort: EFFORT })
			.toBuffer();
		images.push({ content, width, height });
	}
	return images;
}

/**
 * A stored image as a JPEG of the same size, for browsers and programs that read no WebP. Waits for its turn among those
 * that are decoded.
 */
export async function toJpeg(stored: Uint8Array): Promise<Buffer> {
	const sharp = await loadSharp();
	return decoding.run(() =>
		sharp(stored, settings).timeout({ seconds: MOST_SECONDS }).jpeg({ quality: QUALITY }).toBuffer(),
	);
}

/** By the first bytes: what a name or a browser says about a file is never believed. */
function isAcceptedKind(file: Uint8Array): boolean {
	return startsWith(file, "ffd8ff") || startsWith(file, "89504e470d0a1a0a") || isWebp(file);
}

function isWebp(file: Uint8Array): boolean {
	return startsWith(file, "52494646") && textOf(file, 8, 12) === "WEBP";
}

/** Names the kind of file that came instead, where it is a known one. */
function refusalOf(file: Uint8Array): string {
	const brands = textOf(file, 4, 8) === "ftyp" ? textOf(file, 8, 64) : "";
	const start = textOf(file, 0, 1024);
	if (/avif|avis/.test(brands)) return instead("AVIF");
	if (/hei[cxms]|hev[cxms]|mif1|msf1/.test(brands)) {
		return `${instead("HEIC")} En el iPhone: Ajustes, Cámara, Formatos, «El más compatible».`;
	}
	if (brands)
		return "El archivo es un video, no una imagen: sacale una foto o una captura y guardala como JPEG o PNG.";
	if (start.startsWith("GIF8")) return instead("GIF");
	if (/^(II[*+]\0|MM\0[*+])/.test(start)) return instead("TIFF");
	if (start.includes("%PDF-")) return `${instead("PDF")} Sirve una foto o una captura de la página.`;
	if (/<svg[\s>]/i.test(start)) return instead("SVG");
	if (start.startsWith("BM")) return instead("BMP");
	if (start.startsWith("\0\0\u0001\0")) return instead("ICO");
	return "El archivo no es una imagen JPEG, PNG o WebP: elegí otro, o guardala en uno de esos formatos.";
}

function instead(kind: string): string {
	return `La imagen es ${kind}, que no se acepta: guardala como JPEG, PNG o WebP y probá de nuevo.`;
}

/** sharp has no codes for its errors: only their English text tells them apart. */
function explain(error: unknown): string {
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
