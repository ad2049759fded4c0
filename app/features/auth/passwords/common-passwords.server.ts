import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/** The package's list, a JSON array in lower case of 0.5 MB. */
let list: string | undefined;

/**
 * Whether a password is one of the 49,233 most used ones (zxcvbn's list), ignoring case. The JSON text is searched
 * without parsing it, which takes under a millisecond; importing the package's module would use ten times the memory.
 */
export function isCommonPassword(password: string): boolean {
	list ??= readFileSync(
		createRequire(import.meta.url).resolve("@zxcvbn-ts/language-common/src/passwords.json"),
		// The list is ASCII: in latin1 a string takes one byte per character.
		"latin1",
	);
	// Quoted, so that only a whole entry of the list matches.
	return list.includes(JSON.stringify(password.normalize("NFC").toLowerCase()));
}

/** The problem of a common password, in Spanish; undefined for any other password. */
export function commonPasswordProblem(password: string): string | undefined {
	return isCommonPassword(password) ? "Esa contraseña es de las más usadas: elegí otra." : undefined;
}
