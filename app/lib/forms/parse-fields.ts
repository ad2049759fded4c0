import { parseWithZod } from "@conform-to/zod/v4";
import type * as z from "zod/mini";

/** Name of the field with commands of conform (the form library) in the browser. The server ignores this field. */
const INTENT = "__intent__";

/**
 * Validates text fields, in the browser and on the server. Conform treats empty fields as absent.
 * @param form fields that the schema does not name are ignored, because conform would read a name such as `a[0].b` as
 *   a path in an object
 */
export function parseFields<Schema extends z.ZodMiniObject>(form: FormData, schema: Schema) {
	const known = new FormData();
	for (const name of [INTENT, ...Object.keys(schema.shape)]) {
		const value = form.getAll(name).pop();
		if (typeof value === "string") known.append(name, value);
	}
	const submission = parseWithZod(known, { schema });
	if (submission.status !== "success") return submission;
	// Conform gives an empty optional field the value undefined, which would overwrite a default in a spread object.
	const { value } = submission;
	known.forEach((text, name) => {
		if (text === "" && Reflect.get(value, name) === undefined) Reflect.deleteProperty(value, name);
	});
	return submission;
}
