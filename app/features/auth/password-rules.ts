import * as messages from "~/lib/messages";

/** Value of the form field `intent` in a request that only checks whether a new password is common. */
export const CHECK_PASSWORD = "ask-password";

const MIN_CHARACTERS = 6;
const MAX_CHARACTERS = 128;

/**
 * Checks a new password by all rules except the list of common passwords, which only the server has. Lengths are
 * Unicode code points in NFC.
 * @returns the problem in Spanish, or undefined
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

/** Converts to NFC, because some keyboards send an accented letter as a letter plus an accent. */
export function composed(password: string): string {
	return password.normalize("NFC");
}

function comparable(text: string): string {
	return composed(text).toLowerCase();
}
