import * as z from "zod/mini";
import { crewLetters } from "~/features/diagrams/cycle";
import { explained, placeholders } from "~/lib/explained";
import * as messages from "~/lib/messages";
import { parsePayPeriod } from "./pay-period";
import { type Network, parseSocialLink } from "./social-link";

const REAL_NAME_MIN = 6;
const REAL_NAME_MAX = 120;

/**
 * Schema of the profile form for accounts that sign in with Google or Facebook. The name comes from that service,
 * so the schema has no name.
 */
export const providerProfileSchema = z.strictObject({
	// The field `intent` distinguishes the profile form from the other forms on the profile page.
	intent: z.string(),
	/** Id of the shift diagram. The server checks that the diagram exists. */
	diagram: z.string("Elegí tu diagrama."),
	crew: z.optional(z.enum(crewLetters, "Elegí una escuadra de la lista.")),
	/** Pay period setting; the calendar month by default. */
	payPeriod: z.optional(
		z.string().check(z.refine((text) => parsePayPeriod(text), "Elegí un período de la lista.")),
	),
	twitter: socialField("twitter"),
	instagram: socialField("instagram"),
	facebook: socialField("facebook"),
	web: socialField("web"),
});

/** Schema of the profile form for accounts with a password. The placeholder name of a new account is invalid. */
export const profileSchema = z.strictObject({
	realName: z.string(messages.realNameRequired).check(
		z.trim(),
		// A blank name gets only the message about a missing name, not also the message about a short name.
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
