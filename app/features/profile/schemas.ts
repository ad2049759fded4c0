import * as z from "zod/mini";
import { crewLetters } from "~/features/diagrams/cycle";
import { explained, placeholders } from "~/lib/explained";
import * as messages from "~/lib/messages";
import { parsePayPeriod } from "./pay-period";
import { type Network, parseSocialLink } from "./social-link";

const REAL_NAME_MIN = 6;
const REAL_NAME_MAX = 120;

/** Of an account whose name comes from its provider: a posted name is never looked at. */
export const providerProfileSchema = z.strictObject({
	// Of a page with several forms: says whose answer it is.
	intent: z.string(),
	/** Which there are only the server knows. */
	diagram: z.string("Elegí tu diagrama."),
	crew: z.optional(z.enum(crewLetters, "Elegí una escuadra de la lista.")),
	/** Without it by calendar months. */
	payPeriod: z.optional(
		z.string().check(z.refine((text) => parsePayPeriod(text), "Elegí un período de la lista.")),
	),
	twitter: socialField("twitter"),
	instagram: socialField("instagram"),
	facebook: socialField("facebook"),
	web: socialField("web"),
});

/** Of an account of our own. What every new one is called counts as no name. */
export const profileSchema = z.strictObject({
	realName: z.string(messages.realNameRequired).check(
		z.trim(),
		// Blanks alone are no name: missing, not short too.
		z.minLength(1, { error: messages.realNameRequired, abort: true }),
		z.minLength(REAL_NAME_MIN, explained.realNameShort),
		z.maxLength(REAL_NAME_MAX, `El nombre puede tener hasta ${REAL_NAME_MAX} caracteres.`),
		z.refine((name) => name.toUpperCase() !== placeholders.realName, messages.realNameRequired),
	),
	...providerProfileSchema.shape,
});

export type ProfileField = Exclude<keyof z.output<typeof profileSchema>, "intent">;

function socialField(network: Network) {
	return z.pipe(
		z.optional(z.string()),
		z.transform((text: string | undefined, context) => {
			const parsed = parseSocialLink(text ?? "", network);
			if ("value" in parsed) return parsed.value;
			context.issues.push({ code: "custom", message: parsed.problem, input: text });
			return z.NEVER;
		}),
	);
}
