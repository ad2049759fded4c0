import { Semaphore } from "~/lib/semaphore.server";

/**
 * Two hashes run at once: each takes 19 MiB and about 18 ms of one core, and more would slow each other and the pages
 * down. 20 wait, for about 200 ms.
 */
export const passwordQueue = new Semaphore({ permits: 2, maxWaiting: 20 });

/** Whose password is hashed. Permits are shared evenly among client addresses, then among the accounts of one address. */
export interface Applicant {
	/** The e-mail that was typed, or the account's. */
	account: string;
	clientAddress: string;
}

/**
 * Runs `work` in the password queue.
 * @throws QueueFullError without running it; the route responds 503 with Retry-After
 */
export function runQueued<Result>(work: () => Promise<Result>, applicant?: Applicant): Promise<Result> {
	const { clientAddress = "", account = "" } = applicant ?? {};
	return passwordQueue.run(work, { fairKeys: [clientAddress, account.toLowerCase()] });
}
