import * as z from "zod/mini";
import { crewLetters } from "~/features/diagrams/cycle";
import { explained, placeholders } from "~/lib/explained";
import * as messages from "~/lib/messages";
import { parsePayPeriod } from "./pay-period";
import { type Network, parseSocialLink } from "./social-link";

const REAL_NAME_MIN = 6;
const REAL_NAME_MAX = 120;

/** The form of an account whose name comes from its provider, so the schema has no name. */
export const providerProfileSchema = z.strictObject({
	// Tells this form from the others on the page.
	intent: z.string(),
	/** The server checks that the diagram exists. */
	diagram: z.string("Elegí tu diagrama."),
	crew: z.optional(z.enum(crewLetters, "Elegí una escuadra de la lista.")),
	/** Defaults to calendar months. */
	payPeriod: z.optional(
		z.string().check(z.refine((text) => parsePayPeriod(text), "Elegí un período de la lista.")),
	),
	twitter: socialField("twitter"),
	instagram: socialField("instagram"),
	facebook: socialField("facebook"),
	web: socialField("web"),
});

/** The form of an account with a password. The placeholder of a new account is not a valid name. */
export const profileSchema = z.strictObject({
	realName: z.string(messages.realNameRequired).check(
		z.trim(),
		// A blank name is reported as missing only, not as too short as well.
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
