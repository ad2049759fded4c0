/**
 * Layout of a backup directory: one folder per backup, named after the backup's time, and one folder of images shared
 * by all backups, the image pool.
 */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { backupTime } from "~/lib/database/backup-times.server";
import { codeOf } from "~/lib/files/error-code";

/** Name of the database file inside the folder of a backup. */
export const DATABASE_FILE = "relevo.sqlite";
/** Manifest that lists the images of a backup. Written last: a backup without a manifest is incomplete. */
export const LIST_FILE = "images.json";

const listSchema = z.object({
	/** SHA-256 of the database file. SQLite's own checks miss a changed byte inside a text. */
	database: z.string().length(64),
	images: z.array(
		z.object({
			name: z.string().regex(/^[0-9a-f-]+\.webp$/),
			size: z.number().int().positive(),
			/** Undefined in backups of older programs. */
			sha256: z.string().length(64).optional(),
		}),
	),
	/** Version of the program that made the backup; undefined in backups of older programs. */
	version: z.string().optional(),
	/** Images that were already missing or damaged when the backup was made. */
	missing: z.array(z.string()),
	/** When all images were last read, in UTC milliseconds: by this backup or by an earlier one. */
	checkedAt: z.number().optional(),
});

/** The manifest of a backup. It lists the backup's images with their sizes in bytes. */
export type BackupList = z.output<typeof listSchema>;

/** Folder of the image pool in a directory of backups. */
export function poolOf(folder: string): string {
	return join(folder, "images");
}

/**
 * Returns the names of the complete backups in a directory, oldest first; an empty list when the directory does not
 * exist.
 */
export function listBackups(folder: string): string[] {
	return namesIn(folder)
		.filter((name) => backupTime(name) !== undefined && mayBeComplete(join(folder, name)))
		.sort();
}

/** A backup that cannot be looked at counts: its images must not be erased, nor an older one restored in silence. */
function mayBeComplete(backup: string): boolean {
	try {
		return statSync(join(backup, LIST_FILE), { throwIfNoEntry: false }) !== undefined;
	} catch {
		return true;
	}
}

/**
 * Reads the manifest of a backup.
 * @throws Error when the manifest is missing or malformed
 */
export function readBackupList(backup: string): BackupList {
	return listSchema.parse(JSON.parse(readFileSync(join(backup, LIST_FILE), "utf8")));
}

/**
 * Reads the manifest of a backup; undefined when it is damaged.
 * @throws Error when this user may not read it, which says nothing against the backup
 */
export function findBackupList(backup: string): BackupList | undefined {
	try {
		return readBackupList(backup);
	} catch (error) {
		if (codeOf(error) === "EACCES") throw error;
		return undefined;
	}
}

function namesIn(folder: string): string[] {
	try {
		return readdirSync(folder);
	} catch (error) {
		if (codeOf(error) === "ENOENT") return [];
		throw error;
	}
}
