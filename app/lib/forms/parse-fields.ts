import { parse, type Submission } from "@conform-to/react";
import * as z from "zod/mini";

/** Name of the field with commands of conform (the form library) in the browser. The server ignores this field. */
const INTENT = "__intent__";

/** Conform's submission of a form with this schema. */
export type FormSubmission<Schema extends z.ZodMiniObject> = Submission<
	z.input<Schema>,
	string[],
	z.output<Schema>
>;

/**
 * Validates text fields, in the browser and on the server. Treats empty fields as absent. Conform's own `parseWithZod`
 * would add 15 KB of script (docs/architecture.md, "A form").
 * @param form fields that the schema does not name are ignored, because conform would read a name such as `a[0].b` as
 *   a path in an object
 */
export function parseFields<Schema extends z.ZodMiniObject>(
	form: FormData,
	schema: Schema,
): FormSubmission<Schema> {
	const known = new FormData();
	for (const name of [INTENT, ...Object.keys(schema.shape)]) {
		const value = form.getAll(name).pop();
		if (typeof value === "string") known.append(name, value);
	}
	return parse(known, {
		resolve(payload) {
			const filled = Object.fromEntries(Object.entries(payload).filter(([, value]) => value !== ""));
			const { data, error } = z.safeParse(schema, filled);
			return error ? { error: textsOf(error) } : { value: data };
		},
	});
}

/** Error messages by field; "" for the whole form. */
function textsOf({ issues }: z.core.$ZodError): Record<string, string[]> {
	const texts: Record<string, string[]> = {};
	for (const { path, message } of issues) {
		const name = String(path[0] ?? "");
		texts[name] = [...(texts[name] ?? []), message];
	}
	return texts;
}

/** The `required` attribute of each field. */
export function requiredOf(schema: z.ZodMiniObject): Record<string, { required: boolean }> {
	return Object.fromEntries(
		Object.entries(schema.shape).map(([name, rule]) => [
			name,
			{ required: !z.safeParse(rule, undefined).success },
		]),
	);
}
