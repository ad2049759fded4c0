import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/** The JSON array that the package ships: lower case, 0.5 MB. */
let list: string | undefined;

/**
 * Whether a password is among the 49,233 most used ones (zxcvbn's list), ignoring case. The JSON text is searched as it
 * is, in under a millisecond; importing the package's module would keep ten times as much in memory.
 */
export function isCommonPassword(password: string): boolean {
	list ??= readFileSync(
		createRequire(import.meta.url).resolve("@zxcvbn-ts/language-common/src/passwords.json"),
		// The list is ASCII: as latin1 it takes one byte per character.
		"latin1",
	);
	// Quoted, so that only a whole entry matches.
	return list.includes(JSON.stringify(password.normalize("NFC").toLowerCase()));
}

/** What is wrong with a common password, in Spanish, or undefined for any other. */
export function commonPasswordProblem(password: string): string | undefined {
	return isCommonPassword(password) ? "Esa contraseña es de las más usadas: elegí otra." : undefined;
}
