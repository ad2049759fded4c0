import { readdirSync } from "node:fs";
import { env } from "~/lib/env.server";

/** The name of a whole backup: when it was made, in UTC, with dashes since a colon is no part of a file name everywhere. */
const NAME = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z$/;

/** The name of a backup that is made at this instant, in milliseconds. */
export function backupName(ms: number): string {
	return `${new Date(ms).toISOString().slice(0, 19).replaceAll(":", "-")}Z`;
}

/** When a backup of that name was made, in milliseconds; undefined for any other name, such as that of an unfinished one. */
export function backupTime(name: string): number | undefined {
	const time = Date.parse(name.replace(NAME, "$1T$2:$3:$4Z"));
	return NAME.test(name) && !Number.isNaN(time) ? time : undefined;
}

/** When the newest whole backup in BACKUPS_DIR was made, in milliseconds; undefined without one. */
export function lastBackupAt(): number | undefined {
	const times = namesOfBackups().map((name) => backupTime(name) ?? 0);
	return Math.max(0, ...times) || undefined;
}

/** Empty until the first backup makes the folder. */
function namesOfBackups(): string[] {
	try {
		return readdirSync(env.BACKUPS_DIR);
	} catch {
		return [];
	}
}
