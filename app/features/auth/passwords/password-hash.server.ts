import { hash, verify } from "@node-rs/argon2";
import { composed, newPasswordProblem } from "~/features/auth/password-rules";
import { QueueFullError } from "~/lib/semaphore.server";
import { commonPasswordProblem } from "./common-passwords.server";
import { type Applicant, runQueued } from "./password-queue.server";

/** Argon2id parameters: the minimum that OWASP recommends. `memoryCost` is in KiB. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

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
export function hashPassword(password: string, applicant?: Applicant): Promise<string> {
	return runQueued(() => hash(composed(password), COST), applicant);
}

/**
 * Checks whether `password` matches `hash`. Without a hash the result is false after the same time, so that timing
 * does not reveal whether the account exists.
 * @throws QueueFullError when too many hashes are waiting
 */
export function verifyPassword(
	hash: string | null,
	password: string,
	applicant?: Applicant,
): Promise<boolean> {
	return runQueued(async () => {
		try {
			return (await verify(hash ?? DUMMY_HASH, composed(password))) && hash !== null;
		} catch {
			return false;
		}
	}, applicant);
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

/**
 * Checks a new password by all rules, including the rules that only the server checks.
 * @returns the problem in Spanish, or undefined for an acceptable password
 */
export function passwordProblem(
	password: string,
	user: { username?: string; email?: string },
): string | undefined {
	return (
		newPasswordProblem(password, {}) ?? commonPasswordProblem(password) ?? newPasswordProblem(password, user)
	);
}
