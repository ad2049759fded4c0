import { readFileSync } from "node:fs";
import { release, version } from "../../package.json";

/** What people are told: the specified version, and the number that grows with each release. */
export const EDITION = `${version}, edición ${release}`;

/**
 * Version of the running build, such as "2.0.0-r3+24ba5f6". No page shows the commit, because it would help an
 * attacker.
 */
export function readBuildVersion(): string {
	try {
		return readFileSync("build/version.txt", "utf8");
	} catch {
		return "sin compilar";
	}
}
