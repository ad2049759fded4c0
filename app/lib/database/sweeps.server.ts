import { logFailure } from "~/lib/log.server";
import { HOUR_MS, MINUTE_MS } from "~/lib/units/durations";
import { sqlite } from "./db.server";
import { isDatabaseLost } from "./lost-file.server";

/** Delay of the first sweep, so that it does not slow down the first requests. */
const AFTER_START_MS = 5_000;

// Global variables, because the development server reloads this module and would start second timers.
const remembered = globalThis as typeof globalThis & { relevoSweeps?: Record<string, NodeJS.Timeout> };

type Sweeps = Readonly<Record<string, () => Promise<unknown>>>;

/**
 * Runs sweeps (jobs such as the removal of expired data) soon after the start, and then again and again. A failed sweep
 * is logged and runs again next time.
 * @param hourly sweeps that run every hour
 * @param eachMinute sweeps that erase deleted data, which users can restore for a minute
 */
export function startSweeps(hourly: Sweeps, eachMinute: Sweeps): void {
	repeat("hourly", hourly, HOUR_MS);
	repeat("eachMinute", eachMinute, MINUTE_MS);
}

function repeat(name: string, sweeps: Sweeps, everyMs: number): void {
	remembered.relevoSweeps ??= {};
	const timers = remembered.relevoSweeps;
	const schedule = (delayMs: number) => {
		clearTimeout(timers[name]);
		timers[name] = setTimeout(sweepAll, delayMs).unref();
	};
	const sweepAll = async () => {
		for (const [sweep, run] of Object.entries(sweeps)) {
			// When the server stops, it closes the database; no further sweep runs. Nor without the database's file.
			if (!sqlite.open || isDatabaseLost()) return;
			await run().catch((error: unknown) => logFailure("sweep_failed", error, { sweep }));
		}
		schedule(everyMs);
	};
	schedule(AFTER_START_MS);
}
