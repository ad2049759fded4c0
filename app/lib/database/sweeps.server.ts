import { logFailure } from "~/lib/log.server";
import { HOUR_MS } from "~/lib/units/durations";
import { sqlite } from "./db.server";
import { isDatabaseLost } from "./lost-file.server";

/** Delay of the first sweep, so that it does not slow down the first requests. */
const AFTER_START_MS = 5_000;
/** Delay, after the first sweep, of the second run of the erasers. */
const AFTER_FIRST_MS = 61_000;

// A global variable, because the development server reloads this module and would start a second timer.
const remembered = globalThis as typeof globalThis & { relevoSweeps?: NodeJS.Timeout };

type Sweeps = Readonly<Record<string, () => Promise<unknown>>>;

/**
 * Runs sweeps (jobs such as the removal of expired data) soon after the start, and then every hour. A failed sweep is
 * logged and runs again an hour later.
 * @param erasers sweeps that erase deleted data which users can restore for a minute. They also run a minute after the
 *   first sweep, which leaves what was deleted just before the start
 */
export function startSweeps(sweeps: Sweeps, erasers: Sweeps): void {
	const all = { ...sweeps, ...erasers };
	const first = [
		{ delayMs: AFTER_START_MS, due: all },
		{ delayMs: AFTER_FIRST_MS, due: erasers },
	];
	const sweepAll = async (due: Sweeps) => {
		for (const [sweep, run] of Object.entries(due)) {
			// When the server stops, it closes the database; no further sweep runs. Nor without the database's file.
			if (!sqlite.open || isDatabaseLost()) return;
			await run().catch((error: unknown) => logFailure("sweep_failed", error, { sweep }));
		}
		scheduleNext();
	};
	const scheduleNext = () => {
		const { delayMs, due } = first.shift() ?? { delayMs: HOUR_MS, due: all };
		clearTimeout(remembered.relevoSweeps);
		remembered.relevoSweeps = setTimeout(() => sweepAll(due), delayMs).unref();
	};
	scheduleNext();
}
