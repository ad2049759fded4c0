import { readFileSync } from "node:fs";

/**
 * Version of the running build, such as "2.0.0+24ba5f6". No page shows the version, because it would help an
 * attacker.
 */
export function readBuildVersion(): string {
	try {
		return readFileSync("build/version.txt", "utf8");
	} catch {
		return "sin compilar";
	}
}
