import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/** List of common passwords of the package @zxcvbn-ts: a JSON array of 0.5 MB in lower case. */
let list: string | undefined;

/**
 * Whether a password is one of the 49,233 most used passwords (zxcvbn's list), ignoring case. The JSON text is
 * searched unparsed, in under a millisecond; importing the list as a module would use ten times the memory.
 */
export function isCommonPassword(password: string): boolean {
	list ??= readFileSync(
		createRequire(import.meta.url).resolve("@zxcvbn-ts/language-common/src/passwords.json"),
		// The list of common passwords is ASCII; decoded as latin1, the list takes one byte per character in memory.
		"latin1",
	);
	// The searched password is in quotes, so that only a whole entry of the list matches.
	return list.includes(JSON.stringify(password.normalize("NFC").toLowerCase()));
}

/** Returns an error message in Spanish for a common password; undefined for any other password. */
export function commonPasswordProblem(password: string): string | undefined {
	return isCommonPassword(password) ? "Esa contraseña es de las más usadas: elegí otra." : undefined;
}
