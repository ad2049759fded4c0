import { hash, randomUUID } from "node:crypto";
import {
	MaxFileSizeExceededError,
	MaxPartsExceededError,
	MaxTotalSizeExceededError,
	type MultipartPart,
	parseMultipartRequest,
} from "@remix-run/multipart-parser";
import { documentSchema } from "~/features/documents/document-schemas";
import { MAX_IMAGES } from "~/features/documents/photos/image-address";
import { leftOut } from "~/features/documents/photos/selected-photo";
import { carriedFields, signInFields } from "~/lib/forms/form.server";
import { badRequest } from "~/lib/http/http.server";
import { ImageError, ImageTimeoutError, MAX_IMAGE_MEGABYTES, reencodeImage } from "~/lib/images/image.server";
import { IMAGE_SIZES_PX, imageFiles } from "~/lib/images/image-files";
import * as messages from "~/lib/messages";
import { KB, MB } from "~/lib/units/bytes";
import { MAX_DOCUMENT_FORM_BYTES } from "./image-bytes";

/** An accepted photo that exists only in memory so far. */
export interface NewImage {
	id: string;
	/** Name of the photo in messages to the user. */
	label: string;
	/** SHA-256 hash of the photo's large file. */
	sha256: string;
	width: number;
	height: number;
	bytes: number;
	files: { name: string; content: Buffer }[];
}

/** The contents of a posted document form. */
export interface DocumentForm {
	/** Text fields by name. The last value of a repeated field counts. */
	fields: Partial<Record<string, string>>;
	removeImages: string[];
	/** Photos that the page showed as stored, but not saved yet: of each the id, and unless it was just sent, the hash. */
	keptImages: string[];
	images: NewImage[];
	hasImages: boolean;
	problems: string[];
}

const textFields = [
	"intent",
	"idFile",
	"onlyKept",
	...Object.keys(documentSchema.shape),
	...carriedFields,
	...signInFields,
];

/** Maximum bytes of one text, far above the longest valid text, so that the form can show a too long text again. */
const MAX_TEXT_BYTES = 64 * KB;
const LIMITS = {
	maxFileSize: MAX_IMAGE_MEGABYTES * MB,
	// Enough for all texts, for the ids of photos that stay or go, and for more photos than MAX_IMAGES, so that a
	// message can name the photos that were left out.
	maxParts: 80,
	maxTotalSize: MAX_DOCUMENT_FORM_BYTES,
	maxHeaderSize: 2048,
};

/**
 * Reads the document form while the request arrives, re-encoding each photo before reading the next, to save
 * memory. Refused photos go to `problems`. Once a photo takes too long, the later ones are refused unread.
 * @throws Response 400 when the form is incomplete or malformed
 */
export async function readDocumentForm(request: Request): Promise<DocumentForm> {
	const labelsByProblem = new Map<string, string[]>();
	let count = 0;
	const tooMany: string[] = [];
	let isStopped = false;
	const refuse = (label: string, problem: string) => {
		labelsByProblem.set(problem, [...(labelsByProblem.get(problem) ?? []), label]);
	};
	const form = await readParts(request, LIMITS.maxFileSize, async (part, form) => {
		count += 1;
		const label = labelOf(part, count);
		if (count > MAX_IMAGES) {
			tooMany.push(label);
			return;
		}
		if (isStopped) return refuse(label, AFTER_SLOW);
		try {
			form.images.push(await toImage(part, label));
		} catch (error) {
			if (!(error instanceof ImageError)) throw error;
			isStopped = error instanceof ImageTimeoutError;
			refuse(label, error.message);
		}
	});
	for (const [problem, labels] of labelsByProblem) {
		form.problems.push(`${messages.photoFailed} ${problem} (${labels.join(", ")})`);
	}
	if (tooMany.length > 0) form.problems.push(`${messages.tooManyImages} ${leftOut(tooMany)}`);
	return form;
}

/**
 * Reads a form's texts, but not its photos: only whether the form has photos. Used when the server cannot accept photos
 * or nobody is signed in.
 * @throws Response 400 when the form is incomplete or malformed
 */
export async function readTextsOnly(request: Request): Promise<DocumentForm> {
	const form = await readParts(request, MAX_TEXT_BYTES, async () => {});
	return { ...form, problems: [] };
}

async function readParts(
	request: Request,
	maxFileSize: number,
	onPhoto: (file: MultipartPart, form: DocumentForm) => Promise<void>,
): Promise<DocumentForm> {
	const form: DocumentForm = {
		fields: {},
		removeImages: [],
		keptImages: [],
		images: [],
		hasImages: false,
		problems: [],
	};
	const parts = parseMultipartRequest(request, { ...LIMITS, maxFileSize });
	const nextPart = async () => {
		try {
			return (await parts.next()).value;
		} catch (error) {
			// When a limit on sizes or on the number of parts is exceeded, only the remaining photos are lost, because the
			// texts precede the photos.
			const problem = problemOf(error);
			if (!problem) throw badRequest(UNREADABLE);
			form.hasImages = true;
			form.problems.push(problem);
		}
	};
	for (let part = await nextPart(); part; part = await nextPart()) {
		const { name, isFile } = headerOf(part);
		if (!isFile) addText(part, name, form);
		// Without a selected file, the browser sends an empty part without a file name.
		else if (name === "images" && (part.size > 0 || part.filename)) {
			form.hasImages = true;
			await onPhoto(part, form);
		}
	}
	return form;
}

function headerOf(part: MultipartPart): Pick<MultipartPart, "name" | "isFile"> {
	try {
		return { name: part.name, isFile: part.isFile };
	} catch {
		throw badRequest(UNREADABLE);
	}
}

function addText(part: MultipartPart, name: string | undefined, form: DocumentForm): void {
	if (part.size > MAX_TEXT_BYTES) throw badRequest(UNREADABLE);
	const text = Buffer.from(part.bytes).toString("utf8");
	if (name === "removeImages" || name === "keptImages") form[name].push(text);
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
		sha256: hash("sha256", large.content),
		width: large.width,
		height: large.height,
		bytes: large.content.length + small.content.length,
		files: imageFiles(id).map((name, index) => ({ name, content: contents[index] ?? large.content })),
	};
}

/** The photo's name in messages: the file name, or else the photo's position in the form. */
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

const AFTER_SLOW = "Venía después de una que tarda demasiado en leerse: elegila de nuevo, sin la otra.";
const UNREADABLE =
	"No pudimos leer el formulario: se cortó el envío o no vino entero. Volvé atrás y probá de nuevo.";
