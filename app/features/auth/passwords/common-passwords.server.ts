import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/** The list as the package ships it: a JSON array, in lower case, 0.5 MB. */
let list: string | undefined;

/**
 * Whether a password is one of the 49,233 most used (the list of zxcvbn), whatever its capitals.
 * The text is searched as it is, in well under a millisecond: importing the package's module would keep its arrays
 * in memory for ever, ten times as much.
 */
export function isCommonPassword(password: string): boolean {
	list ??= readFileSync(
		createRequire(import.meta.url).resolve("@zxcvbn-ts/language-common/src/passwords.json"),
		// All of it is ASCII; read as such it takes one byte per character.
		"latin1",
	);
	// With its quotes, so that only a whole entry is found.
	return list.includes(JSON.stringify(password.normalize("NFC").toLowerCase()));
}

/** What is said of such a password, or undefined. */
export function commonProblem(password: string): string | undefined {
	return isCommonPassword(password) ? "Esa contraseña es de las más usadas: elegí otra." : undefined;
}
