import { createHash } from "node:crypto";
import type { CivilDate } from "~/lib/time/civil-date";

/** Key of the entry that a form adds on another day: the same each time, so that a form sent twice adds it once. */
export function keyOn(idFile: string, date: CivilDate): string {
	const hash = createHash("sha256").update(`${idFile} ${date}`).digest("hex");
	return [
		hash.slice(0, 8),
		hash.slice(8, 12),
		hash.slice(12, 16),
		hash.slice(16, 20),
		hash.slice(20, 32),
	].join("-");
}
