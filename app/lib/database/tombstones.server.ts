/**
 * Tombstones: a list of deleted accounts in the folder of backups, so that a restored older backup deletes these
 * accounts again. A line contains the hash of the user id, which is random, and the time of the deletion.
 */
import { hash } from "node:crypto";
import { appendFile, readFile } from "node:fs/promises";
import { join } from "node:path";
import { env } from "~/lib/env.server";
import { codeOf } from "~/lib/files/error-code";
import { makeFolder } from "~/lib/files/make-folder.server";
import { inTime } from "./disk.server";

const FILE = "deleted-accounts.txt";
const LINE = /^([0-9a-f]{64}) (\d+)$/;

export interface Tombstone {
	userHash: string;
	deletedAt: number;
}

let lastWrite = Promise.resolve();

/**
 * Adds a deleted account to the list in BACKUPS_DIR. Each call waits for the write of the previous call, so that a disk
 * that does not respond blocks at most one thread.
 * @throws Error when BACKUPS_DIR cannot be written to in time
 */
export async function addTombstone(tombstone: Tombstone): Promise<void> {
	const writing = lastWrite.then(() => addTombstones(env.BACKUPS_DIR, [tombstone]));
	lastWrite = writing.catch(() => {});
	const isWritten = writing.then(() => true);
	if (!(await inTime(isWritten, false))) throw new Error("BACKUPS_DIR does not respond");
}

export async function addTombstones(folder: string, tombstones: readonly Tombstone[]): Promise<void> {
	const known = await readTombstones(folder);
	const lines = tombstones
		.filter(({ userHash }) => !known.has(userHash))
		// Begins with a line break, because a crash may have cut the previous line short.
		.map(({ userHash, deletedAt }) => `\n${userHash} ${deletedAt}\n`);
	if (lines.length === 0) return;
	makeFolder(folder);
	await appendFile(join(folder, FILE), lines.join(""), { mode: 0o600, flush: true });
}

/** Hash that identifies a deleted account, so that the list of deleted accounts need not contain the account's id. */
export function hashOfUser(userId: string): string {
	return hash("sha256", userId);
}

/** Deleted accounts in a folder of backups: deletion time in milliseconds, by hash of the user id. */
export async function readTombstones(folder: string): Promise<ReadonlyMap<string, number>> {
	const text = await readFile(join(folder, FILE), "utf8").catch((error: unknown) => {
		// Before the first deletion there is no such file.
		if (codeOf(error) === "ENOENT") return "";
		throw error;
	});
	const tombstones = new Map<string, number>();
	for (const line of text.split("\n")) {
		const [, userHash, deletedAt] = LINE.exec(line) ?? [];
		if (userHash) tombstones.set(userHash, Number(deletedAt));
	}
	return tombstones;
}
