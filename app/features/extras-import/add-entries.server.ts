import type SQLite from "better-sqlite3";
import { termsVersion } from "~/features/agreement/terms-version";
import { inSteps } from "~/lib/in-steps.server";
import type { Entry, Task } from "./import-extras.server";

/**
 * Adds the entries that the user does not have yet, in one transaction.
 * @param sqlite a connection that nothing else uses; after an error, closing it rolls back
 * @param max maximum number of the user's entries
 * @returns the number of added entries; "full" when there would be more than `max`
 */
export async function addEntries(
	sqlite: SQLite.Database,
	{ userId, termsVersion: readBefore, max }: Omit<Task, "databasePath">,
	entries: readonly Entry[],
): Promise<number | "full"> {
	sqlite.exec("BEGIN IMMEDIATE");
	const present = sqlite
		.prepare<[string], Comparable>(
			`SELECT id_file AS idFile, date, minutes, shift, comment, start_minute AS startMinute
		FROM extras WHERE user_id = ?`,
		)
		.all(userId);
	const added = await newExtras(present, entries.map(toComparable));
	const hasRoom = present.length + added.length <= max;
	if (hasRoom) {
		insert(
			sqlite,
			added.map(({ entry }) => entry),
		);
		if (termsVersion(sqlite, userId) !== readBefore) markStale(sqlite, userId);
	}
	sqlite.exec("COMMIT");
	return hasRoom ? added.length : "full";
}

function toComparable(entry: Entry) {
	const { id_file: idFile, date, minutes, shift, comment, start_minute: startMinute } = entry;
	return { idFile, date, minutes, shift, comment, startMinute, entry };
}

function insert(sqlite: SQLite.Database, entries: readonly Entry[]): void {
	const columns = Object.keys(entries[0] ?? {});
	if (columns.length === 0) return;
	const values = columns.map((name) => `@${name}`);
	const statement = sqlite.prepare(`INSERT INTO extras (${columns}) VALUES (${values})`);
	for (const entry of entries) statement.run(entry);
}

/** Has the pay of all the user's entries computed again, because the terms have changed since it was worked out. */
function markStale(sqlite: SQLite.Database, userId: string): void {
	sqlite
		.prepare("INSERT INTO marked_stale_pay SELECT ?, min(date), max(date) FROM extras WHERE user_id = ?")
		.run(userId, userId);
}

/** The fields by which `newExtras` compares entries. */
export interface Comparable {
	idFile?: string;
	date: string;
	minutes: number;
	shift: string;
	comment?: string | null;
	startMinute?: number | null;
}

/**
 * Returns the rows that are not stored yet. A row with the key of a stored entry counts as stored, even if the entry
 * was edited since. A row that repeats the key of an earlier row is left out. Any other row counts as stored if its
 * values equal those of a stored entry whose key no row has. Each such entry stands for one row: of two equal rows, the
 * second counts as stored only if two such entries have these values.
 */
export async function newExtras<Row extends Comparable>(
	present: readonly Comparable[],
	rows: readonly Row[],
): Promise<Row[]> {
	const keys = new Set(present.map(({ idFile }) => idFile));
	const keysOfRows = new Set(rows.map(({ idFile }) => idFile));
	const unmatched = new Map<string, number>();
	await inSteps(present, (extra) => {
		if (keysOfRows.has(extra.idFile)) return;
		const values = valuesOf(extra);
		unmatched.set(values, (unmatched.get(values) ?? 0) + 1);
	});
	const added: Row[] = [];
	await inSteps(rows, (row) => {
		if (row.idFile !== undefined && keys.has(row.idFile)) return;
		keys.add(row.idFile);
		const values = valuesOf(row);
		const count = unmatched.get(values) ?? 0;
		unmatched.set(values, count - 1);
		if (count <= 0) added.push(row);
	});
	return added;
}

function valuesOf({ date, startMinute, minutes, shift, comment }: Comparable): string {
	// Without a start or a comment, its place stays empty.
	return [date, startMinute, minutes, shift, comment].join(" ");
}
