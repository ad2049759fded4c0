import { cpSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Makes a folder that is removed when the test file ends. */
export function temporaryFolder(): string {
	return mkdtempSync(join(tmpdir(), "relevo-"));
}

/**
 * Makes a copy of the migrated and seeded database.
 * @returns its path
 */
export function temporaryDatabase(): string {
	const path = join(temporaryFolder(), "relevo.sqlite");
	cpSync(process.env.BASE_DATABASE ?? "", path);
	return path;
}
