import * as messages from "~/lib/messages";

const MIN_CHARACTERS = 6;
const MAX_CHARACTERS = 128;

/**
 * What is wrong with a new password, in Spanish, or undefined; that it is one of the most common only the server knows.
 * Characters are code points of the composed form: an emoji counts once, and so does an accented letter.
 */
export function newPasswordProblem(
	password: string,
	person: { username?: string; email?: string },
): string | undefined {
	const characters = Array.from(composed(password)).length;
	if (characters < MIN_CHARACTERS) return messages.passwordShort;
	if (characters > MAX_CHARACTERS) return "Contraseña debe tener como mucho 128 caracteres.";
	const { username = "", email = "" } = person;
	const known = [username, email, email.split("@")[0] ?? ""].map((name) => comparable(name.trim()));
	if (known.includes(comparable(password)))
		return "La contraseña no puede ser tu nombre de usuario ni tu correo.";
}

/** The same letters typed on another keyboard or system may come decomposed. Nothing else is changed or cut. */
export function composed(password: string): string {
	return password.normalize("NFC");
}

function comparable(text: string): string {
	return composed(text).toLowerCase();
}
