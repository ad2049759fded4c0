import { Semaphore } from "~/lib/semaphore.server";

/**
 * Two hashes run at once: each takes 19 MiB and about 18 ms of one core, and more would slow down each other and the
 * pages. Up to 20 hashes wait in the queue, for about 200 ms.
 */
export const passwordQueue = new Semaphore({ permits: 2, maxWaiting: 20 });

/** Who requests a hash. Permits are shared evenly among client addresses, then among the accounts of one address. */
export interface Applicant {
	/** The e-mail address that was typed, or that of the account. */
	account: string;
	clientAddress: string;
}

/**
 * Runs `work` in the password queue.
 * @throws QueueFullError without running `work`; the route responds 503 with Retry-After
 */
export function runQueued<Result>(work: () => Promise<Result>, applicant?: Applicant): Promise<Result> {
	const { clientAddress = "", account = "" } = applicant ?? {};
	return passwordQueue.run(work, { fairKeys: [clientAddress, account.toLowerCase()] });
}
