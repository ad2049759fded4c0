import { logFailure } from "~/lib/log.server";
import { sqlite } from "./db.server";

const HOUR_MS = 3_600_000;
/** Delay after the start, so that the first requests are not slowed down. */
const AFTER_START_MS = 5_000;

// The development server loads this module again after each change: there is one timer.
const remembered = globalThis as typeof globalThis & { relevoSweeps?: NodeJS.Timeout };

/** Runs the sweeps, by name, soon after the start and then every hour. A sweep that fails is logged and tried again. */
export function startSweeps(sweeps: Readonly<Record<string, () => Promise<unknown>>>): void {
	const sweepAll = async () => {
		for (const [sweep, run] of Object.entries(sweeps)) {
			// Closed: the server is stopping.
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
