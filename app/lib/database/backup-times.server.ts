import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { env } from "~/lib/env.server";

/** Folder name of a complete backup: its time in UTC, with dashes, because Windows allows no colons in file names. */
const NAME = /^(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z$/;

/**
 * File in BACKUPS_DIR that the host's job touches after it has copied the backups to another machine. Only the file's
 * modification time is read.
 */
const COPIED_FILE = "copied";

/** How far ahead a backup's time may lie before it counts as the work of a wrong clock. */
const CLOCK_TOLERANCE_MS = 5 * 60_000;

/** How long to wait for BACKUPS_DIR, which may be on a network disk that does not respond. */
const MAX_WAIT_MS = 2000;

export interface BackupTimes {
	/** When the newest complete backup was made, in UTC milliseconds; undefined when there is none. */
	lastAt?: number;
	/** When the backups were last copied to another machine, in UTC milliseconds; undefined if never. */
	copiedAt?: number;
	/** Names of the backups with a time in the future. They count neither as the newest nor as old backups. */
	future: string[];
}

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

/** Whether a time in UTC milliseconds lies so far ahead that a clock must have been wrong. */
export function isInFuture(ms: number, now: number): boolean {
	return ms > now + CLOCK_TOLERANCE_MS;
}

let reading: Promise<BackupTimes> | undefined;

/**
 * Reads the times of the backups in BACKUPS_DIR. Simultaneous calls share one read, so that a disk that does not
 * respond blocks at most one thread.
 * @returns undefined when the disk does not respond within two seconds
 */
export function readBackupTimes(): Promise<BackupTimes | undefined> {
	reading ??= read(Date.now()).finally(() => {
		reading = undefined;
	});
	return Promise.race([reading, pause(MAX_WAIT_MS, undefined, { ref: false })]);
}

async function read(now: number): Promise<BackupTimes> {
	// Before the first backup, BACKUPS_DIR does not exist.
	const names = await readdir(env.BACKUPS_DIR).catch(() => []);
	const copied = await stat(join(env.BACKUPS_DIR, COPIED_FILE)).catch(() => undefined);
	const isAhead = (name: string) => isInFuture(backupTime(name) ?? 0, now);
	const times = names.filter((name) => !isAhead(name)).map((name) => backupTime(name) ?? 0);
	return {
		lastAt: Math.max(0, ...times) || undefined,
		copiedAt: copied?.mtimeMs,
		future: names.filter(isAhead).sort(),
	};
}

let upToDateAt = performance.timeOrigin;

/** Stores that the newest backup contains all changes made until `now`, in UTC milliseconds. */
export function rememberUpToDate(now: number): void {
	upToDateAt = now;
}

/**
 * The last time, in UTC milliseconds, at which the newest backup is known to have contained all changes: at this
 * process's last backup or last check without changes. Before either, the time when this process started.
 */
export function lastUpToDateAt(): number {
	return upToDateAt;
}
