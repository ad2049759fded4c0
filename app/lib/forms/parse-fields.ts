import { parse, type Submission } from "@conform-to/react";
import * as z from "zod/mini";

/** What conform asks itself in the browser, such as to check one field. The server takes no such field. */
const INTENT = "__intent__";

/** A form's values, checked: see conform. */
export type FormSubmission<Schema extends z.ZodMiniObject> = Submission<
	z.input<Schema>,
	string[],
	z.output<Schema>
>;

/**
 * Checks the text fields of a form by the rules of `schema`, in the browser as on the server. Conform's own
 * `parseWithZod` would do it too, but brings the whole of zod: 15 KB compressed more (docs/performance.md). As there, an
 * empty field is one that was not filled in.
 * @param form fields that `schema` does not name are never looked at: conform reads names as paths
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

/** What is wrong with each field; with no single one under "". */
function textsOf({ issues }: z.core.$ZodError): Record<string, string[]> {
	const texts: Record<string, string[]> = {};
	for (const { path, message } of issues) {
		const name = String(path[0] ?? "");
		texts[name] = [...(texts[name] ?? []), message];
	}
	return texts;
}

/** Which fields have to be filled in, as attributes of their controls. */
export function requiredOf(schema: z.ZodMiniObject): Record<string, { required: boolean }> {
	return Object.fromEntries(
		Object.entries(schema.shape).map(([name, rule]) => [
			name,
			{ required: !z.safeParse(rule, undefined).success },
		]),
	);
}
