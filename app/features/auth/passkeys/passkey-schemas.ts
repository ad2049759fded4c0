import * as z from "zod/mini";

/** Maximum length of a passkey's name in UTF-16 units. */
const MAX_NAME_LENGTH = 40;
const NAME = "Ponele un nombre, como «Mi teléfono».";

const passkeyName = z
	.string(NAME)
	.check(
		z.trim(),
		z.minLength(1, NAME),
		z.maxLength(MAX_NAME_LENGTH, `El nombre puede tener hasta ${MAX_NAME_LENGTH} caracteres.`),
	);

/**
 * Form that adds a passkey. Who has a password types it too, so that a phone left open gives nobody a lasting way in; the
 * server checks it before the browser is asked for the passkey.
 */
export const addSchema = z.strictObject({
	intent: z.string(),
	name: passkeyName,
	currentPassword: z.optional(z.string()),
	/** The browser's answer as JSON, which the page fills in after the other fields were found right. */
	passkey: z.optional(z.string()),
});

/** Form that renames the passkey with the id `key`: a field called `passkey` would not be shown again. */
export const renameSchema = z.strictObject({
	intent: z.string(),
	key: z.optional(z.string()),
	name: passkeyName,
});
