import type SQLite from "better-sqlite3";
import type { Entry } from "./add-in-thread.server";
import { type Comparable, newExtras } from "./new-extras.server";

/**
 * Adds the entries that the user does not have yet, in one transaction.
 * @param sqlite a connection that nothing else uses
 * @param max maximum number of the user's entries
 * @returns the number of added entries; "full" when there would be more than `max`
 */
export async function addEntries(
	sqlite: SQLite.Database,
	{ userId, max }: { userId: string; max: number },
	entries: readonly Entry[],
): Promise<number | "full"> {
	sqlite.exec("BEGIN IMMEDIATE");
	try {
		const present = readPresent(sqlite, userId);
		const added = await newExtras(present, entries.map(toComparable));
		const hasRoom = present.length + added.length <= max;
		if (hasRoom)
			insert(
				sqlite,
				added.map(({ entry }) => entry),
			);
		sqlite.exec("COMMIT");
		return hasRoom ? added.length : "full";
	} finally {
		// After an error, such as a full disk, SQLite may already have rolled back.
		if (sqlite.inTransaction) sqlite.exec("ROLLBACK");
	}
}

function readPresent(sqlite: SQLite.Database, userId: string): Comparable[] {
	return sqlite
		.prepare<[string], Comparable>(
			`SELECT id_file AS idFile, date, minutes, shift, comment, start_minute AS startMinute
			FROM extras WHERE user_id = ?`,
		)
		.all(userId);
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
