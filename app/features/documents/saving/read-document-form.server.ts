import { createHash, randomUUID } from "node:crypto";
import {
	MaxFileSizeExceededError,
	MaxPartsExceededError,
	MaxTotalSizeExceededError,
	type MultipartPart,
	parseMultipartRequest,
} from "@remix-run/multipart-parser";
import { IMAGE_SIZES_PX, imageFiles, MAX_IMAGES } from "~/features/documents/photos/image-address";
import { carriedFields, signInFields } from "~/lib/forms/form.server";
import { badRequest } from "~/lib/http/http.server";
import { ImageError, MAX_IMAGE_MEGABYTES, reencodeImage } from "~/lib/images/image.server";
import * as messages from "~/lib/messages";

/** An image that was sent and accepted. It is nowhere but in memory yet. */
export interface NewImage {
	id: string;
	/** What its owner knows it by. */
	label: string;
	/** Of the large file. */
	sha256: string;
	width: number;
	height: number;
	bytes: number;
	files: { name: string; content: Buffer }[];
}

/** A posted form of a document, read to its end. */
export interface DocumentForm {
	/** Its text fields, the last value of each. */
	fields: Partial<Record<(typeof textFields)[number], string>>;
	removeImages: string[];
	images: NewImage[];
	/** Whether a photo was sent, even if it was not looked at. */
	hasImages: boolean;
	/** What is wrong with the photos, in Spanish. */
	problems: string[];
}

const textFields = [
	"intent",
	"idFile",
	"title",
	"description",
	"expiresOn",
	...carriedFields,
	...signInFields,
] as const;

const MEGABYTE = 1_048_576;
/** In UTF-8 bytes, as much as a whole form without photos: a text that is too long comes back to be made shorter. */
const MOST_TEXT_BYTES = 64 * 1024;
const LIMITS = {
	maxFileSize: MAX_IMAGE_MEGABYTES * MEGABYTE,
	// The texts, the "Quitar" of twenty photos, and some more photos than are taken, to say so.
	maxParts: 80,
	maxTotalSize: 155 * MEGABYTE,
	maxHeaderSize: 2048,
};

/**
 * Reads the form as it arrives: each photo is decoded before anything after it is read, and only its two small
 * versions stay in memory. What is wrong with a photo is told in `problems`; the rest of the form is read all the same.
 * @throws Response 400 when it is cut off or no form of ours
 */
export async function readDocumentForm(request: Request): Promise<DocumentForm> {
	const refused = new Map<string, string[]>();
	const refuse = (problem: string, label: string) =>
		refused.set(problem, [...(refused.get(problem) ?? []), label]);
	let taken = 0;
	const leftOut: string[] = [];
	const form = await readParts(request, LIMITS.maxFileSize, async (part, form) => {
		taken += 1;
		const label = labelOf(part, taken);
		if (taken > MAX_IMAGES) {
			leftOut.push(label);
			return;
		}
		try {
			form.images.push(await toImage(part, label));
		} catch (error) {
			if (!(error instanceof ImageError)) throw error;
			refuse(error.message, label);
		}
	});
	for (const [problem, labels] of refused) {
		form.problems.push(`${messages.photoFailed} ${problem} (${labels.join(", ")})`);
	}
	if (leftOut.length > 0)
		form.problems.push(`${messages.tooManyImages} Quedaron afuera: ${leftOut.join(", ")}.`);
	return form;
}

/**
 * Reads only the texts of the form, and whether photos came with them: for when there is no place for photos, or nobody
 * is signed in.
 */
export async function readTextsOnly(request: Request): Promise<DocumentForm> {
	const form = await readParts(request, MOST_TEXT_BYTES, async () => {});
	return { ...form, problems: [] };
}

async function readParts(
	request: Request,
	maxFileSize: number,
	take: (file: MultipartPart, form: DocumentForm) => Promise<void>,
): Promise<DocumentForm> {
	const form: DocumentForm = { fields: {}, removeImages: [], images: [], hasImages: false, problems: [] };
	const parts = parseMultipartRequest(request, { ...LIMITS, maxFileSize });
	const nextPart = async () => {
		try {
			return (await parts.next()).value;
		} catch (error) {
			// Texts come first in our form, so that they are known by now; what came after this photo is lost.
			const problem = problemOf(error);
			if (!problem) throw badRequest(UNREADABLE);
			form.hasImages = true;
			form.problems.push(problem);
		}
	};
	for (let part = await nextPart(); part; part = await nextPart()) {
		const { name, isFile } = headOf(part);
		if (!isFile) takeText(part, name, form);
		// A browser sends an empty file without a name where none was chosen.
		else if (name === "images" && (part.size > 0 || part.filename)) {
			form.hasImages = true;
			await take(part, form);
		}
	}
	return form;
}

/** The parser reads the head of a part when it is asked for it, and throws when that is not UTF-8. */
function headOf(part: MultipartPart): Pick<MultipartPart, "name" | "isFile"> {
	try {
		return { name: part.name, isFile: part.isFile };
	} catch {
		throw badRequest(UNREADABLE);
	}
}

function takeText(part: MultipartPart, name: string | undefined, form: DocumentForm): void {
	if (part.size > MOST_TEXT_BYTES) throw badRequest(UNREADABLE);
	const text = Buffer.from(part.bytes).toString("utf8");
	if (name === "removeImages") form.removeImages.push(text);
	const field = textFields.find((known) => known === name);
	if (field) form.fields[field] = text;
}

async function toImage(part: MultipartPart, label: string): Promise<NewImage> {
	const [large, small] = await reencodeImage(part.bytes, IMAGE_SIZES_PX);
	const id = randomUUID();
	const contents = [large.content, small.content];
	return {
		id,
		label,
		sha256: createHash("sha256").update(large.content).digest("hex"),
		width: large.width,
		height: large.height,
		bytes: large.content.length + small.content.length,
		files: imageFiles(id).map((name, index) => ({ name, content: contents[index] ?? large.content })),
	};
}

/** The name that the photo has on the phone, or its place among those that were sent. */
function labelOf(part: MultipartPart, place: number): string {
	const name = part.filename?.replace(/\p{C}/gu, "").trim();
	return name ? `«${Array.from(name).slice(0, 60).join("")}»` : `la foto ${place}`;
}

function problemOf(error: unknown): string | undefined {
	if (error instanceof MaxFileSizeExceededError) {
		return `${messages.photoFailed} Una pesa más de ${MAX_IMAGE_MEGABYTES} MB: guardala más chica. Las que venían después de ella tampoco entraron: elegilas de nuevo.`;
	}
	if (error instanceof MaxTotalSizeExceededError) {
		return `${messages.photoFailed} Todas juntas pesan demasiado: mandalas en varias veces.`;
	}
	return error instanceof MaxPartsExceededError ? messages.tooManyImages : undefined;
}

const UNREADABLE =
	"No pudimos leer el formulario: se cortó el envío o no vino entero. Volvé atrás y probá de nuevo.";
