import * as z from "zod/mini";
import { crewLetters } from "~/features/diagrams/cycle";
import { parsePayPeriod } from "~/features/profile/pay-period";
import { explained, placeholders } from "~/lib/explained";
import * as messages from "~/lib/messages";

const REAL_NAME_MIN = 6;
const REAL_NAME_MAX = 120;
const PLANT_NUMBER_MAX = 20;

/**
 * Schema of the profile form for accounts that sign in with Google or Facebook. The name comes from that service,
 * so the schema has no name. Only the server checks the social fields (schemas.server.ts), since their rules are long.
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
	/** The worker's number at the plant, printed on the sheet of overtime entries. */
	plantNumber: z.optional(
		z
			.string()
			.check(
				z.trim(),
				z.maxLength(PLANT_NUMBER_MAX, `El legajo puede tener hasta ${PLANT_NUMBER_MAX} caracteres.`),
			),
	),
	twitter: z.optional(z.string()),
	instagram: z.optional(z.string()),
	facebook: z.optional(z.string()),
	web: z.optional(z.string()),
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
