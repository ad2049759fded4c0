import type { SubmissionResult } from "@conform-to/react";
import { json } from "@remix-run/node";
import type * as z from "zod/mini";
import { parseFields, typedIn } from "~/lib/forms/form.server";
import { isOfSomebodyElse } from "~/lib/forms/form-state.server";
import { notFound } from "~/lib/http/http.server";
import { requestContext } from "~/lib/http/request-context.server";
import { redirectWithToast, type Toast } from "~/lib/http/toast.server";

/** Result of saving a record, in all features. */
export type SavedRecord<Row> =
	/** "changed": a new record's form was sent twice with different values, and the later values replaced the first. */
	| { status: "saved" }
	| { status: "changed" }
	/** "gone": the record to edit no longer exists. "full": the user has the maximum number of records. */
	/** "deleted": the person deleted the record after the form was loaded, or after a phone without signal had first sent it. */
	| { status: "gone" | "full" | "deleted" }
	/** Status "stale": other values were saved after the form was loaded, so nothing is saved. */
	| ({ status: "stale"; current: Row } & Partial<Pick<Refusal, "field" | "error" | "code">>);

/**
 * Whether the stored record still has the values with which the form was loaded. False for a late sending.
 * @param current undefined when no record is stored: then whether the form was loaded without one
 */
export type IsPresent<Row> = (current: Row | undefined) => boolean;

/** An error beside a field, and if need be a text for a dialog, besides those of the schema. */
interface Refusal {
	field: string;
	error: string;
	failure?: string;
	/** Status of the response; 400 by default. */
	code?: number;
	headers?: HeadersInit;
}

/** A form that is shown again: with an error beside a field, or with a question that sending it again answers. */
type ShownAgain = ({ status: "refused" } & Refusal) | { status: "asks" };

interface RecordForm<Values, Row, Form, More> {
	/** Text of the dialog about a failure of the server, if there is one. */
	failure?: string;
	/** Text when the user has the maximum number of records; undefined for what is always one record. */
	full?: string;
	/** Text when the record to edit is not there any more, by default that it was deleted. */
	deleted?: string;
	/** The form's values of a stored record, to compare with the typed ones. */
	toForm(row: Row): Form | Promise<Form>;
	/** Hash of a stored record's values, like the form's field `version`. */
	versionOf(row: Row): string;
	/** What the page shows besides. */
	more?(): More | Promise<More>;
	/** Keeps what the form brings besides its values, such as photos, also if the values are refused. */
	prepare?(): Promise<Refusal | undefined>;
	/** @param isPresent undefined for a form without a version */
	save(values: Values, isPresent?: IsPresent<Row>): Promise<SavedRecord<Row> | ShownAgain>;
	/** Address and toast after saving. */
	next(values: Values, status: "saved" | "changed"): Promise<[string, Toast]> | [string, Toast];
}

/**
 * Saves the form of a record.
 * @param fields the posted fields; `carriedFields` are read besides those of the schema
 * @returns the form with the typed values, and the errors, the question or the values saved meanwhile
 * @throws Response redirect after saving; 404 for a missing record. Any other error shows the form again, as a failure of
 *   `parseForm`'s forms does.
 */
export async function saveRecordForm<Schema extends z.ZodMiniObject, Row, Form, More extends object>(
	fields: Partial<Record<string, string>>,
	schema: Schema,
	form: RecordForm<z.output<Schema>, Row, Form, More>,
) {
	const show = async (result: SubmissionResult<string[]>, init: ResponseInit, shown: Shown<Form> = {}) => {
		const isResumed = Boolean(fields.resume);
		// Empty instead of left out: otherwise the page would give a form that was loaded without a record the version of a
		// record that another tab has added since.
		const { version = "" } = fields;
		const more = await form.more?.();
		return json({ result, version, isResumed, person: requestContext().person, ...more, ...shown }, init);
	};
	if (fields.resume) return show(typedIn(fields, schema), {});
	const submission = parseFields(fields, schema);
	const others = isOfSomebodyElse(fields) ? [OTHERS] : [];
	const refuse = (formErrors: string[], status: number, shown?: Shown<Form>) =>
		show(submission.reply({ formErrors }), { status }, shown);
	requestContext().giveFormBack = (error, status) =>
		refuse([...others, error], status, { failure: form.failure });
	if (others.length > 0) {
		const refusal = await form.prepare?.();
		const fieldErrors = refusal && { [refusal.field]: [refusal.error] };
		// With status 200, so that a live page loads anew what it shows.
		return show(submission.reply({ formErrors: others, fieldErrors }), {});
	}
	const findIsPresent = (): IsPresent<Row> | undefined => {
		if (isLateSending(fields.sending)) return () => false;
		if (fields.version === undefined) return undefined;
		return (current) => (current === undefined ? "" : form.versionOf(current)) === fields.version;
	};
	const refuseField = ({ field, error, failure, code = 400, headers }: Partial<Refusal>) => {
		const fieldErrors = field && error ? { [field]: [error] } : undefined;
		return show(submission.reply({ fieldErrors }), { status: code, headers }, { failure });
	};
	const refusal = await form.prepare?.();
	if (submission.status !== "success" || refusal) return refuseField({ ...refusal });
	const { value } = submission;
	const saved = await form.save(value, findIsPresent());
	switch (saved.status) {
		case "gone":
			throw notFound();
		case "full":
			return refuse(form.full ? [form.full] : [], 409);
		case "deleted":
			// Without its version, the form adds the record when it is sent again.
			return refuse([form.deleted ?? DELETED], 409, { version: "" });
		case "stale": {
			const { current, field, error, code = 409 } = saved;
			const fieldErrors = field && error ? { [field]: [error] } : undefined;
			const shown = { version: form.versionOf(current), saved: await form.toForm(current) };
			return show(submission.reply({ formErrors: [STALE], fieldErrors }), { status: code }, shown);
		}
		case "refused":
			return refuseField(saved);
		case "asks":
			return show(typedIn(fields, schema), {}, { isQuestion: true });
		default:
			throw await redirectWithToast(...(await form.next(value, saved.status)));
	}
}

/**
 * Number of the newest sending of each form, with the form that was sent last at the end. A restart forgets them, and ends
 * the connections in which late sendings wait.
 */
const newest = new Map<string, number>();

const MAX_FORMS = 10_000;

/**
 * Notes that a form has arrived. A sending whose answer never came may arrive after the one that corrects it.
 * @param sending the posted field, as `numberSending` writes it
 * @returns whether a later sending of the same form has arrived before
 */
export function isLateSending(sending = ""): boolean {
	const [, form, number] = /^(\d{1,16})\.(\d{1,4})$/.exec(sending) ?? [];
	if (!form) return false;
	const key = `${requestContext().person} ${form}`;
	if (Number(number) < (newest.get(key) ?? 0)) return true;
	newest.delete(key);
	newest.set(key, Number(number));
	if (newest.size > MAX_FORMS) newest.delete(newest.keys().next().value ?? "");
	return false;
}

interface Shown<Form> {
	/** Version of the values in `saved`. */
	version?: string;
	/** Values that another tab or device saved after the form was loaded. */
	saved?: Form;
	failure?: string;
	/** Marks a response that saves nothing and asks about the values (see `revalidateWhenSaved`). */
	isQuestion?: true;
}

const STALE =
	"Mientras lo escribías se guardó otra cosa, desde otra pestaña u otro teléfono. No se guardó nada de esto. Compará y elegí: si tocás el botón de nuevo, queda lo tuyo.";
export const DELETED =
	"Esto lo eliminaste después de abrir este formulario. No se guardó. Si lo querés igual, tocá el botón de nuevo.";
export const OTHERS =
	"Este formulario se abrió con otra cuenta. No se guardó nada. Si lo querés guardar en la tuya, revisalo y tocá el botón de nuevo.";
