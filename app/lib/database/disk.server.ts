import { randomBytes } from "node:crypto";
import { existsSync, rmSync, statfsSync } from "node:fs";
import { mkdir, statfs, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { env } from "~/lib/env.server";
import { logEvent } from "~/lib/log.server";

/** Free disk space below which the server accepts no photos, so that texts, sign-ins and the log still have room. */
const MIN_FREE_BYTES = 300 * 1_048_576;

/**
 * Whether the disks of the uploads folder and of the database have room for more images.
 * @throws Error when the uploads folder is missing and cannot be made
 */
export async function hasRoom(minFreeBytes = MIN_FREE_BYTES): Promise<boolean> {
	return (await freeBytes()) >= minFreeBytes;
}

/**
 * Free bytes for an unprivileged process, on the fuller one of the disks of the uploads folder and the database.
 * @throws Error when the uploads folder is missing and cannot be made
 */
export async function freeBytes(): Promise<number> {
	await mkdir(env.UPLOADS_DIR, { recursive: true, mode: 0o700 });
	const disks = await Promise.all([statfs(env.UPLOADS_DIR), statfs(dirname(env.DATABASE_PATH))]);
	return Math.min(...disks.map(({ bavail, bsize }) => bavail * bsize));
}

/** Whether a write failed because the disk is full, or because the server has used up its disk quota. */
export function isDiskFull(error: unknown): boolean {
	const code = error instanceof Error && "code" in error ? error.code : undefined;
	return code === "SQLITE_FULL" || code === "ENOSPC" || code === "EDQUOT";
}

/** Size of the disk reserve: twice the size at which SQLite starts to reuse its write-ahead log. */
const RESERVE_BYTES = 8 * 1_048_576;
const reservePath = `${env.DATABASE_PATH}.reserve`;

/**
 * Creates the disk reserve, a file of RESERVE_BYTES, unless the disk is nearly full. On a full disk SQLite cannot
 * even delete a row; `spendReserve` then removes the file. Called at start and every hour.
 */
export async function keepReserve(): Promise<void> {
	if (existsSync(reservePath) || !(await hasRoom())) return;
	// The reserve file consists of random bytes, because some file systems store no blocks of zeros.
	await writeFile(reservePath, randomBytes(RESERVE_BYTES), { mode: 0o600 });
}

/** Removes the reserve file, so that users can sign in and delete data on a full disk. */
export function spendReserve(): void {
	if (!existsSync(reservePath)) return;
	rmSync(reservePath, { force: true });
	logEvent("disk_full", { level: "error" });
}

/**
 * Call before every operation that adds data. Once the reserve file has been removed, its space is only for signing
 * in and deleting.
 * @throws Error that `isDiskFull` recognises, when the reserve file has been removed and hardly any other space is
 * free
 */
export function requireRoomForMore(): void {
	if (existsSync(reservePath)) return;
	const { bavail, bsize } = statfsSync(dirname(env.DATABASE_PATH));
	if (bavail * bsize >= 2 * RESERVE_BYTES) return;
	throw Object.assign(new Error("Nothing is left but the reserve"), { code: "ENOSPC" });
}

/** Message for the user when a request fails because the disk is full (status 507). */
export const diskFullMessage =
	"No queda lugar en el servidor: lo que mandaste no se guardó. Podés seguir leyendo y eliminar lo que no uses. Avisale a quien lo administra.";
