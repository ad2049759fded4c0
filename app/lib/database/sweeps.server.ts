import { logFailure } from "~/lib/log.server";
import { sqlite } from "./db.server";

const HOUR_MS = 3_600_000;
/** The first answers after a start come first. */
const AFTER_START_MS = 5_000;

// The development server loads this module again after each change: there is one timer.
const remembered = globalThis as typeof globalThis & { relevoSweeps?: NodeJS.Timeout };

/** Tidies up by itself: soon after the start, then every hour. A sweep that fails is logged and tried again. */
export function startSweeps(sweeps: Readonly<Record<string, () => Promise<unknown>>>): void {
	const sweepAll = async () => {
		for (const [sweep, run] of Object.entries(sweeps)) {
			// The server is stopping.
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
