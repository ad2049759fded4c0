import { cpSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Makes an empty folder, which is removed with its contents when the test file ends. */
export function temporaryFolder(): string {
	return mkdtempSync(join(tmpdir(), "relevo-"));
}

/**
 * Makes a copy of the migrated and seeded database in a folder of its own.
 * @returns the path of the copy
 */
export function temporaryDatabase(): string {
	const path = join(temporaryFolder(), "relevo.sqlite");
	cpSync(process.env.BASE_DATABASE ?? "", path);
	return path;
}
