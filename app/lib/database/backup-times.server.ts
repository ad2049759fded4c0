import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { env } from "~/lib/env.server";
import { sharedRun } from "~/lib/shared-run";
import { MINUTE_MS } from "~/lib/units/durations";
import { inTime } from "./disk.server";

/** Folder name of a complete backup: its time in UTC, with dashes, because Windows allows no colons. */
const NAME = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z$/;

/**
 * File in BACKUPS_DIR that a script of the operator touches after copying the backups to another machine. Only its
 * modification time is read.
 */
const COPIED_FILE = "copied";

/** A backup dated further in the future than this was made with a wrong clock. */
const CLOCK_TOLERANCE_MS = 5 * MINUTE_MS;

export type BackupTimes = Awaited<ReturnType<typeof read>>;

/** Folder name of a backup made at `ms`, in UTC milliseconds. */
export function backupName(ms: number): string {
	return `${new Date(ms).toISOString().slice(0, 19).replaceAll(":", "-")}Z`;
}

/** Time of a backup in UTC milliseconds, by its folder name; undefined for any other name. */
export function backupTime(name: string): number | undefined {
	const time = Date.parse(name.replace(NAME, "$1T$2:$3:$4Z"));
	return NAME.test(name) && !Number.isNaN(time) ? time : undefined;
}

/** Whether `ms` is so far after `now` that it comes from a wrong clock; both in UTC milliseconds. */
export function isInFuture(ms: number, now: number): boolean {
	return ms > now + CLOCK_TOLERANCE_MS;
}

const readShared = sharedRun(() => read(Date.now()));

/** Reads the times of the backups; undefined when the disk does not respond in time. */
export function readBackupTimes(): Promise<BackupTimes | undefined> {
	return inTime(readShared(), undefined);
}

async function read(now: number) {
	// Before the first backup, BACKUPS_DIR does not exist.
	const names = await readdir(env.BACKUPS_DIR).catch(() => []);
	const copied = await stat(join(env.BACKUPS_DIR, COPIED_FILE)).catch(() => undefined);
	const isAhead = (name: string) => isInFuture(backupTime(name) ?? 0, now);
	const times = names.filter((name) => !isAhead(name)).map((name) => backupTime(name) ?? 0);
	return {
		/** UTC milliseconds of the newest complete backup, if any. */
		lastAt: Math.max(0, ...times) || undefined,
		/** UTC milliseconds of the last copy to another machine, if any. */
		copiedAt: copied && Math.floor(copied.mtimeMs),
		/** Folder names of backups dated in the future. `lastAt` ignores these backups. */
		future: names.filter(isAhead).sort(),
	};
}

let upToDateAt = performance.timeOrigin;
let isLacking = false;

/**
 * Stores in memory that the newest backup contains all changes until `now`, in UTC milliseconds.
 * @param lacks whether that backup found missing or damaged files
 */
export function rememberUpToDate(now: number, lacks = isLacking): void {
	upToDateAt = now;
	isLacking = lacks;
}

/** Whether the last backup of this process found missing or damaged files. */
export function hasFoundDamage(): boolean {
	return isLacking;
}

/**
 * Time in UTC milliseconds of the last check that found all changes in the newest backup. Before the first such check,
 * the start time of this process.
 */
export function lastUpToDateAt(): number {
	return upToDateAt;
}
