import type { Submission, SubmissionResult } from "@conform-to/react";
import { parseFormData } from "@remix-run/form-data-parser";
import { json } from "@remix-run/node";
import * as z from "zod/mini";
import { badRequest } from "~/lib/http/http.server";
import { findRequestContext } from "~/lib/http/request-context.server";
import { logFailure } from "~/lib/log.server";
import { KB } from "~/lib/units/bytes";
import { textIn } from "./list-field";
import { parseFields as parseKnown } from "./parse-fields";

const MAX_FORM_BYTES = 64 * KB;

/** Limits of a form without files. `maxFileSize` applies to every part of a multipart form, also to a text field. */
const LIMITS = {
	maxFiles: 0,
	maxFileSize: MAX_FORM_BYTES,
	maxParts: 100,
	maxTotalSize: MAX_FORM_BYTES,
	maxHeaderSize: 2048,
};

/** Maximum length of a validated value in UTF-16 units. Every schema has lower limits. */
const MAX_CHARACTERS = 5000;

/** Format of `idFile`, the key of a form, which stays the same if the form is sent twice. */
export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Names of hidden fields. `version` is a hash of the stored values with which the form was loaded. With `resume`, the
 * server shows the typed values in the form again, without saving them. `person` is who opened the form. `sending`
 * numbers the sendings of a form.
 */
export const carriedFields = ["version", "resume", "person", "sending"] as const;

/** Fields for signing in, which the server adds to a form that was sent after the session had ended. */
export const signInFields = ["email", "password"] as const;

/** Fields whose values no page shows again: passwords, one-time codes and answers of passkeys. */
const SECRET_FIELD = /password|passkey|code/i;

/**
 * Reads the named text fields of a posted form, as `textIn` does.
 * @throws Response 400 for an unreadable body
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
		const text = textIn(form, name);
		if (text !== undefined) fields[name] = text;
	}
	return fields;
}

/**
 * Checks `idFile`, a key that the page gives to its form, so that a form sent twice saves only once.
 * @throws Response 400 when the key is missing or malformed
 */
export function requireIdFile(idFile = ""): string {
	if (!UUID.test(idFile)) throw badRequest(UNREADABLE);
	return idFile;
}

/**
 * Reads `intent`, which names the pressed button; `parseForm` can still read the request.
 * @throws Response 400 for an unreadable body
 */
export async function readIntent(request: Request): Promise<string | undefined> {
	return (await readFields(request.clone(), ["intent"])).intent;
}

/**
 * Reads and validates a posted form without files.
 * @throws Response 400 for an unreadable body
 */
export async function parseForm<Schema extends z.ZodMiniObject>(
	request: Request,
	schema: Schema,
): Promise<Submission<z.output<Schema>>> {
	const submission = parseFields(await readFields(request, Object.keys(schema.shape)), schema);
	const context = findRequestContext();
	if (context) {
		context.giveFormBack = (error, status) => invalid(submission, { formErrors: [error], status });
		context.leftOut = leftOutOf(Object.keys(submission.payload).join());
	}
	return submission;
}

function leftOutOf(names: string): string {
	if (/password/i.test(names)) return ", menos las contraseñas";
	return /code/.test(names) ? ", menos el código" : "";
}

/**
 * Validates form fields. A value over MAX_CHARACTERS gets an error without validation, and is shown again whole.
 * @throws Response 400 when conform, the form library, cannot read the fields
 */
export function parseFields<Schema extends z.ZodMiniObject>(
	fields: Partial<Record<string, string>>,
	schema: Schema,
): Submission<z.output<Schema>> {
	const form = new FormData();
	const tooLong: Record<string, z.ZodMiniNever> = {};
	for (const [name, rule] of Object.entries(schema.shape)) {
		const value = fields[name];
		if (value === undefined) continue;
		form.append(name, isUnseen(name, value) ? "" : value);
		if (value.length > MAX_CHARACTERS) tooLong[name] = z.never(problemOf(value, rule));
	}
	try {
		const guarded = z.strictObject({ ...schema.shape, ...tooLong });
		const refused = Object.keys(tooLong).length > 0 && parseKnown(form, guarded);
		if (refused && refused.status !== "success") return refused;
		return parseKnown(form, schema);
	} catch (error) {
		logFailure("form_unreadable", error);
		throw badRequest(UNREADABLE);
	}
}

/** Whether a text shows nothing, though it is not blank: it counts as empty. */
function isUnseen(name: string, text: string): boolean {
	const isAllUnseen = /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]+$/u.test(text);
	return isAllUnseen && text.trim() !== "" && !SECRET_FIELD.test(name);
}

function problemOf(text: string, rule: z.core.$ZodType): string {
	const { error } = z.safeParse(rule, text.trim().slice(0, MAX_CHARACTERS));
	return error?.issues[0]?.message ?? TOO_LONG;
}

/** Additions to the response for a refused form: errors beyond the schema, status, headers. */
interface FormReply {
	formErrors?: string[];
	fieldErrors?: Record<string, string[]>;
	status?: number;
	headers?: HeadersInit;
}

/**
 * Response to a refused form, for `useForm({ result })`: the form's errors, and the form's values except
 * passwords and codes.
 */
export function invalid(
	submission: Submission<unknown>,
	{ formErrors, fieldErrors, status = 400, headers }: FormReply = {},
) {
	const hideFields = Object.keys(submission.payload).filter((name) => SECRET_FIELD.test(name));
	return json({ result: submission.reply({ formErrors, fieldErrors, hideFields }) }, { status, headers });
}

/** Values of a schema's fields, to show a form again without errors. Never passwords or codes. */
export function typedIn(
	fields: Partial<Record<string, string>>,
	schema: z.ZodMiniObject,
): SubmissionResult<string[]> & { initialValue: Record<string, string> } {
	const initialValue: Record<string, string> = {};
	for (const name of Object.keys(schema.shape)) {
		const value = fields[name];
		if (value !== undefined && !SECRET_FIELD.test(name)) initialValue[name] = value;
	}
	return { initialValue };
}

const TOO_LONG = "Es demasiado largo: escribilo más corto.";
const UNREADABLE = "No pudimos leer el formulario. Volvé a la página anterior y probá de nuevo.";
