/** Where backups may be kept, and whether there is room. */
import { existsSync, readdirSync, realpathSync, statfsSync, statSync } from "node:fs";
import { basename, dirname, join, resolve, sep } from "node:path";
import { poolOf } from "~/features/backups/image-pool.server";
import { env } from "~/lib/env.server";

/** A backup must not be what fills the disk: people's own writing goes first. */
const ROOM_LEFT_BYTES = 100 * 1_048_576;

/** Why a backup was not made. The message is in Spanish and says what to do. */
export class BackupError extends Error {}

/**
 * Backups and images in use stand apart: what no backup names is removed from the backups' images, and would be from
 * those in use if they were in the same folder.
 * @param to a folder of backups, which may not be there yet
 * @throws BackupError
 */
export function requireApart(to: string): void {
	const uploads = realPlace(env.UPLOADS_DIR);
	if (!isWithin(realPlace(to), uploads) && !isWithin(uploads, realPlace(poolOf(to)))) return;
	throw new BackupError(
		`${to} no puede ser la carpeta de las imágenes (UPLOADS_DIR), ni estar dentro, ni tenerla como su carpeta images: elegí otra.`,
	);
}

/**
 * @param to a folder of backups, which is there
 * @throws BackupError when the disk that it is on is too full
 */
export function requireRoomForBackup(to: string): void {
	const { bavail, bsize } = statfsSync(to);
	const wanted = sizeOf(env.DATABASE_PATH) + bytesToCopy(env.UPLOADS_DIR, to) + ROOM_LEFT_BYTES;
	if (bavail * bsize >= wanted) return;
	const megabytes = Math.ceil(wanted / 1_048_576);
	throw new BackupError(
		`No hay lugar para la copia: hacen falta ${megabytes} MB libres en ${to}. Liberá espacio o usá otra carpeta.`,
	);
}

/** Images that the folder of backups does not have yet. On the same disk they take no room: they get a second name. */
function bytesToCopy(uploads: string, to: string): number {
	if (!existsSync(uploads) || statSync(uploads).dev === statSync(to).dev) return 0;
	const pool = poolOf(to);
	const known = new Set(existsSync(pool) ? readdirSync(pool) : []);
	return readdirSync(uploads)
		.filter((name) => name.endsWith(".webp") && !known.has(name))
		.reduce((sum, name) => sum + sizeOf(join(uploads, name)), 0);
}

/** In bytes; 0 for a file that has just been deleted. */
function sizeOf(path: string): number {
	return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** The path without links, also of a folder that is not there yet. */
function realPlace(path: string): string {
	const place = resolve(path);
	if (existsSync(place) || dirname(place) === place) return realpathSync(place);
	return join(realPlace(dirname(place)), basename(place));
}

function isWithin(inner: string, outer: string): boolean {
	return inner === outer || inner.startsWith(outer + sep);
}
