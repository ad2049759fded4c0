import * as z from "zod/mini";
import { explained } from "~/lib/explained";
import { parseEmail } from "~/lib/mail/email-address";
import * as messages from "~/lib/messages";
import { newPasswordProblem } from "./password-rules";

const USERNAME_MIN = 4;
const USERNAME_MAX = 60;
const PASSWORD_MIN = 6;
/** In UTF-16 units, of which an emoji takes two and more: the rule itself counts characters. */
const PASSWORD_MAX = 1024;

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
		z.minLength(PASSWORD_MIN, messages.passwordShort),
		z.maxLength(PASSWORD_MAX, "Contraseña debe tener como mucho 128 caracteres."),
	);

const presentPassword = z
	.string(messages.passwordRequired)
	.check(z.maxLength(PASSWORD_MAX, messages.passwordRequired));

const confirmPassword = z
	.string(messages.confirmPasswordShort)
	.check(z.minLength(PASSWORD_MIN, messages.confirmPasswordShort));

/** Of a password that is chosen: what the phone knows. That it is a common one only the server knows. */
const isStrong = z.check<NewPassword>(({ value, issues }) => {
	const { password, username, email } = value;
	// The field's own rule has said so.
	if (password.length < PASSWORD_MIN) return;
	const message = newPasswordProblem(password, { username, email });
	// What else is wrong is told with it.
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
			// Blanks alone are no name: missing, not short too.
			z.minLength(1, { error: messages.usernameRequired, abort: true }),
			z.minLength(USERNAME_MIN, explained.usernameShort),
			z.maxLength(USERNAME_MAX, "El nombre de usuario puede tener hasta 60 caracteres."),
		),
		email,
		password: newPassword,
		confirmPassword,
	})
	.check(isStrong, isRepeated);

/** A password that was accepted once is never refused here for its form, but for the length that the specification gives. */
export const loginSchema = z.strictObject({
	email,
	password: z
		.string(messages.passwordRequired)
		.check(
			z.minLength(PASSWORD_MIN, messages.passwordShort),
			z.maxLength(PASSWORD_MAX, messages.passwordRequired),
		),
	/** Where to go after signing in: checked when it is used. */
	redirectTo: z.optional(z.string()),
});

export const recoverySchema = z.strictObject({ email });

/** Of `auth/reset-pass`; that the password is not the person's name or address is checked when the person is known. */
export const resetSchema = z
	.strictObject({ password: newPassword, confirmPassword })
	.check(isStrong, isRepeated);

/** Of the profile: the present password, then as in `resetSchema`. */
export const changePasswordSchema = z
	.strictObject({
		// Of a page with several forms: says whose answer it is.
		intent: z.string(),
		currentPassword: presentPassword,
		password: newPassword,
		confirmPassword,
	})
	.check(isStrong, isRepeated);

const CODE_WRONG = "El código tiene 6 números.";

/** The six digits of a mail; spaces, which phones put in between when copying, do not count. */
export const code = z.string("Escribí el código de 6 números que te mandamos.").check(
	z.maxLength(40, CODE_WRONG),
	z.overwrite((text) => text.replace(/\s/g, "")),
	z.regex(/^\d{6}$/, CODE_WRONG),
);

/** Of the waiting page. */
export const codeSchema = z.strictObject({ code });

const CONFIRM = "Escribí ELIMINAR, en mayúsculas, para confirmar.";
const confirmation = z.string(CONFIRM).check(
	z.maxLength(40, CONFIRM),
	z.refine((word) => word.trim() === "ELIMINAR", CONFIRM),
);

/** Of the page that deletes an account: by the password, or, in an account without one, by a mailed code. */
export const deleteSchema = z.strictObject({ currentPassword: presentPassword, confirmation });

export const deleteByCodeSchema = z.strictObject({ code, confirmation });

/** A button alone. */
export const buttonSchema = z.strictObject({});

/** Of the page that a mailed link opens: the password only where the browser is not the one that registered. */
export const confirmSchema = z.strictObject({ password: presentPassword });
