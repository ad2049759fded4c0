import { readdirSync } from "node:fs";
import { env } from "~/lib/env.server";

/** Folder name of a complete backup: its time in UTC, with dashes, because Windows allows no colons in file names. */
const NAME = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z$/;

/** The folder name of a backup made at `ms`, in UTC milliseconds. */
export function backupName(ms: number): string {
	return `${new Date(ms).toISOString().slice(0, 19).replaceAll(":", "-")}Z`;
}

/**
 * When a backup was made, in UTC milliseconds, according to its folder name. Undefined for any other folder name,
 * such as that of an unfinished backup.
 */
export function backupTime(name: string): number | undefined {
	const time = Date.parse(name.replace(NAME, "$1T$2:$3:$4Z"));
	return NAME.test(name) && !Number.isNaN(time) ? time : undefined;
}

/** When the newest complete backup in BACKUPS_DIR was made, in UTC milliseconds; undefined when there is none. */
export function lastBackupAt(): number | undefined {
	const times = namesOfBackups().map((name) => backupTime(name) ?? 0);
	return Math.max(0, ...times) || undefined;
}

/** Names of the folders in BACKUPS_DIR; empty before the first backup, which creates BACKUPS_DIR. */
function namesOfBackups(): string[] {
	try {
		return readdirSync(env.BACKUPS_DIR);
	} catch {
		return [];
	}
}
