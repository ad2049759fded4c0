import { logFailure } from "~/lib/log.server";
import { sqlite } from "./db.server";

const HOUR_MS = 3_600_000;
/** Delay of the first sweep, so that it does not slow down the first requests. */
const AFTER_START_MS = 5_000;
/**
 * Delay of the second sweep. It erases what was deleted shortly before the start: the first sweep leaves that, because
 * the user can restore it for a minute.
 */
const AFTER_FIRST_MS = 61_000;

// A global variable, because the development server reloads this module and would start a second timer.
const remembered = globalThis as typeof globalThis & { relevoSweeps?: NodeJS.Timeout };

/**
 * Runs the sweeps (jobs such as the removal of expired data) soon after the start, again a minute later, and then every
 * hour. A failed sweep is logged and runs again with the next ones.
 */
export function startSweeps(sweeps: Readonly<Record<string, () => Promise<unknown>>>): void {
	const firstDelays = [AFTER_START_MS, AFTER_FIRST_MS];
	const sweepAll = async () => {
		for (const [sweep, run] of Object.entries(sweeps)) {
			// When the server stops, it closes the database; no further sweep runs.
			if (!sqlite.open) return;
			await run().catch((error: unknown) => logFailure("sweep_failed", error, { sweep }));
		}
		scheduleNext();
	};
	const scheduleNext = () => {
		clearTimeout(remembered.relevoSweeps);
		remembered.relevoSweeps = setTimeout(sweepAll, firstDelays.shift() ?? HOUR_MS).unref();
	};
	scheduleNext();
}
