import { logFailure } from "~/lib/log.server";
import { sqlite } from "./db.server";

const HOUR_MS = 3_600_000;
/** Delay of the first sweep after the start of the server, so that the first requests are not slowed down. */
const AFTER_START_MS = 5_000;

// The global variable prevents a second timer when the development server loads this module again after a change.
const remembered = globalThis as typeof globalThis & { relevoSweeps?: NodeJS.Timeout };

/**
 * Runs the given sweeps, which remove expired data, soon after the start and then every hour. A failed sweep is
 * logged and runs again the next hour.
 */
export function startSweeps(sweeps: Readonly<Record<string, () => Promise<unknown>>>): void {
	const sweepAll = async () => {
		for (const [sweep, run] of Object.entries(sweeps)) {
			// The server is stopping and has closed the database, so no further sweep runs.
			if (!sqlite.open) return;
			await run().catch((error: unknown) => logFailure("sweep_failed", error, { sweep }));
		}
		schedule(HOUR_MS);
	};
	const schedule = (ms: number) => {
		clearTimeout(remembered.relevoSweeps);
		remembered.relevoSweeps = setTimeout(sweepAll, ms).unref();
	};
	schedule(AFTER_START_MS);
}
