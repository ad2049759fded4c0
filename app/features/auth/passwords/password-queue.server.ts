import { Semaphore } from "~/lib/semaphore.server";

/**
 * Queue of password hashes, each of which takes 19 MiB and about 18 ms of one core. Two hashes run at once, because
 * more hashes would slow down each other and the pages; up to 20 hashes wait, for about 200 ms.
 */
export const passwordQueue = new Semaphore({ permits: 2, maxWaiting: 20 });

/**
 * Identifies the visitor who requests a password hash. The queue is shared evenly among client addresses, then
 * among the accounts of one client address.
 */
export interface Applicant {
	/** E-mail address to which the password belongs. An account with this address need not exist. */
	account: string;
	clientAddress: string;
}

/**
 * Runs `work`, which hashes a password, as soon as the password queue allows.
 * @throws QueueFullError when the queue is full, without running `work`
 */
export function runQueued<Result>(work: () => Promise<Result>, applicant?: Applicant): Promise<Result> {
	const { clientAddress = "", account = "" } = applicant ?? {};
	return passwordQueue.run(work, { fairKeys: [clientAddress, account.toLowerCase()] });
}
