import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import SQLite from "better-sqlite3";
import { DATABASE_FILE, LIST_FILE } from "~/features/backups/backup-folder.server";
import { damageOf } from "~/features/backups/check-data.server";
import { addToPool, poolOf } from "~/features/backups/image-pool.server";
import { imagesNamedIn } from "~/features/backups/named-images.server";
import { removeOldBackups, removeUnusedImages } from "~/features/backups/remove-old.server";
import { readBuildVersion } from "~/lib/build-version.server";
import { backupName } from "~/lib/database/backup-times.server";
import { sqlite } from "~/lib/database/db.server";
import { takeServerLock } from "~/lib/database/server-lock.server";
import { syncFile, syncFolder } from "~/lib/database/sync-disk.server";
import { addTombstones } from "~/lib/database/tombstones.server";
import { env } from "~/lib/env.server";
import { sha256Of } from "~/lib/file-hash.server";
import { BackupError, requireDiskSpace, requireOutsideUploads } from "./backup-target";
import { withProgress } from "./progress";

/**
 * Maximum number of attempts to copy the database and then the images that users added meanwhile. If a user deletes an
 * image before it is copied, the database is copied again; the new copy no longer refers to the image.
 */
const MAX_ATTEMPTS = 3;
/** Pages copied per step. A database has fewer pages, so that one step copies the whole database. */
const ALL_PAGES = 2 ** 31 - 1;

export interface Backup {
	/** Name of the backup's folder. */
	name: string;
	images: number;
	/** Size of the backed-up database in bytes. */
	bytes: number;
	/** Images to which the database refers, but whose files are missing. The backup is otherwise complete. */
	missing: string[];
	/** Earlier backups with an unreadable list of images. While such backups exist, no image is removed. */
	unreadable: string[];
}

/**
 * Backs up a running server consistently: images, then the database in one step, then images added meanwhile.
 * Removes old backups before and after. Nobody can sign in with the contents of a backup: passwords and tokens are
 * stored only as hashes, and the secret that signs cookies is not in the backup.
 * @param to folder of backups, created when missing
 * @throws BackupError, or LockedError while another backup is being made; no partial backup is left
 */
export async function makeBackup(to: string, now = Date.now()): Promise<Backup> {
	requireOutsideUploads(to);
	mkdirSync(to, { recursive: true, mode: 0o700 });
	const releaseLock = takeServerLock(join(to, "backup"), 0);
	try {
		removeUnfinished(to);
		// Removes old backups to make room, even if the new backup fails.
		if (await removeOldBackups(to, now)) await removeUnusedImages(to);
		requireDiskSpace(to);
		const name = freeName(to, now);
		const work = join(to, `${name}.new`);
		mkdirSync(work, { mode: 0o700 });
		const { bytes, names, missing } = await copyAll(work, poolOf(to));
		const images = names.map((image) => ({ name: image, size: statSync(join(poolOf(to), image)).size }));
		const database = sha256Of(join(work, DATABASE_FILE));
		await writeFile(
			join(work, LIST_FILE),
			JSON.stringify({ database, images, version: readBuildVersion(), missing }),
			{ mode: 0o600 },
		);
		await syncFile(join(work, LIST_FILE));
		await syncFolder(work);
		await rename(work, join(to, name));
		await syncFolder(to);
		await addTombstones(to, deletions());
		await removeOldBackups(to, now);
		const unreadable = await removeUnusedImages(to);
		return { name, images: images.length, bytes, missing, unreadable };
	} finally {
		removeUnfinished(to);
		releaseLock();
	}
}

function removeUnfinished(to: string): void {
	for (const name of readdirSync(to)) {
		if (name.endsWith("Z.new")) rmSync(join(to, name), { recursive: true, force: true });
	}
}

/** Returns the folder name of a backup made at `now` or, if this folder exists, at the next second without a folder. */
function freeName(to: string, now: number): string {
	const name = backupName(now);
	return existsSync(join(to, name)) ? freeName(to, now + 1000) : name;
}

async function copyAll(work: string, pool: string) {
	const path = join(work, DATABASE_FILE);
	const present = Array.from(imagesNamedIn(sqlite));
	await withProgress("Agregando imágenes", (report) => addToPool(env.UPLOADS_DIR, pool, present, report));
	for (let attempt = 1; ; attempt++) {
		rmSync(path, { force: true });
		await withProgress("Copiando la base de datos", () => sqlite.backup(path, { progress: () => ALL_PAGES }));
		const copy = new SQLite(path);
		try {
			// Turns WAL off, so that the copy is a single file.
			copy.pragma("journal_mode = DELETE");
			const names = imagesNamedIn(copy);
			const missing = await addToPool(env.UPLOADS_DIR, pool, Array.from(names));
			if (missing.length > 0 && attempt < MAX_ATTEMPTS) continue;
			const [damage] = await withProgress("Revisando la copia", () => damageOf(copy));
			if (damage) throw new BackupError(`${damage} La copia no se hizo; las de antes siguen ahí.`);
			for (const name of missing) names.delete(name);
			return { bytes: statSync(path).size, names: Array.from(names), missing };
		} finally {
			copy.close();
			await syncFile(path);
		}
	}
}

function deletions() {
	return sqlite
		.prepare<[], { userHash: string; deletedAt: number }>(
			"SELECT user_hash AS userHash, deleted_at AS deletedAt FROM deleted_accounts",
		)
		.all();
}
