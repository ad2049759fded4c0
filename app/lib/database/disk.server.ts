import { randomBytes } from "node:crypto";
import { existsSync, rmSync, statfsSync } from "node:fs";
import { mkdir, statfs, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { env } from "~/lib/env.server";
import { logEvent } from "~/lib/log.server";

/** Below this no photo is taken any more, so that texts, sign-ins and the log still have room. */
const MIN_FREE_BYTES = 300 * 1_048_576;

/**
 * Whether there is room for more images, where they are kept and where the database grows with them.
 * @param minFreeBytes what must be free for accounts without privileges
 * @throws Error when the uploads folder is missing and cannot be made
 */
export async function hasRoom(minFreeBytes = MIN_FREE_BYTES): Promise<boolean> {
	return (await freeBytes()) >= minFreeBytes;
}

/**
 * What accounts without privileges may still write, in bytes: where images are kept or where the database is, whichever
 * is less.
 * @throws Error when the uploads folder is missing and cannot be made
 */
export async function freeBytes(): Promise<number> {
	await mkdir(env.UPLOADS_DIR, { recursive: true, mode: 0o700 });
	const disks = await Promise.all([statfs(env.UPLOADS_DIR), statfs(dirname(env.DATABASE_PATH))]);
	return Math.min(...disks.map(({ bavail, bsize }) => bavail * bsize));
}

/** Whether something could not be written because the disk, or the share of it that we may use, is full. */
export function isDiskFull(error: unknown): boolean {
	const code = error instanceof Error && "code" in error ? error.code : undefined;
	return code === "SQLITE_FULL" || code === "ENOSPC" || code === "EDQUOT";
}

/** Twice what the database's log grows to before it starts again from its beginning. */
const RESERVE_BYTES = 8 * 1_048_576;
const reservePath = `${env.DATABASE_PATH}.reserve`;

/**
 * Sets a few megabytes aside while there is room. On a full disk not even a row can be deleted, since that is written
 * too: then `spendReserve` makes room for signing in and deleting. Called at start and every hour.
 */
export async function keepReserve(): Promise<void> {
	if (existsSync(reservePath) || !(await hasRoom())) return;
	// Not zeros, which some file systems do not really write.
	await writeFile(reservePath, randomBytes(RESERVE_BYTES), { mode: 0o600 });
}

/** Gives back what `keepReserve` has set aside: whoever tries again finds room. */
export function spendReserve(): void {
	if (!existsSync(reservePath)) return;
	rmSync(reservePath, { force: true });
	logEvent("disk_full", { level: "error" });
}

/**
 * Once the reserve has been given back, and until there is room again, nothing new is begun: else new texts would take
 * what it left for signing in and deleting.
 * @throws Error that `isDiskFull` knows
 */
export function requireRoomForMore(): void {
	if (existsSync(reservePath)) return;
	const { bavail, bsize } = statfsSync(dirname(env.DATABASE_PATH));
	if (bavail * bsize >= 2 * RESERVE_BYTES) return;
	throw Object.assign(new Error("Nothing is left but the reserve"), { code: "ENOSPC" });
}

/** What the visitor reads, with status 507, when a full disk was why their request failed. */
export const diskFullMessage =
	"No queda lugar en el servidor: lo que mandaste no se guardó. Podés seguir leyendo y borrar lo que no uses. Avisale a quien lo administra.";
