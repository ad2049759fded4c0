import type { Submission, SubmissionResult } from "@conform-to/react";
import { parseFormData } from "@remix-run/form-data-parser";
import { json } from "@remix-run/node";
import * as z from "zod/mini";
import { badRequest } from "~/lib/http/http.server";
import { findRequestContext } from "~/lib/http/request-context.server";
import { logFailure } from "~/lib/log.server";
import { type FormSubmission, parseFields as parseKnown } from "./parse-fields";

const MAX_FORM_BYTES = 64 * 1024;

/** A form without files: what one page of plain fields can need, and no more. The size of a file is that of any part. */
const LIMITS = {
	maxFiles: 0,
	maxFileSize: MAX_FORM_BYTES,
	maxParts: 30,
	maxTotalSize: MAX_FORM_BYTES,
	maxHeaderSize: 2048,
};

/** UTF-16 units, twice what our longest field takes: what no schema has to read. */
const MAX_CHARACTERS = 5000;

/** What a key looks like. */
export const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** What a form carries beside what is typed: which state of its row it was made from; that it only wants to be shown again. */
export const carriedFields = ["version", "resume"] as const;

/** What a form also has while it carries the sign-in. */
export const signInFields = ["email", "password"] as const;

/** Fields whose values never stand in a page: the passwords and the codes that are as good as one. */
const SECRET_FIELD = /password|code/i;

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

/**
 * The id with which a page gave its form out, so that the same form sent twice makes one thing.
 * @throws Response 400 when it is none of ours
 */
export function requireIdFile(idFile = ""): string {
	if (!UUID.test(idFile)) throw badRequest(UNREADABLE);
	return idFile;
}

/**
 * Which button of a page with several forms was pressed; the request can still be read by `parseForm`.
 * @throws Response 400 when the body is no readable form
 */
export async function readIntent(request: Request): Promise<string | undefined> {
	return (await readFields(request.clone(), ["intent"])).intent;
}

/**
 * A posted form, checked by `schema`: an object of plain fields.
 * @throws Response 400 when the body is no readable form
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
 * Fields that have been read, checked by `schema`. Of a text far longer than any field takes, only the beginning reaches the
 * schema; it is refused beside its field, and comes back whole.
 * @throws Response 400 when conform cannot read them
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

/** What is said of a text that is far too long: what its own rule says of the beginning, if it has a rule for length. */
function problemOf(text: string, rule: z.core.$ZodType): string {
	const { error } = z.safeParse(rule, text.trim().slice(0, MAX_CHARACTERS));
	return error?.issues[0]?.message ?? TOO_LONG;
}

/** What is wrong with a form besides what its schema found, and how to say so. */
interface Refusal {
	/** Texts that concern no single field. */
	formErrors?: string[];
	/** Texts by the field's name. */
	fieldErrors?: Record<string, string[]>;
	/** 400 unless said otherwise. */
	status?: number;
	headers?: HeadersInit;
}

/**
 * The answer to a form that cannot be accepted, for `useForm({ lastResult })`: its errors and what was typed, but for
 * passwords and codes. Also for a form that parsed well and is refused for another reason.
 */
export function invalid<Fields, Value>(
	submission: Submission<Fields, string[], Value>,
	{ formErrors, fieldErrors, status = 400, headers }: Refusal = {},
) {
	const hideFields = Object.keys(submission.payload).filter((name) => SECRET_FIELD.test(name));
	return json({ result: submission.reply({ formErrors, fieldErrors, hideFields }) }, { status, headers });
}

/**
 * What was typed, to be shown again without a word on what is wrong: nobody has asked for that yet. Of the schema's fields,
 * but never a password or a code.
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
