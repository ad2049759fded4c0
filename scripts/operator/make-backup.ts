import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from "node:fs";
import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
	DATABASE_FILE,
	LIST_FILE,
	listBackups,
	poolOf,
	readBackupList,
} from "~/features/backups/backup-folder.server";
import { removeOldBackups, removeUnusedImages } from "~/features/backups/remove-old.server";
import { readBuildVersion } from "~/lib/build-version.server";
import { backupName, backupTime } from "~/lib/database/backup-times.server";
import { sqlite } from "~/lib/database/db.server";
import { takeServerLock } from "~/lib/database/server-lock.server";
import { syncFolder } from "~/lib/database/sync-disk.server";
import { addTombstones, type Tombstone } from "~/lib/database/tombstones.server";
import { makeFolder } from "~/lib/files/make-folder.server";
import { DAY_MS, MINUTE_MS } from "~/lib/units/durations";
import { requireDiskSpace, requireOutsideUploads } from "./backup-target";
import { readableHash, sha256Of } from "./checking/file-hash";
import { hashesIn, readNewestList } from "./checking/known-hashes";
import { copyAll } from "./copy-data";

/** Time after which a quick backup reads all images again. */
const CHECKED_FOR_MS = DAY_MS;

/** Time that a backup which is not quick waits for another one, such as the first of a server that has just started. */
const OTHER_BACKUP_MS = MINUTE_MS;

export interface Backup {
	/** Name of the backup's folder. */
	name: string;
	images: number;
	/** Size of the backed-up database in bytes. */
	bytes: number;
	/** Images to which the database refers, but whose files are missing. The backup is otherwise complete. */
	missing: string[];
	/** Images that are damaged in the uploads folder and have no whole copy: the backup is made without them. */
	damaged: string[];
	/** Images that are damaged in the uploads folder, of which the backups hold a whole copy. */
	mendable: string[];
	/** Images that were damaged in the backups' folder, and were replaced by the live ones. */
	repaired: string[];
	/** Earlier backups whose database is damaged. */
	damagedBackups: string[];
	/** Earlier backups with an unreadable list of images. While such backups exist, no image is removed. */
	unreadable: string[];
}

/**
 * Backs up a running server consistently: images, then the database in one step, then images added meanwhile.
 * Removes old backups before and after. Nobody can sign in with the contents of a backup: passwords and tokens are
 * stored only as hashes, and the secret that signs cookies is not in the backup.
 * Reads all images and earlier backups to find damage, so that it neither spreads nor stays unknown until a restore.
 * @param to folder of backups, created when missing
 * @param isQuick reads only new images, if an earlier backup has read all of them within a day; does not wait for another
 *   backup
 * @throws CommandError, or LockedError while another backup is being made; no partial backup is left
 */
export async function makeBackup(to: string, now = Date.now(), isQuick = false): Promise<Backup> {
	requireOutsideUploads(to);
	makeFolder(to);
	const releaseLock = takeServerLock(join(to, "backup"), isQuick ? 0 : OTHER_BACKUP_MS);
	try {
		removeUnfinished(to);
		// Removes old backups to make room, even if the new backup fails.
		if (await removeOldBackups(to, now)) await removeUnusedImages(to);
		requireDiskSpace(to);
		const name = freeName(to, now);
		const work = join(to, `${name}.new`);
		mkdirSync(work, { mode: 0o700 });
		const last = readNewestList(to);
		const lastCheckedAt = isQuick ? last?.checkedAt : undefined;
		const isFresh = lastCheckedAt !== undefined && Math.abs(now - lastCheckedAt) < CHECKED_FOR_MS;
		const damagedBackups = isFresh ? [] : listBackups(to).filter((name) => isDamaged(join(to, name)));
		const { bytes, names, filled } = await copyAll(work, poolOf(to), hashesIn(last), isFresh);
		const { hashes, missing, repaired } = filled;
		const mendable = filled.damaged.filter((image) => hashes.has(image));
		const damaged = filled.damaged.filter((image) => !hashes.has(image));
		const images = names
			.filter((image) => hashes.has(image))
			.map((image) => ({
				name: image,
				size: statSync(join(poolOf(to), image)).size,
				sha256: hashes.get(image),
			}));
		const database = sha256Of(join(work, DATABASE_FILE));
		await writeFile(
			join(work, LIST_FILE),
			JSON.stringify({
				database,
				images,
				version: readBuildVersion(),
				missing: names.filter((image) => !hashes.has(image)),
				checkedAt: isFresh ? lastCheckedAt : now,
			}),
			{ mode: 0o600, flush: true },
		);
		await syncFolder(work);
		await rename(work, join(to, name));
		await syncFolder(to);
		await addTombstones(to, deletions());
		await removeOldBackups(to, now);
		const unreadable = await removeUnusedImages(to);
		return {
			name,
			images: images.length,
			bytes,
			missing,
			damaged,
			mendable,
			repaired,
			damagedBackups,
			unreadable,
		};
	} finally {
		removeUnfinished(to);
		releaseLock();
	}
}

/** Leaves other folders of the operator's, such as QUIZ.new. */
function removeUnfinished(to: string): void {
	const names = readdirSync(to).filter((name) => name.endsWith(".new"));
	for (const name of names.filter((name) => backupTime(name.slice(0, -".new".length)) !== undefined))
		rmSync(join(to, name), { recursive: true, force: true });
}

/** Returns the folder name of a backup made at `now` or, if this folder exists, at the next second without a folder. */
function freeName(to: string, now: number): string {
	const name = backupName(now);
	return existsSync(join(to, name)) ? freeName(to, now + 1000) : name;
}

/**
 * Whether the database of a backup is not the one that was saved, or is missing or unreadable. `unreadable` names backups
 * without a list.
 */
function isDamaged(backup: string): boolean {
	try {
		return readBackupList(backup).database !== readableHash(join(backup, DATABASE_FILE));
	} catch {
		return false;
	}
}

function deletions() {
	return sqlite
		.prepare<[], Tombstone>("SELECT user_hash AS userHash, deleted_at AS deletedAt FROM deleted_accounts")
		.all();
}
