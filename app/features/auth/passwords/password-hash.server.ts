import { hash, verify } from "@node-rs/argon2";
import { composed } from "~/features/auth/account-schemas";
import { findRequestContext } from "~/lib/http/request-context.server";
import { QueueFullError, Semaphore } from "~/lib/semaphore.server";

/** Argon2id parameters: the minimum that OWASP recommends. `memoryCost` is in KiB. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Queue of password hashes. A hash takes 19 MiB and about 18 ms of one core: two hashes run at once, and up to 20
 * wait, for at most about 200 ms.
 */
export const passwordQueue = new Semaphore({ permits: 2, maxWaiting: 20 });

/**
 * Runs `work`, which hashes a password, when the password queue allows. The queue is shared evenly among client addresses,
 * then among their accounts.
 * @param account e-mail address; the account need not exist
 * @throws QueueFullError when the queue is full
 */
export function runQueued<Result>(work: () => Promise<Result>, account = ""): Promise<Result> {
	const { clientAddress = "" } = findRequestContext() ?? {};
	return passwordQueue.run(work, { fairKeys: [clientAddress, account.toLowerCase()] });
}

/**
 * Hash that is verified for an account without a password, so that each check takes the same time. No known password
 * matches this hash.
 */
export const DUMMY_HASH = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$${"A".repeat(22)}$${"A".repeat(43)}`;

/**
 * Hashes a password with Argon2id.
 * @returns a PHC string (standard text format of password hashes)
 * @throws QueueFullError when too many hashes are waiting
 */
export function hashPassword(password: string, account?: string): Promise<string> {
	return runQueued(() => hash(composed(password), COST), account);
}

/**
 * Checks whether `password` matches `hash`. Without a hash the result is false after the same time, so that timing
 * does not reveal whether the account exists.
 * @throws QueueFullError when too many hashes are waiting
 */
export function verifyPassword(hash: string | null, password: string, account?: string) {
	return runQueued(async () => {
		try {
			return (await verify(hash ?? DUMMY_HASH, composed(password))) && hash !== null;
		} catch {
			return false;
		}
	}, account);
}

/** Waits for `work`, and returns its result; undefined when the password queue is full. */
export async function unlessBusy<Result>(work: Promise<Result>): Promise<Result | undefined> {
	try {
		return await work;
	} catch (error) {
		if (error instanceof QueueFullError) return undefined;
		throw error;
	}
}
