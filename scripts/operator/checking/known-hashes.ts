import { join } from "node:path";
import { type BackupList, listBackups, readBackupList } from "~/features/backups/backup-folder.server";

/** The newest readable manifest in a directory of backups; undefined if there is none. */
export function readNewestList(folder: string): BackupList | undefined {
	for (const name of listBackups(folder).reverse()) {
		try {
			return readBackupList(join(folder, name));
		} catch {
			// `npm run data -- check` names this backup.
		}
	}
	return undefined;
}

/** SHA-256 of the images of a manifest, as far as it is known. */
export function hashesIn(list: BackupList | undefined): Map<string, string> {
	return new Map(list?.images.flatMap(({ name, sha256 }) => (sha256 ? [[name, sha256] as const] : [])));
}
