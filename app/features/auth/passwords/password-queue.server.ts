import { Semaphore } from "~/lib/semaphore.server";

/**
 * Queue of password hashes. A hash takes 19 MiB and about 18 ms of one core: two hashes run at once, and up to 20
 * wait, for at most about 200 ms.
 */
export const passwordQueue = new Semaphore({ permits: 2, maxWaiting: 20 });

/** User who requests a password hash. The queue is shared evenly among client addresses, then among their accounts. */
export interface Applicant {
	/** E-mail address; the account need not exist. */
	account: string;
	clientAddress: string;
}

/**
 * Runs `work`, which hashes a password, when the password queue allows.
 * @throws QueueFullError when the queue is full
 */
export function runQueued<Result>(work: () => Promise<Result>, applicant?: Applicant): Promise<Result> {
	const { clientAddress = "", account = "" } = applicant ?? {};
	return passwordQueue.run(work, { fairKeys: [clientAddress, account.toLowerCase()] });
}
