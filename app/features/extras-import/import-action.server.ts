import {
	MaxFileSizeExceededError,
	MaxTotalSizeExceededError,
	parseFormData,
} from "@remix-run/form-data-parser";
import { json } from "@remix-run/node";
import { MAX_EXTRAS } from "~/features/extras/rows/extras.server";
import { diskFullMessage } from "~/lib/database/disk.server";
import { isOfSomebodyElse } from "~/lib/forms/form-state.server";
import { textIn } from "~/lib/forms/list-field";
import { badRequest } from "~/lib/http/http.server";
import { requestContext } from "~/lib/http/request-context.server";
import { redirectWithToast } from "~/lib/http/toast.server";
import { readUpload, uploadProblem } from "~/lib/images/upload-queue.server";
import { OTHERS } from "~/lib/records/save-record-form.server";
import { Semaphore } from "~/lib/semaphore.server";
import { plantToday } from "~/lib/time/plant-clock.server";
import { MB } from "~/lib/units/bytes";
import { importExtras } from "./import-extras.server";
import { MAX_IMPORT_FORM_BYTES } from "./import-form";
import { previewOf, unpackRows } from "./preview.server";
import { readExtras } from "./read-extras.server";

/** Maximum size of a file or pasted text. An export of MAX_EXTRAS entries is smaller, unless its comments are long. */
const MAX_MEGABYTES = 5;
/** Maximum length of a pasted text that is shown again after an error. */
const MAX_SHOWN_CHARACTERS = 64 * 1024;
const LIMITS = {
	maxFiles: 1,
	// This limit also applies to text fields, such as the field with the compressed rows of the preview.
	maxFileSize: MAX_IMPORT_FORM_BYTES,
	maxParts: 10,
	maxTotalSize: MAX_IMPORT_FORM_BYTES,
	maxHeaderSize: 2048,
};

/**
 * Previews what a CSV file would add, and adds the entries after the user confirms. The preview page contains the rows
 * in a hidden field, compressed ("packed"). The confirmation sends the rows back, and the server validates them again.
 * @returns the preview, or the form with its error
 * @throws Response redirect after the import; 400 for an unreadable form
 */
export async function importAction(request: Request, userId: string) {
	let pasted: string | undefined;
	try {
		return await readUpload(request, userId, async (request) => {
			const form = await readForm(request);
			if (!form) return refuse({ file: TOO_BIG });
			const { confirmed } = form;
			pasted = form.pasted;
			if (confirmed === undefined) return preview(userId, form);
			return confirmations.run(() => confirm(userId, confirmed, form), { fairKeys: [userId] });
		});
	} catch (error) {
		const { text, code, headers } = uploadProblem(error, failure);
		return refuse({ "": text }, { pasted, status: code, headers });
	}
}

/**
 * Lets one confirmed import run at a time, because the compressed rows of its request take far more memory when they
 * are unpacked. `readUpload` limits how many requests wait.
 */
const confirmations = new Semaphore({ permits: 1 });

async function preview(userId: string, { file, pasted }: ImportForm) {
	const text = file ? textOf(file) : pasted;
	if (text === "") return refuse({ file: NOTHING });
	if (text === undefined) return refuse({ file: UNICODE });
	const read = await readExtras(text, plantToday());
	if ("problem" in read) return refuse({ [file ? "file" : "pasted"]: problems[read.problem] }, { pasted });
	return show(userId, read);
}

async function confirm(userId: string, packed: string, { person, resume }: ImportForm) {
	const text = await unpackRows(packed);
	const read = text === undefined ? undefined : await readExtras(text, plantToday());
	if (!read || "problem" in read) throw badRequest(UNREADABLE);
	if (resume) return show(userId, read);
	if (isOfSomebodyElse({ person })) return show(userId, read, OTHERS);
	if (read.refused.length > 0) return show(userId, read);
	const count = await importExtras(userId, read.extras);
	if (count === "full") return show(userId, read);
	throw await redirectWithToast("/auth/work-overtime", { text: doneText(count) });
}

type ImportForm = NonNullable<Awaited<ReturnType<typeof readForm>>>;

/**
 * Reads the import form; undefined if the form is too large.
 * @throws Response 400 for an unreadable form
 */
async function readForm(request: Request) {
	try {
		const form = await parseFormData(request, LIMITS);
		const [file, pasted = ""] = [form.get("file"), textIn(form, "pasted")];
		const isFile = file instanceof File && file.size > 0;
		const largest = Math.max(isFile ? file.size : 0, Buffer.byteLength(pasted));
		if (largest > MAX_MEGABYTES * MB) return undefined;
		return {
			/** Undefined if the user selected no file, or an empty one. */
			file: isFile ? new Uint8Array(await file.arrayBuffer()) : undefined,
			pasted,
			/** Compressed rows of the preview, which the browser sends back when the user confirms the import. */
			confirmed: textIn(form, "confirmed"),
			/** Who was shown the preview. */
			person: textIn(form, "person"),
			/** Set by a browser that has just signed in again, and is shown the preview once more. */
			resume: textIn(form, "resume"),
		};
	} catch (error) {
		if (error instanceof MaxFileSizeExceededError || error instanceof MaxTotalSizeExceededError)
			return undefined;
		throw badRequest(UNREADABLE);
	}
}

/**
 * Decodes a CSV file: UTF-8, or Windows-1252 as Excel saves it.
 * @returns undefined for UTF-16, Excel's "Unicode text"
 */
function textOf(bytes: Uint8Array): string | undefined {
	const [first, second] = bytes;
	if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return undefined;
	try {
		return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
	} catch {
		return new TextDecoder("windows-1252").decode(bytes);
	}
}

async function show(userId: string, read: Parameters<typeof previewOf>[1], note?: string) {
	const preview = await previewOf(userId, read);
	const { person } = requestContext();
	return json(
		{ result: null, preview: { ...preview, person, note } },
		{ status: preview.hasRoom ? 200 : 409 },
	);
}

function refuse(
	errors: Record<string, string>,
	{ pasted = "", status = 400, headers }: { pasted?: string; status?: number; headers?: HeadersInit } = {},
) {
	const error = Object.fromEntries(Object.entries(errors).map(([name, text]) => [name, [text]]));
	const isShort = pasted.length <= MAX_SHOWN_CHARACTERS;
	const result = { status: "error" as const, error, initialValue: { pasted: isShort ? pasted : "" } };
	return json({ result, preview: null }, { status, headers });
}

function doneText(count: number): string {
	if (count === 0) return "Ya están todas: ninguna se repitió.";
	return count === 1 ? "Importamos 1 extra." : `Importamos ${count.toLocaleString("es-AR")} extras.`;
}

const problems = {
	columns:
		"No es un archivo de extras de Relevo: le faltan columnas. Usá el que descargaste de Mis Extras, o el archivo extras.csv de tus datos.",
	rows: `Tiene más de ${MAX_EXTRAS.toLocaleString("es-AR")} líneas, contando las vacías. Partilo en archivos más chicos.`,
} as const;
const NOTHING = "Elegí el archivo, o pegá su contenido.";
const TOO_BIG = `Pesa más de ${MAX_MEGABYTES} MB: partilo en archivos más chicos.`;
const UNICODE =
	"Está guardado como «texto Unicode», que no podemos leer. Usá el que descargaste de Relevo, o guardalo como «CSV UTF-8».";
const failure = {
	busy: "Hay muchas personas subiendo archivos. Esperá unos segundos y probá de nuevo.",
	full: diskFullMessage,
	ours: "Es un problema nuestro, no tuyo: no se importó nada. Probá de nuevo en un rato.",
};
const UNREADABLE =
	"No pudimos leer el formulario: se cortó el envío o no vino entero. Volvé atrás y probá de nuevo.";
