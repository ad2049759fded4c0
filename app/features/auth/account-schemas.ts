import * as z from "zod/mini";
import { emailMalformed } from "~/lib/explained";
import { besides } from "~/lib/forms/besides";
import { parseEmail } from "~/lib/mail/email-address";
import * as messages from "~/lib/messages";
import * as accountMessages from "./account-messages";

// Lengths in UTF-16 units, and in `newPasswordProblem` in code points.
const MIN_USERNAME_LENGTH = 4;
const MAX_USERNAME_LENGTH = 60;
/** The length of a user name, in words. */
export const usernameLimit = `${MIN_USERNAME_LENGTH} caracteres o más.`;
const MIN_PASSWORD_LENGTH = 6;
/** Maximum length of a present password. A new password has a smaller maximum, in `newPasswordProblem`. */
const MAX_PASSWORD_LENGTH = 1024;
const MAX_NEW_PASSWORD_LENGTH = 128;
const PASSWORD_LONG = `Contraseña debe tener como mucho ${MAX_NEW_PASSWORD_LENGTH} caracteres.`;

const email = z.pipe(
	z.string(messages.emailRequired).check(z.maxLength(320, emailMalformed)),
	z.transform((text: string, context) => {
		const address = parseEmail(text);
		if (address) return address;
		const message = text.trim() ? emailMalformed : messages.emailRequired;
		context.issues.push({ code: "custom", message, input: text });
		// Rules about the password read it.
		return text;
	}),
);

const newPassword = z
	.string(accountMessages.passwordRequired)
	.check(z.minLength(MIN_PASSWORD_LENGTH, accountMessages.passwordShort));

const presentPassword = z
	.string(accountMessages.passwordRequired)
	.check(z.maxLength(MAX_PASSWORD_LENGTH, accountMessages.passwordRequired));

const confirmPassword = z
	.string(accountMessages.confirmPasswordShort)
	.check(z.minLength(MIN_PASSWORD_LENGTH, accountMessages.confirmPasswordShort));

/** Set if the user's passkeys end with the old password. */
const endPasskeys = z.optional(z.string());

/** Password rules that the browser checks too. The rule against common passwords is checked only on the server. */
const isStrong = z.check<NewPassword>(({ value, issues }) => {
	const { password, username, email } = value;
	const message = newPasswordProblem(password, { username, email });
	if (message) issues.push({ code: "custom", path: ["password"], message, input: value, continue: true });
}, besides("password"));

const isRepeated = z.refine<NewPassword>(({ password, confirmPassword }) => password === confirmPassword, {
	path: ["confirmPassword"],
	error: accountMessages.passwordsDiffer,
	...besides("password", "confirmPassword"),
});

interface NewPassword {
	password: string;
	confirmPassword: string;
	username?: string;
	email?: string;
}

export const registerSchema = z
	.strictObject({
		/** A random text of the form, by which the server knows that the form was sent before. */
		mark: z.optional(z.string()),
		username: z.string(accountMessages.usernameRequired).check(
			z.trim(),
			z.minLength(MIN_USERNAME_LENGTH, {
				// A blank user name is reported only as missing, not as too short.
				error: ({ input }) =>
					`${accountMessages.usernameRequired}${input ? ` Tiene que tener ${usernameLimit}` : ""}`,
			}),
			z.maxLength(
				MAX_USERNAME_LENGTH,
				`El nombre de usuario puede tener hasta ${MAX_USERNAME_LENGTH} caracteres.`,
			),
		),
		email,
		password: newPassword,
		confirmPassword,
	})
	.check(isStrong, isRepeated);

/** Login form. Of the present rules for passwords, only the minimum length applies: older rules allowed more passwords. */
export const loginSchema = z.strictObject({
	email,
	password: presentPassword.check(z.minLength(MIN_PASSWORD_LENGTH, accountMessages.passwordShort)),
	/** Page to open after the sign-in; `returnPath` validates this path. */
	redirectTo: z.optional(z.string()),
});

export const recoverySchema = z.strictObject({ email });

/** Form that sets a new password by a mailed link. */
export const resetSchema = z
	.strictObject({ password: newPassword, confirmPassword, endPasskeys })
	.check(isStrong, isRepeated);

/** Form that changes the password, on the profile page. */
export const changePasswordSchema = z
	.strictObject({
		// Distinguishes the password form from the other forms of the profile page.
		intent: z.string(),
		currentPassword: presentPassword,
		password: newPassword,
		confirmPassword,
		endPasskeys,
	})
	.check(isStrong, isRepeated);

const CODE_WRONG = "El código tiene 6 números.";

/** Six digits. Blanks and invisible characters are removed, because phones add them when copying. */
const code = z.string("Escribí el código de 6 números que te mandamos.").check(
	z.overwrite((text) => text.replace(/[\s\p{Cf}]/gu, "")),
	z.regex(/^\d{6}$/, CODE_WRONG),
);

/** Form for the mailed code that verifies an e-mail address. */
export const codeSchema = z.strictObject({ code });

const CONFIRM = "Escribí ELIMINAR, en mayúsculas, para confirmar.";
const confirmation = z.string(CONFIRM).check(z.refine((word) => word.trim() === "ELIMINAR", CONFIRM));

/** Form that deletes an account and asks for the password. */
export const deleteSchema = z.strictObject({ currentPassword: presentPassword, confirmation });

/** Form that deletes an account without a password and asks for a mailed code. */
export const deleteByCodeSchema = z.strictObject({ code, confirmation });

/** Schema of a form without fields, which has only a button. */
export const buttonSchema = z.strictObject({});

/**
 * Form that asks for the password after a verification link is opened in a browser that is not signed in to the account
 * and has not registered it.
 */
export const confirmSchema = z.strictObject({ password: presentPassword });

/** Value of the form field `intent` in a request that only checks whether a new password is common. */
export const CHECK_PASSWORD = "ask-password";

/**
 * Checks a new password by all rules except the list of common passwords, which only the server has. Lengths are
 * Unicode code points in NFC.
 * @returns the problem in Spanish, or undefined
 */
export function newPasswordProblem(password: string, user: { username?: string; email?: string }) {
	const characters = Array.from(composed(password)).length;
	if (characters < MIN_PASSWORD_LENGTH) return accountMessages.passwordShort;
	if (characters > MAX_NEW_PASSWORD_LENGTH) return PASSWORD_LONG;
	const { username = "", email = "" } = user;
	const names = [username, email, email.split("@")[0] ?? ""].map((name) => comparable(name.trim()));
	if (names.includes(comparable(password)))
		return "La contraseña no puede ser tu nombre de usuario ni tu correo.";
}

/** Converts to NFC, because some keyboards send an accented letter as a letter plus an accent. */
export function composed(password: string): string {
	return password.normalize("NFC");
}

function comparable(text: string): string {
	return composed(text).toLowerCase();
}
