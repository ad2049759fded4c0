import { spawn } from "node:child_process";
import { stat } from "node:fs/promises";
import { constants, setPriority } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { readBackupTimes, rememberUpToDate } from "~/lib/database/backup-times.server";
import { contentVersion, sqlite } from "~/lib/database/db.server";
import { LockedError, takeServerLock } from "~/lib/database/server-lock.server";
import { env } from "~/lib/env.server";
import { logEvent, logFailure } from "~/lib/log.server";
import { removeOldBackups, removeUnusedImages } from "./remove-old.server";

/** JSON output of the backup command: size of the database in bytes, and number of images. */
const outputSchema = z.object({ bytes: z.number(), images: z.number() });

const PROGRAM = "build/scripts/backup.js";
/** Delay of the first check after the server start, so that the check does not slow down the first requests. */
const AFTER_START_MS = 5_000;
/**
 * Maximum random addition to the delay of the first check. All servers of a machine start at the same time after a
 * restart of the machine, and each backup needs as much memory as a server.
 */
const MAX_SPREAD_MS = 60_000;
/** Time limit of a backup. A backup that takes longer hangs, for example on a broken disk. */
const MAX_BACKUP_MS = 10 * 60_000;

// The global variable prevents a second timer when the development server loads this module again after a change.
const remembered = globalThis as typeof globalThis & { relevoBackups?: NodeJS.Timeout };

/**
 * Checks every BACKUP_EVERY minutes whether a backup is needed, and makes one. Backups have their own timer, so
 * that a slow backup does not delay other periodic jobs.
 */
export function startBackups(): void {
	if (env.NODE_ENV === "development" || env.BACKUP_EVERY === 0) return;
	const schedule = (ms: number) => {
		clearTimeout(remembered.relevoBackups);
		remembered.relevoBackups = setTimeout(look, ms).unref();
	};
	const look = async () => {
		const startedAt = Date.now();
		// The server is stopping and has closed the database.
		if (!sqlite.open) return;
		await backUpIfChanged().catch((error: unknown) => logFailure("backup_failed", error));
		schedule(Math.max(0, startedAt + env.BACKUP_EVERY * 60_000 - Date.now()));
	};
	schedule(AFTER_START_MS + Math.random() * Math.min(MAX_SPREAD_MS, env.BACKUP_EVERY * 60_000));
}

/**
 * Makes a backup if the database has changed since the last one. The backup command runs in a child process, because
 * checking a large database would block the server for seconds.
 * @param maxMs time limit of the backup command, in ms
 */
export async function backUpIfChanged(maxMs = MAX_BACKUP_MS): Promise<void> {
	const now = Date.now();
	const times = await readBackupTimes();
	if (times === undefined) {
		return logEvent("backup_failed", { level: "error", reason: "BACKUPS_DIR no responde" });
	}
	const content = contentVersion();
	if (times.lastAt !== undefined && !(await hasChanged(content, times.lastAt))) {
		rememberUpToDate(now);
		return removeOld(now);
	}
	const { code, output, errors } = await runBackup(maxMs);
	const ms = Date.now() - now;
	if (code === 0) {
		rememberUpToDate(now);
		backedUp = content;
		return logEvent("backup_done", { ms, ...outputSchema.parse(JSON.parse(output)) });
	}
	// The last error line of the backup command is written for the operator: the line contains file names, but never
	// the name of a user.
	logEvent("backup_failed", { level: "error", ms, reason: errors.trim().split("\n").at(-1) });
}

/** `contentVersion` of the database at the last backup of this process; undefined before the first backup. */
let backedUp: string | undefined;

/**
 * Whether the database has changed since the last backup. Before the first backup of this process, compares the
 * modification times of the database files instead. These may be newer without a change, which costs one unneeded
 * backup after a start.
 */
async function hasChanged(content: string, lastAt: number): Promise<boolean> {
	return backedUp === undefined ? (await filesChangedAt()) >= lastAt : backedUp !== content;
}

/** Removes old backups when no new backup is made, so that deleted user data do not stay in backups too long. */
async function removeOld(now: number): Promise<void> {
	let releaseLock: () => void;
	try {
		releaseLock = takeServerLock(join(env.BACKUPS_DIR, "backup"), 0);
	} catch (error) {
		// The operator is making a backup, which also removes old ones.
		if (error instanceof LockedError) return;
		throw error;
	}
	try {
		if (await removeOldBackups(env.BACKUPS_DIR, now)) await removeUnusedImages(env.BACKUPS_DIR);
	} finally {
		releaseLock();
	}
}

/** Time of the last write to the database files, in UTC milliseconds. */
async function filesChangedAt(): Promise<number> {
	const files = [env.DATABASE_PATH, `${env.DATABASE_PATH}-wal`];
	const times = await Promise.all(files.map((file) => stat(file).catch(() => undefined)));
	return Math.max(...times.map((found) => found?.mtimeMs ?? 0));
}

function runBackup(maxMs: number): Promise<{ code: number | null; output: string; errors: string }> {
	return new Promise((resolve) => {
		const child = spawn(process.execPath, [PROGRAM, "--json"], { stdio: ["ignore", "pipe", "pipe"] });
		if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
		let [output, errors] = ["", ""];
		child.stdout.on("data", (chunk) => {
			output += chunk;
		});
		child.stderr.on("data", (chunk) => {
			errors += chunk;
		});
		// The process may stay alive after SIGKILL while it waits for a disk, so the function does not wait for its
		// end.
		const limit = setTimeout(() => {
			child.kill("SIGKILL");
			child.unref();
			resolve({ code: null, output, errors: `la copia no terminó en ${Math.round(maxMs / 1000)} s` });
		}, maxMs);
		child.once("error", (error) => resolve({ code: null, output, errors: error.message }));
		child.once("close", (code, signal) => {
			clearTimeout(limit);
			// A killed process writes no error message, or only a native stack trace.
			if (signal) errors = `la copia terminó con ${signal}: ¿falta memoria?`;
			resolve({ code, output, errors });
		});
	});
}
