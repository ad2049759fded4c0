import { existsSync, readdirSync, realpathSync } from "node:fs";
import { basename, dirname, join, resolve, sep } from "node:path";
import { poolOf } from "~/features/backups/backup-folder.server";
import { env } from "~/lib/env.server";
import { MB } from "~/lib/units/bytes";
import { CommandError } from "./errors";
import { diskOf, sizeOf } from "./report/sizes";

/** Bytes of disk space that stay free for the server. */
const RESERVED_BYTES = 100 * MB;

/**
 * Refuses a backup folder that shares images with the server: removing old backups would delete these images.
 * @param to a folder that may not exist yet
 * @throws CommandError when the folder shares images with the server
 */
export function requireOutsideUploads(to: string): void {
	const uploads = realPath(env.UPLOADS_DIR);
	if (!isWithin(realPath(to), uploads) && !isWithin(uploads, realPath(poolOf(to)))) return;
	throw new CommandError(
		`${to} no puede ser la carpeta de las imágenes (UPLOADS_DIR), ni estar dentro, ni tenerla como su carpeta images: elegí otra.`,
	);
}

/**
 * Checks that the disk has room for a backup.
 * @param to an existing folder of backups
 * @throws CommandError when the disk is too full
 */
export function requireDiskSpace(to: string): void {
	const wanted = sizeOf(env.DATABASE_PATH) + bytesToCopy(env.UPLOADS_DIR, to) + RESERVED_BYTES;
	if (diskOf(to).freeBytes >= wanted) return;
	const megabytes = Math.ceil(wanted / MB);
	throw new CommandError(
		`No hay lugar para la copia: hacen falta ${megabytes} MB libres en ${to}. Liberá espacio o usá otra carpeta.`,
	);
}

/** Bytes of images that are not in the backup folder yet. */
function bytesToCopy(uploads: string, to: string): number {
	if (!existsSync(uploads)) return 0;
	const pool = poolOf(to);
	const known = new Set(existsSync(pool) ? readdirSync(pool) : []);
	return readdirSync(uploads)
		.filter((name) => name.endsWith(".webp") && !known.has(name))
		.reduce((sum, name) => sum + sizeOf(join(uploads, name)), 0);
}

/** Resolves symbolic links, also for a folder that does not exist yet. */
function realPath(path: string): string {
	const place = resolve(path);
	if (existsSync(place) || dirname(place) === place) return realpathSync(place);
	return join(realPath(dirname(place)), basename(place));
}

function isWithin(inner: string, outer: string): boolean {
	return inner === outer || inner.startsWith(outer + sep);
}
