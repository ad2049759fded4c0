import * as z from "zod/mini";
import * as messages from "~/lib/messages";

/** Schema of a text that `parse` can read. Other texts get the message `problem`. */
export function readText<Value>(parse: (text: string) => Value | undefined, problem: string) {
	return z.pipe(
		z.string(messages.fieldEmpty),
		z.transform((text: string, context) => {
			const value = parse(text);
			if (value !== undefined) return value;
			context.issues.push({ code: "custom", message: problem, input: text });
			return z.NEVER;
		}),
	);
}

/** Schema of an optional text of several lines. A blank one counts as none. */
export function optionalText(maxLength: number, problem: string) {
	return z.optional(
		z.pipe(
			z.string(),
			z.pipe(
				z.transform((text: string) => text.replaceAll("\r\n", "\n").trim() || undefined),
				z.optional(z.string().check(z.maxLength(maxLength, problem))),
			),
		),
	);
}
