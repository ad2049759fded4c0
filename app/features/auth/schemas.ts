import { z } from "zod";
import { parseEmail } from "~/lib/email-address";
import { explained, messages } from "~/lib/messages";
import { passwordProblem } from "./passwords.server";

const USERNAME_MIN = 4;
const USERNAME_MAX = 60;
const PASSWORD_MIN = 6;
/** In UTF-16 units, of which an emoji takes two and more: the rule itself counts characters. */
const PASSWORD_MAX = 1024;

const email = z
	.string({ error: messages.emailRequired })
	.max(320, explained.emailMalformed)
	.transform((text, context) => {
		const address = parseEmail(text);
		if (address) return address;
		context.addIssue({
			code: "custom",
			message: text.trim() ? explained.emailMalformed : messages.emailRequired,
		});
		return z.NEVER;
	});

const newPassword = z
	.string({ error: messages.passwordRequired })
	.min(PASSWORD_MIN, messages.passwordShort)
	.max(PASSWORD_MAX, "Contraseña debe tener como mucho 128 caracteres.");

const confirmPassword = z
	.string({ error: messages.confirmPasswordShort })
	.min(PASSWORD_MIN, messages.confirmPasswordShort);

/** Where to go after signing in: checked when it is used. */
const redirectTo = z.string().optional();

export const registerSchema = z
	.strictObject({
		username: z
			.string({ error: messages.usernameRequired })
			.trim()
			// Blanks alone are no name: missing, not short too.
			.min(1, { error: messages.usernameRequired, abort: true })
			.min(USERNAME_MIN, explained.usernameShort)
			.max(USERNAME_MAX, "El nombre de usuario puede tener hasta 60 caracteres."),
		email,
		password: newPassword,
		confirmPassword,
	})
	.superRefine(({ password, confirmPassword, username, email }, context) => {
		refuseWeak(password, { username, email }, context);
		refuseDifferent(password, confirmPassword, context);
	});

/** A password that was accepted once is never refused here for its form, but for the length that the specification gives. */
export const loginSchema = z.strictObject({
	email,
	password: z
		.string({ error: messages.passwordRequired })
		.min(PASSWORD_MIN, messages.passwordShort)
		.max(PASSWORD_MAX, messages.passwordRequired),
	redirectTo,
});

export const recoverySchema = z.strictObject({ email });

/** Of `auth/reset-pass`; that the password is not the person's name or address is checked when the person is known. */
export const resetSchema = z
	.strictObject({ password: newPassword, confirmPassword })
	.superRefine(({ password, confirmPassword }, context) => {
		refuseWeak(password, {}, context);
		refuseDifferent(password, confirmPassword, context);
	});

/** Of the profile: the present password, then as in `resetSchema`. */
export const changePasswordSchema = z
	.strictObject({
		currentPassword: z
			.string({ error: messages.passwordRequired })
			.max(PASSWORD_MAX, messages.passwordRequired),
		password: newPassword,
		confirmPassword,
	})
	.superRefine(({ password, confirmPassword }, context) => {
		refuseWeak(password, {}, context);
		refuseDifferent(password, confirmPassword, context);
	});

/** The six digits of a mail; spaces, which phones put in between when copying, do not count. */
export const code = z
	.string({ error: "Escribí el código de 6 números que te mandamos." })
	.max(40, "El código tiene 6 números.")
	.transform((text) => text.replace(/\s/g, ""))
	.pipe(z.string().regex(/^\d{6}$/, "El código tiene 6 números."));

/** Of the waiting page. */
export const codeSchema = z.strictObject({ code });

/** Of the page that deletes an account: by the password, or, in an account without one, by a mailed code. */
export const deleteSchema = z.strictObject({
	currentPassword: z
		.string({ error: messages.passwordRequired })
		.max(PASSWORD_MAX, messages.passwordRequired),
	confirmation: confirmationWord(),
});

export const deleteByCodeSchema = z.strictObject({ code, confirmation: confirmationWord() });

/** A button alone. */
export const buttonSchema = z.strictObject({});

/** Of the page that a mailed link opens: the password only where the browser is not the one that registered. */
export const confirmSchema = z.strictObject({
	password: z.string().max(PASSWORD_MAX, messages.passwordRequired).optional(),
});

function confirmationWord() {
	const wrong = "Escribí ELIMINAR, en mayúsculas, para confirmar.";
	return z
		.string({ error: wrong })
		.max(40, wrong)
		.refine((word) => word.trim() === "ELIMINAR", wrong);
}

function refuseWeak(
	password: string,
	person: { username?: string; email?: string },
	context: z.RefinementCtx,
): void {
	// The field's own rule has said so.
	if (password.length < PASSWORD_MIN) return;
	const problem = passwordProblem(password, person);
	if (problem) context.addIssue({ code: "custom", path: ["password"], message: problem });
}

function refuseDifferent(password: string, repeated: string, context: z.RefinementCtx): void {
	if (password === repeated) return;
	context.addIssue({ code: "custom", path: ["confirmPassword"], message: messages.passwordsDiffer });
}
