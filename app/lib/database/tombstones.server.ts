/**
 * Tombstones: a list of deleted accounts in the folder of backups, so that restoring an older backup deletes these
 * accounts again. The database has such a list too, but that list is lost with the database. Each line contains the
 * hash of a deleted user's random id and the time of the deletion, but no personal data.
 */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { mkdir, open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { env } from "~/lib/env.server";

const FILE = "deleted-accounts.txt";
const LINE = /^([0-9a-f]{64}) (\d+)$/;

/** How long a deletion waits for BACKUPS_DIR, which may be on a network disk that does not respond. */
const MAX_WAIT_MS = 2000;

/** A deleted account. `deletedAt` is in milliseconds. */
export interface Tombstone {
	userHash: string;
	deletedAt: number;
}

let lastWrite = Promise.resolve();

/**
 * Adds a deleted account to the list in BACKUPS_DIR. Calls write one after another, so that a disk that does not
 * respond blocks at most one thread.
 * @throws Error when BACKUPS_DIR cannot be written to, or does not respond within two seconds
 */
export async function addTombstone(tombstone: Tombstone): Promise<void> {
	const writing = lastWrite.then(() => addTombstones(env.BACKUPS_DIR, [tombstone]));
	lastWrite = writing.catch(() => {});
	const isWritten = await Promise.race([writing.then(() => true), pause(MAX_WAIT_MS, false, { ref: false })]);
	if (!isWritten) throw new Error("BACKUPS_DIR does not respond");
}

/**
 * Adds deleted accounts to the list in a folder of backups, and syncs the list to the disk.
 * @throws Error when the folder cannot be written to
 */
export async function addTombstones(folder: string, tombstones: readonly Tombstone[]): Promise<void> {
	const known = parse(await readFile(join(folder, FILE), "utf8").catch(emptyIfMissing));
	const lines = tombstones
		.filter(({ userHash }) => !known.has(userHash))
		// Each new line starts with a line break, because a crash may have cut the previous line short.
		.map(({ userHash, deletedAt }) => `\n${userHash} ${deletedAt}\n`);
	if (lines.length === 0) return;
	await mkdir(folder, { recursive: true, mode: 0o700 });
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
	try {
		return parse(readFileSync(join(folder, FILE), "utf8"));
	} catch (error) {
		return parse(emptyIfMissing(error));
	}
}

function parse(text: string): ReadonlyMap<string, number> {
	const tombstones = new Map<string, number>();
	for (const line of text.split("\n")) {
		const [, userHash, deletedAt] = LINE.exec(line) ?? [];
		if (userHash) tombstones.set(userHash, Number(deletedAt));
	}
	return tombstones;
}

/** The first deletion creates the list, which is empty until then. */
function emptyIfMissing(error: unknown): string {
	if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
	throw error;
}
