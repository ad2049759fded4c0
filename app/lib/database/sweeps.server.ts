import { logFailure } from "~/lib/log.server";
import { HOUR_MS, MINUTE_MS } from "~/lib/units/durations";
import { isDatabaseLost } from "./lost-file.server";

/** Delay of the first run, so that it does not slow down the first requests. */
export const AFTER_START_MS = 5_000;

type Sweeps = Readonly<Record<string, () => Promise<unknown>>>;

/**
 * Runs sweeps (jobs such as the removal of expired data) soon after the start, and then again and again. A failed sweep
 * is logged and runs again next time.
 * @param hourly sweeps that run every hour
 * @param eachMinute sweeps that erase deleted data, which users can restore for a minute
 */
export function startSweeps(hourly: Sweeps, eachMinute: Sweeps): void {
	const sweepAll = async (sweeps: Sweeps) => {
		for (const [sweep, run] of Object.entries(sweeps))
			await run().catch((error: unknown) => logFailure("sweep_failed", error, { sweep }));
	};
	repeat(() => sweepAll(hourly), HOUR_MS);
	repeat(() => sweepAll(eachMinute), MINUTE_MS);
}

/**
 * Runs a job, which must not reject, again and again, until the database is lost: a backup of what then lies there would
 * push good backups out.
 * @param everyMs time from the start of one run to the next, which waits for a longer run
 */
export function repeat(run: () => Promise<void>, everyMs: number, firstMs = AFTER_START_MS): void {
	const schedule = (ms: number) => setTimeout(runNow, ms).unref();
	const runNow = async () => {
		// Not the clock of the machine, which may be set back while the job runs.
		const startedAt = performance.now();
		if (isDatabaseLost()) return;
		await run();
		schedule(Math.max(0, startedAt + everyMs - performance.now()));
	};
	schedule(firstMs);
}
