import { cpSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** An empty folder, removed with its contents when the test file ends. */
export function temporaryFolder(): string {
	return mkdtempSync(join(tmpdir(), "relevo-"));
}

/** The path of a copy of the migrated and seeded database, in a folder of its own. */
export function temporaryDatabase(): string {
	const path = join(temporaryFolder(), "relevo.sqlite");
	cpSync(process.env.BASE_DATABASE ?? "", path);
	return path;
}
