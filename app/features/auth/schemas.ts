import * as z from "zod/mini";
import { explained } from "~/lib/explained";
import { parseEmail } from "~/lib/mail/email-address";
import * as messages from "~/lib/messages";
import { newPasswordProblem } from "./password-rules";

// Lengths are in UTF-16 units.
const MIN_USERNAME_LENGTH = 4;
const MAX_USERNAME_LENGTH = 60;
const MIN_PASSWORD_LENGTH = 6;
/** Fits the 128 characters that `newPasswordProblem` allows: an emoji takes two units or more. */
const MAX_PASSWORD_LENGTH = 1024;

const email = z.pipe(
	z.string(messages.emailRequired).check(z.maxLength(320, explained.emailMalformed)),
	z.transform((text: string, context) => {
		const address = parseEmail(text);
		if (address) return address;
		const message = text.trim() ? explained.emailMalformed : messages.emailRequired;
		context.issues.push({ code: "custom", message, input: text });
		return z.NEVER;
	}),
);

const newPassword = z
	.string(messages.passwordRequired)
	.check(
		z.minLength(MIN_PASSWORD_LENGTH, messages.passwordShort),
		z.maxLength(MAX_PASSWORD_LENGTH, "Contraseña debe tener como mucho 128 caracteres."),
	);

const presentPassword = z
	.string(messages.passwordRequired)
	.check(z.maxLength(MAX_PASSWORD_LENGTH, messages.passwordRequired));

const confirmPassword = z
	.string(messages.confirmPasswordShort)
	.check(z.minLength(MIN_PASSWORD_LENGTH, messages.confirmPasswordShort));

/** The rules for a new password that the browser can check; the server also refuses common ones. */
const isStrong = z.check<NewPassword>(({ value, issues }) => {
	const { password, username, email } = value;
	// The field's own rule reports a short password.
	if (password.length < MIN_PASSWORD_LENGTH) return;
	const message = newPasswordProblem(password, { username, email });
	if (message) issues.push({ code: "custom", path: ["password"], message, input: value, continue: true });
});

const isRepeated = z.refine<NewPassword>(({ password, confirmPassword }) => password === confirmPassword, {
	path: ["confirmPassword"],
	error: messages.passwordsDiffer,
});

interface NewPassword {
	password: string;
	confirmPassword: string;
	username?: string;
	email?: string;
}

export const registerSchema = z
	.strictObject({
		username: z.string(messages.usernameRequired).check(
			z.trim(),
			// A blank name is reported as missing only, not as too short as well.
			z.minLength(1, { error: messages.usernameRequired, abort: true }),
			z.minLength(MIN_USERNAME_LENGTH, explained.usernameShort),
			z.maxLength(MAX_USERNAME_LENGTH, "El nombre de usuario puede tener hasta 60 caracteres."),
		),
		email,
		password: newPassword,
		confirmPassword,
	})
	.check(isStrong, isRepeated);

/** Checks only the length of the password, so that passwords chosen under earlier rules still work. */
export const loginSchema = z.strictObject({
	email,
	password: z
		.string(messages.passwordRequired)
		.check(
			z.minLength(MIN_PASSWORD_LENGTH, messages.passwordShort),
			z.maxLength(MAX_PASSWORD_LENGTH, messages.passwordRequired),
		),
	/** Page shown after the sign-in; `returnPath` checks it. */
	redirectTo: z.optional(z.string()),
});

export const recoverySchema = z.strictObject({ email });

/** Form of `auth/reset-pass`. Its action also rejects the user's own name and address as a password. */
export const resetSchema = z
	.strictObject({ password: newPassword, confirmPassword })
	.check(isStrong, isRepeated);

/** Password form on the profile page. */
export const changePasswordSchema = z
	.strictObject({
		// Tells this form from the others on the page.
		intent: z.string(),
		currentPassword: presentPassword,
		password: newPassword,
		confirmPassword,
	})
	.check(isStrong, isRepeated);

const CODE_WRONG = "El código tiene 6 números.";

/** A mailed code. Spaces, which phones add when copying, are ignored. */
const code = z.string("Escribí el código de 6 números que te mandamos.").check(
	z.maxLength(40, CODE_WRONG),
	z.overwrite((text) => text.replace(/\s/g, "")),
	z.regex(/^\d{6}$/, CODE_WRONG),
);

/** Code form of the waiting page. */
export const codeSchema = z.strictObject({ code });

const CONFIRM = "Escribí ELIMINAR, en mayúsculas, para confirmar.";
const confirmation = z.string(CONFIRM).check(
	z.maxLength(40, CONFIRM),
	z.refine((word) => word.trim() === "ELIMINAR", CONFIRM),
);

/** Form that deletes an account with a password. */
export const deleteSchema = z.strictObject({ currentPassword: presentPassword, confirmation });

/** Form that deletes an account without a password. */
export const deleteByCodeSchema = z.strictObject({ code, confirmation });

/** A form with only a button. */
export const buttonSchema = z.strictObject({});

/** Form of a mailed link, in a browser other than the one that registered. */
export const confirmSchema = z.strictObject({ password: presentPassword });
