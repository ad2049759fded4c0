/**
 * Tombstones: a list of deleted accounts in the folder of backups, so that restoring an older backup deletes these
 * accounts again. The database has such a list too, but that list is lost with the database. Each line contains the
 * hash of a deleted user's random id and the time of the deletion, but no personal data.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";

const FILE = "deleted-accounts.txt";
const LINE = /^([0-9a-f]{64}) (\d+)$/;

/** A deleted account. `deletedAt` is in milliseconds. */
export interface Tombstone {
	userHash: string;
	deletedAt: number;
}

/**
 * Adds deleted accounts to the list in a folder of backups, and syncs the list to the disk.
 * @throws Error when the folder cannot be written to
 */
export async function addTombstones(folder: string, tombstones: readonly Tombstone[]): Promise<void> {
	const known = readTombstones(folder);
	const lines = tombstones
		.filter(({ userHash }) => !known.has(userHash))
		// Each new line starts with a line break, because a crash may have cut the previous line short.
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

/** Hash of a user id, by which a deleted account is recognised without storing the id. */
export function hashOfUser(userId: string): string {
	return createHash("sha256").update(userId).digest("hex");
}

/**
 * Reads the list of deleted accounts in a folder of backups: deletion time in milliseconds, by hash of the user id.
 */
export function readTombstones(folder: string): ReadonlyMap<string, number> {
	const tombstones = new Map<string, number>();
	for (const line of textOf(join(folder, FILE)).split("\n")) {
		const [, userHash, deletedAt] = LINE.exec(line) ?? [];
		if (userHash) tombstones.set(userHash, Number(deletedAt));
	}
	return tombstones;
}

/** The text of the list of deleted accounts; empty before the first deletion, which creates the file. */
function textOf(path: string): string {
	try {
		return readFileSync(path, "utf8");
	} catch (error) {
		if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
		throw error;
	}
}
