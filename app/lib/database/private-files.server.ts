import { chmodSync, readdirSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { env } from "~/lib/env.server";

/** What anybody but the owner may do with a file. */
const OTHERS = 0o077;

/**
 * Takes from everybody but their owner what was made readable by an older program or a copy: the database with all that
 * stands beside it under its name, and the folders of photos, mails and backups. The database's own folder may hold other
 * things and is left as it is, as are files of another owner, who has to do it.
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
