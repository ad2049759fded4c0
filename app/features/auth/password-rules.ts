import * as messages from "~/lib/messages";

/** Intent of a request that only checks whether a new password is common. */
export const CHECK_PASSWORD = "ask-password";

const MIN_CHARACTERS = 6;
const MAX_CHARACTERS = 128;

/**
 * The problem of a new password, in Spanish, or undefined. Only the server also rejects common passwords. Lengths are
 * in code points of the NFC form, so that an emoji or an accented letter counts as one.
 */
export function newPasswordProblem(
	password: string,
	user: { username?: string; email?: string },
): string | undefined {
	const characters = Array.from(composed(password)).length;
	if (characters < MIN_CHARACTERS) return messages.passwordShort;
	if (characters > MAX_CHARACTERS) return "Contraseña debe tener como mucho 128 caracteres.";
	const { username = "", email = "" } = user;
	const names = [username, email, email.split("@")[0] ?? ""].map((name) => comparable(name.trim()));
	if (names.includes(comparable(password)))
		return "La contraseña no puede ser tu nombre de usuario ni tu correo.";
}

/** The NFC form, because some keyboards and systems send accented letters decomposed. */
export function composed(password: string): string {
	return password.normalize("NFC");
}

function comparable(text: string): string {
	return composed(text).toLowerCase();
}
