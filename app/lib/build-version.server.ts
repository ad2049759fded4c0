import { readFileSync } from "node:fs";

/**
 * Version of the running build for the operator, such as "2.0.0+24ba5f6" (scripts/build/write-version.mjs). No page
 * shows it, because it would tell an attacker what to try.
 */
export function readBuildVersion(): string {
	try {
		return readFileSync("build/version.txt", "utf8");
	} catch {
		return "sin compilar";
	}
}
