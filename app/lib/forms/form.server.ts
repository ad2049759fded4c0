import type { Submission, SubmissionResult } from "@conform-to/react";
import { parseFormData } from "@remix-run/form-data-parser";
import { json } from "@remix-run/node";
import * as z from "zod/mini";
import { badRequest } from "~/lib/http/http.server";
import { findRequestContext } from "~/lib/http/request-context.server";
import { logFailure } from "~/lib/log.server";
import { type FormSubmission, parseFields as parseKnown } from "./parse-fields";

const MAX_FORM_BYTES = 64 * 1024;

/** Parser limits for a form without files. `maxFileSize` applies to every part of the body, not only to files. */
const LIMITS = {
	maxFiles: 0,
	maxFileSize: MAX_FORM_BYTES,
	maxParts: 30,
	maxTotalSize: MAX_FORM_BYTES,
	maxHeaderSize: 2048,
};

/** Longest field value, in UTF-16 units, that is validated with a schema. Every schema has lower limits. */
const MAX_CHARACTERS = 5000;

/** Format of `idFile`, the key that a page gives to its form. A form that is sent twice has the same key. */
export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Hidden fields of a form: the version of the database row from which the form was rendered, and a flag to show the
 * form again without saving.
 */
export const carriedFields = ["version", "resume"] as const;

/** Fields with which the user signs in again, added to a form that was sent after the session had ended. */
export const signInFields = ["email", "password"] as const;

/** Form fields whose values never appear in a page: passwords and one-time codes. */
const SECRET_FIELD = /password|code/i;

/**
 * Reads the named text fields of a posted form. Takes the last value of each field and ignores other fields.
 * @throws Response 400 when the body is not a readable form
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

/**
 * Checks `idFile`, the key that a page gave to its form. Because of this key a form that is sent twice creates only
 * one row.
 * @throws Response 400 when the key is missing or malformed
 */
export function requireIdFile(idFile = ""): string {
	if (!UUID.test(idFile)) throw badRequest(UNREADABLE);
	return idFile;
}

/**
 * Reads the field `intent`, which names the pressed button on a page with several forms. `parseForm` can still read
 * the request afterwards.
 * @throws Response 400 when the body is not a readable form
 */
export async function readIntent(request: Request): Promise<string | undefined> {
	return (await readFields(request.clone(), ["intent"])).intent;
}

/**
 * Reads a posted form without files and validates it with `schema`.
 * @throws Response 400 when the body is not a readable form
 */
export async function parseForm<Schema extends z.ZodMiniObject>(
	request: Request,
	schema: Schema,
): Promise<FormSubmission<Schema>> {
	const submission = parseFields(await readFields(request, Object.keys(schema.shape)), schema);
	const context = findRequestContext();
	if (context) context.giveFormBack = (error, status) => invalid(submission, { formErrors: [error], status });
	return submission;
}

/**
 * Validates form fields with `schema`. A value longer than MAX_CHARACTERS is not validated: the field gets an error,
 * and the form is shown again with the whole value.
 * @throws Response 400 when conform, the form library, cannot read the fields
 */
export function parseFields<Schema extends z.ZodMiniObject>(
	fields: Partial<Record<string, string>>,
	schema: Schema,
): FormSubmission<Schema> {
	const form = new FormData();
	const tooLong: Record<string, z.ZodMiniNever> = {};
	for (const [name, rule] of Object.entries(schema.shape)) {
		const value = fields[name];
		if (value === undefined) continue;
		form.append(name, value);
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

/**
 * The error message for a value longer than MAX_CHARACTERS. Validates only the start of the value, and returns the
 * error of the start or, when the start is valid, TOO_LONG.
 */
function problemOf(text: string, rule: z.core.$ZodType): string {
	const { error } = z.safeParse(rule, text.trim().slice(0, MAX_CHARACTERS));
	return error?.issues[0]?.message ?? TOO_LONG;
}

/**
 * Additions of an action to the response for a refused form: errors that the form's schema cannot find, a status,
 * headers.
 */
interface FormReply {
	formErrors?: string[];
	fieldErrors?: Record<string, string[]>;
	/** HTTP status of the response; 400 by default. */
	status?: number;
	headers?: HeadersInit;
}

/**
 * Creates the response to a refused form, for `useForm({ lastResult })`: the form's errors, and its values except
 * passwords and codes. Also used when the schema accepts the form but the action refuses it.
 */
export function invalid<Fields, Value>(
	submission: Submission<Fields, string[], Value>,
	{ formErrors, fieldErrors, status = 400, headers }: FormReply = {},
) {
	const hideFields = Object.keys(submission.payload).filter((name) => SECRET_FIELD.test(name));
	return json({ result: submission.reply({ formErrors, fieldErrors, hideFields }) }, { status, headers });
}

/**
 * Returns the values of the fields that a schema has, to show a form again without errors, for example after a new
 * sign-in. Never includes passwords or codes.
 */
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
