/** A run takes 19 MiB and about 18 ms of one core: more at once would only slow each other and the pages down. */
const MAX_RUNNING = 2;
/** About 200 ms of waiting; beyond, an honest "busy" is kinder than a queue that only grows. */
const MAX_WAITING = 20;

/** What the queue does and has done since the program started. `runs` counts started runs. */
export const passwordWork = { runs: 0, running: 0, waiting: 0 };

/** Too many passwords are being worked on; the route answers 503 with Retry-After. */
export class BusyError extends Error {
	override name = "BusyError";
}

const resumeNext: (() => void)[] = [];

/**
 * Runs `work` when one of the two places is free, first come, first served.
 * @throws BusyError at once, without running it, while 20 others are waiting
 */
export async function runQueued<Result>(work: () => Promise<Result>): Promise<Result> {
	if (passwordWork.running < MAX_RUNNING) passwordWork.running += 1;
	else await waitForPlace();
	passwordWork.runs += 1;
	try {
		return await work();
	} finally {
		// A freed place is handed on, not given up: nobody who comes in between can take it first.
		const resume = resumeNext.shift();
		if (resume) {
			passwordWork.waiting -= 1;
			resume();
		} else passwordWork.running -= 1;
	}
}

async function waitForPlace(): Promise<void> {
	if (passwordWork.waiting >= MAX_WAITING) throw new BusyError();
	passwordWork.waiting += 1;
	await new Promise<void>((resolve) => resumeNext.push(resolve));
}
