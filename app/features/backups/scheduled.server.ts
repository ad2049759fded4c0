import { spawn } from "node:child_process";
import { constants, setPriority } from "node:os";
import { z } from "zod";
import { lastBackupAt } from "~/lib/database/last-backup.server";
import { env } from "~/lib/env.server";
import { logEvent } from "~/lib/log.server";
import { isBackupDue } from "./nightly";

/** JSON output of the backup command: size of the database in bytes, and number of images. */
const outputSchema = z.object({ bytes: z.number(), images: z.number() });

const PROGRAM = "build/scripts/backup.js";

/**
 * Makes the nightly backup if a backup is due; called every hour. The backup command runs in a child process, because
 * checking a large database would block the server for seconds.
 */
export async function backUpNightly(now = Date.now()): Promise<void> {
	if (env.NODE_ENV === "development" || !isBackupDue(lastBackupAt(), now, env.TZ_APP)) return;
	const startedAt = performance.now();
	const { code, output, errors } = await runBackup();
	const ms = Math.round(performance.now() - startedAt);
	if (code === 0) logEvent("backup_done", { ms, ...outputSchema.parse(JSON.parse(output)) });
	// The last error line of the backup command is written for the operator: the line contains file names, but never
	// the name of a user.
	else logEvent("backup_failed", { level: "error", ms, reason: errors.trim().split("\n").at(-1) });
}

function runBackup(): Promise<{ code: number | null; output: string; errors: string }> {
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
		child.once("error", (error) => resolve({ code: null, output, errors: error.message }));
		child.once("close", (code) => resolve({ code, output, errors }));
	});
}
