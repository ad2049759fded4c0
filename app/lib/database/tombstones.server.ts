/**
 * Accounts that were deleted, beside the backups: a backup from before a deletion would bring its account back, and a
 * database that is lost takes its own list with it. One line each: a hash of the random id and when, nothing of the person.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";

const FILE = "deleted-accounts.txt";
const LINE = /^([0-9a-f]{64}) (\d+)$/;

/** One deletion; `deletedAt` in milliseconds. */
export interface Tombstone {
	/** See `hashOfUser`. */
	userHash: string;
	deletedAt: number;
}

/**
 * Adds deletions to those that the folder of backups knows. They are on the disk when this returns.
 * @throws Error when the folder cannot be written to
 */
export async function addTombstones(folder: string, tombstones: readonly Tombstone[]): Promise<void> {
	const known = readTombstones(folder);
	const lines = tombstones
		.filter(({ userHash }) => !known.has(userHash))
		// A line that a crash cut short before this one has no end.
		.map(({ userHash, deletedAt }) => `\n${userHash} ${deletedAt}\n`);
	if (lines.length === 0) return;
	mkdirSync(folder, { recursive: true, mode: 0o700 });
	const file = await open(join(folder, FILE), "a", 0o600);
	try {
		await file.appendFile(lines.join(""));
		await file.sync();
	} finally {
		await file.close();
	}
}

/** What is kept of the id of an account that is deleted: it is known again, and not told. */
export function hashOfUser(userId: string): string {
	return createHash("sha256").update(userId).digest("hex");
}

/** When the accounts were deleted that a folder of backups knows of, by their `hashOfUser`. */
export function readTombstones(folder: string): ReadonlyMap<string, number> {
	const tombstones = new Map<string, number>();
	for (const line of textOf(join(folder, FILE)).split("\n")) {
		const [, userHash, deletedAt] = LINE.exec(line) ?? [];
		if (userHash) tombstones.set(userHash, Number(deletedAt));
	}
	return tombstones;
}

/** Empty until the first deletion makes the file. */
function textOf(path: string): string {
	try {
		return readFileSync(path, "utf8");
	} catch (error) {
		if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
		throw error;
	}
}
