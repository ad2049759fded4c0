import { chmodSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { env } from "~/lib/env.server";

/** Permission bits of a file's group and of other users. */
const OTHERS = 0o077;

/**
 * Removes the permissions of group and other users from the database files and the folders of photos, mails and
 * backups. Skips files of another owner.
 */
export function keepFilesPrivate(): void {
	const [folder, name] = [dirname(env.DATABASE_PATH), basename(env.DATABASE_PATH)];
	const files = readdirSync(folder).filter((file) => file.startsWith(name));
	const paths = files.map((file) => join(folder, file));
	for (const path of [...paths, env.UPLOADS_DIR, env.OUTBOX_DIR, env.BACKUPS_DIR]) {
		const stats = statSync(path, { throwIfNoEntry: false });
		if (!stats || !(stats.mode & OTHERS) || stats.uid !== process.getuid?.()) continue;
		chmodSync(path, stats.mode & 0o7777 & ~OTHERS);
	}
}
