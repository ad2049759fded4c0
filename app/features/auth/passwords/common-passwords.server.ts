import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/**
 * List of common passwords in lower case, as the text of a JSON array (0.5 MB) from the package @zxcvbn-ts. Read on
 * first use.
 */
let list: string | undefined;

/**
 * Whether a password is one of the 49,233 most used ones (zxcvbn), ignoring case. Searches the JSON text, which
 * takes a tenth of the memory of a parsed list.
 */
export function isCommonPassword(password: string): boolean {
	list ??= readFileSync(
		createRequire(import.meta.url).resolve("@zxcvbn-ts/language-common/src/passwords.json"),
		// The list is ASCII: latin1 takes one byte per character in memory.
		"latin1",
	);
	// Searches for the password in quotes, as in the JSON text, so that only whole entries of the list match.
	return list.includes(JSON.stringify(password.normalize("NFC").toLowerCase()));
}

/** Returns an error message in Spanish for a common password; undefined for any other password. */
export function commonPasswordProblem(password: string): string | undefined {
	return isCommonPassword(password) ? "Esa contraseña es de las más usadas: elegí otra." : undefined;
}
