import { spawn } from "node:child_process";
import { stat } from "node:fs/promises";
import { constants, setPriority } from "node:os";
import { join } from "node:path";
import * as z from "zod";
import { readBackupTimes, rememberUpToDate } from "~/lib/database/backup-times.server";
import { contentVersion } from "~/lib/database/db.server";
import { LockedError, takeServerLock } from "~/lib/database/server-lock.server";
import { AFTER_START_MS, repeat } from "~/lib/database/sweeps.server";
import { env } from "~/lib/env.server";
import { logEvent, logFailure } from "~/lib/log.server";
import { MINUTE_MS } from "~/lib/units/durations";
import { removeOldBackups, removeUnusedImages } from "./remove-old.server";

/** JSON output of the backup command: size of the database in bytes, and number of images. */
const outputSchema = z.object({ bytes: z.number(), images: z.number() });

const PROGRAM = "build/scripts/backup.js";
/**
 * Maximum random time that is added to the delay of the first backup, so that the servers of a machine do not make
 * their backups at once: they all start with the machine, and each backup needs as much memory as a server.
 */
const MAX_SPREAD_MS = MINUTE_MS;
/** Time limit of a backup, which is then killed: it probably waits for a broken disk. */
const MAX_BACKUP_MS = 10 * MINUTE_MS;

/**
 * Makes a backup every BACKUP_EVERY minutes if one is needed. Has its own timer, so that slow backups delay no other
 * periodic job.
 */
export function startBackups(): void {
	if (env.NODE_ENV === "development" || env.BACKUP_EVERY === 0) return;
	const everyMs = env.BACKUP_EVERY * MINUTE_MS;
	const look = () => backUpIfChanged().catch((error: unknown) => logFailure("backup_failed", error));
	repeat(look, everyMs, AFTER_START_MS + Math.random() * Math.min(MAX_SPREAD_MS, everyMs));
}

/**
 * Makes a backup if the database has changed since the last one, in a child process, so that the server is not
 * blocked. Without a change, only removes old backups.
 * @param maxMs time limit of the backup command
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
	// Logs only the last line of the errors: a message for the operator, without any user's name.
	const reason = errors.trim().split("\n").at(-1);
	// A backup that was made although something is missing or damaged prints both.
	if (code === null || output === "") return logEvent("backup_failed", { level: "error", ms, reason });
	rememberUpToDate(now, code !== 0);
	backedUp = { content, from: now };
	logEvent("backup_done", {
		ms,
		...outputSchema.parse(JSON.parse(output)),
		...(code === 0 ? {} : { level: "error", reason }),
	});
}

/** `contentVersion` of the database when this process made its last backup, and when it began to. */
let backedUp: { content: string; from: number } | undefined;

/**
 * Whether the database has changed since the last backup, or this is not the one that this process made: somebody has
 * removed that, or changed its disk. Before the first backup of this process, the modification times of the database files
 * decide.
 */
async function hasChanged(content: string, lastAt: number): Promise<boolean> {
	if (!backedUp) return (await filesChangedAt()) >= lastAt;
	// The names of backups have no milliseconds.
	return backedUp.content !== content || lastAt + 1000 <= backedUp.from;
}

/** Removes old backups although no new backup is made, so that deleted user data do not stay in backups too long. */
async function removeOld(now: number): Promise<void> {
	let releaseLock: () => void;
	try {
		releaseLock = takeServerLock(join(env.BACKUPS_DIR, "backup"), 0);
	} catch (error) {
		// Another process is making a backup, which also removes old backups.
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
		const child = spawn(process.execPath, [PROGRAM, "--json", "--quick"], {
			stdio: ["ignore", "pipe", "pipe"],
		});
		if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
		let [output, errors] = ["", ""];
		child.stdout.on("data", (chunk) => {
			output += chunk;
		});
		child.stderr.on("data", (chunk) => {
			errors += chunk;
		});
		// Does not wait until the killed process ends, because the process may still wait for a disk.
		const limit = setTimeout(() => {
			child.kill("SIGKILL");
			child.unref();
			resolve({ code: null, output, errors: `la copia no terminó en ${Math.round(maxMs / 1000)} s` });
		}, maxMs);
		child.once("error", (error) => resolve({ code: null, output, errors: error.message }));
		child.once("close", (code, signal) => {
			clearTimeout(limit);
			// A killed process writes no error message.
			if (signal) errors = `la copia terminó con ${signal}: ¿falta memoria?`;
			resolve({ code, output, errors });
		});
	});
}
