import { spawn } from "node:child_process";
import { constants, setPriority } from "node:os";
import { z } from "zod";
import { lastBackupAt } from "~/lib/database/last-backup.server";
import { env } from "~/lib/env.server";
import { logEvent } from "~/lib/log.server";
import { isBackupDue } from "./nightly";

/** Of what the command tells: the database's bytes and how many images. */
const answerSchema = z.object({ bytes: z.number(), images: z.number() });

const PROGRAM = "build/scripts/backup.js";

/**
 * Makes the night's backup when it is due, by the operator's own command in a process of its own: the checks of a large
 * database would stop the server for seconds. Called every hour.
 */
export async function backUpNightly(now = Date.now()): Promise<void> {
	if (env.NODE_ENV === "development" || !isBackupDue(lastBackupAt(), now, env.TZ_APP)) return;
	const begun = performance.now();
	const { code, answer, complaint } = await runBackup();
	const ms = Math.round(performance.now() - begun);
	if (code === 0) logEvent("backup_done", { ms, ...answerSchema.parse(JSON.parse(answer)) });
	// In words for the operator: they name files of ours, never a person.
	else logEvent("backup_failed", { level: "error", ms, reason: complaint.trim().split("\n").at(-1) });
}

function runBackup(): Promise<{ code: number | null; answer: string; complaint: string }> {
	return new Promise((resolve) => {
		const child = spawn(process.execPath, [PROGRAM, "--json"], { stdio: ["ignore", "pipe", "pipe"] });
		if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
		let [answer, complaint] = ["", ""];
		child.stdout.on("data", (chunk) => {
			answer += chunk;
		});
		child.stderr.on("data", (chunk) => {
			complaint += chunk;
		});
		child.once("error", (error) => resolve({ code: null, answer, complaint: error.message }));
		child.once("close", (code) => resolve({ code, answer, complaint }));
	});
}
