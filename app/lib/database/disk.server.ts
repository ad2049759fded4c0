import { randomBytes } from "node:crypto";
import { existsSync, rmSync, statfsSync } from "node:fs";
import { statfs, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { env } from "~/lib/env.server";
import { codeOf } from "~/lib/files/error-code";
import { makeFolder } from "~/lib/files/make-folder.server";
import { logEvent } from "~/lib/log.server";
import { sharedRun } from "~/lib/shared-run";
import { MB } from "~/lib/units/bytes";

/** Below this free space the server accepts no photos, to leave room for texts, sign-ins and the log. */
const MIN_FREE_BYTES = 300 * MB;

/**
 * Whether the disk of the uploads and the disk of the database each have at least `minFreeBytes` free.
 * @throws Error when the uploads folder cannot be made
 */
export async function hasRoom(minFreeBytes = MIN_FREE_BYTES): Promise<boolean> {
	return (await freeBytes()) >= minFreeBytes;
}

/** Free bytes beyond those that `hasRoom` wants, for files that exist for a moment only. */
export async function spareBytes(): Promise<number> {
	return Math.max(0, (await freeBytes()) - MIN_FREE_BYTES);
}

/**
 * Free bytes on the disk of the uploads or on the disk of the database, whichever has less.
 * @throws Error when the uploads folder cannot be made
 */
export const freeBytes = sharedRun(measure);

async function measure(): Promise<number> {
	// The dot refuses a file in place of the folder. Only a missing folder is made: looking for it synchronously on a disk
	// that does not respond would block the whole server.
	const uploads = `${env.UPLOADS_DIR}/.`;
	const ofUploads = await statfs(uploads).catch(() => {
		makeFolder(env.UPLOADS_DIR);
		return statfs(uploads);
	});
	const disks = [ofUploads, await statfs(dirname(env.DATABASE_PATH))];
	return Math.min(...disks.map(({ bavail, bsize }) => bavail * bsize));
}

/** Longest wait for a folder, which may be on a network disk that does not respond. */
const MAX_WAIT_MS = 2000;

/** Result of an access to a folder; `instead` when its disk does not respond in time. */
export function inTime<Result, Instead>(
	access: Promise<Result>,
	instead: Instead,
): Promise<Result | Instead> {
	return Promise.race([access, pause(MAX_WAIT_MS, instead, { ref: false })]);
}

/** Whether an error means that the disk or the disk quota is full. SHMSIZE: the database's -shm file finds no room. */
export function isDiskFull(error: unknown): boolean {
	return ["SQLITE_FULL", "SQLITE_IOERR_SHMSIZE", "ENOSPC", "EDQUOT"].includes(codeOf(error) ?? "");
}

/**
 * Size in bytes of the disk reserve, a file that is removed when the disk is full. Even deleting a row adds to SQLite's
 * write-ahead log, which usually grows to 4 MB; the reserve has twice this size.
 */
const RESERVE_BYTES = 8 * MB;
const reservePath = `${env.DATABASE_PATH}.reserve`;

/**
 * Creates the disk reserve unless the disk is nearly full. A full disk does not even allow deleting a row until
 * `spendReserve` removes this file. Runs at start and every hour.
 */
export async function keepReserve(): Promise<void> {
	if (existsSync(reservePath) || !(await hasRoom())) return;
	// Writes random bytes, because some file systems store no blocks of zeros.
	await writeFile(reservePath, randomBytes(RESERVE_BYTES), { mode: 0o600 });
}

/** Removes the disk reserve, so that users can sign in and delete data on a full disk. */
export function spendReserve(): void {
	if (!existsSync(reservePath)) return;
	rmSync(reservePath, { force: true });
	logEvent("disk_full", { level: "error" });
}

/**
 * Throws when the disk reserve is removed and the disk is nearly full. Call this function before adding data: the disk
 * space of the reserve is only for signing in and deleting.
 * @throws Error that `isDiskFull` recognises
 */
export function requireRoomForMore(): void {
	if (existsSync(reservePath)) return;
	const { bavail, bsize } = statfsSync(dirname(env.DATABASE_PATH));
	if (bavail * bsize >= 2 * RESERVE_BYTES) return;
	throw Object.assign(new Error("Nothing is left but the reserve"), { code: "ENOSPC" });
}

/** Message when the disk is full (status 507). */
export const diskFullMessage =
	"No queda lugar en el servidor: lo que mandaste no se guardó. Podés seguir leyendo y eliminar lo que no uses. Avisale a quien lo administra.";
