import * as z from "zod/mini";
import * as messages from "~/lib/messages";

/** Schema of any text that the function `parse` can read. `problem` is the error message for other texts. */
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
