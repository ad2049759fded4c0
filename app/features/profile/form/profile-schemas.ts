import * as z from "zod/mini";
import { crewLetters } from "~/features/diagrams/cycle";
import { placeholders } from "~/lib/explained";
import * as messages from "~/lib/messages";

const REAL_NAME_MIN = 6;
const REAL_NAME_MAX = 120;
/** The length of a name, in words. */
export const realNameLimit = `${REAL_NAME_MIN} letras o más.`;

/**
 * Schema of the profile form of accounts that sign in with Google or Facebook, which provide the name. Only the server
 * checks the links to social networks (profile-actions.server.ts), because their rules are long.
 */
export const providerProfileSchema = z.strictObject({
	// Distinguishes the profile form from the other forms on the page.
	intent: z.string(),
	/** The server checks that the diagram exists. */
	diagram: z.string("Elegí tu diagrama."),
	crew: z.optional(z.enum(crewLetters, "Elegí una escuadra de la lista.")),
	twitter: z.optional(z.string()),
	instagram: z.optional(z.string()),
	facebook: z.optional(z.string()),
	web: z.optional(z.string()),
});

/** Profile form of accounts with a password. Refuses the placeholder name. */
export const profileSchema = z.strictObject({
	realName: z.string(messages.realNameRequired).check(
		z.trim(),
		// A blank name is reported only as missing, not as too short.
		z.minLength(1, { error: messages.realNameRequired, abort: true }),
		z.minLength(REAL_NAME_MIN, `${messages.realNameRequired} Escribí nombre y apellido: ${realNameLimit}`),
		z.maxLength(REAL_NAME_MAX, `El nombre puede tener hasta ${REAL_NAME_MAX} caracteres.`),
		z.refine((name) => name.toUpperCase() !== placeholders.realName, messages.realNameRequired),
	),
	...providerProfileSchema.shape,
});

export type ProfileField = Exclude<keyof z.output<typeof profileSchema>, "intent">;
