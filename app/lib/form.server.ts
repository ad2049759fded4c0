import { parseFormData } from "@remix-run/form-data-parser";
import { badRequest } from "./http.server";

const MOST_BYTES = 64 * 1024;

/** A form without files: what one page of plain fields can need, and no more. The size of a file is that of any part. */
const LIMITS = {
	maxFiles: 0,
	maxFileSize: MOST_BYTES,
	maxParts: 30,
	maxTotalSize: MOST_BYTES,
	maxHeaderSize: 2048,
};

/**
 * The named text fields of a posted form, the last value of each; other fields are never looked at.
 * @throws Response 400 when the body is no readable form
 */
export async function readFields<Name extends string>(
	request: Request,
	names: readonly Name[],
): Promise<Partial<Record<Name, string>>> {
	const form = await parseFormData(request, LIMITS).catch(() => {
		throw badRequest(UNREADABLE);
	});
	const fields: Partial<Record<Name, string>> = {};
	for (const name of names) {
		const value = form.getAll(name).at(-1);
		if (typeof value === "string") fields[name] = value;
	}
	return fields;
}

const UNREADABLE = "No pudimos leer el formulario. Volvé a la página anterior y probá de nuevo.";
