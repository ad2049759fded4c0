import { hash, verify } from "@node-rs/argon2";
import { composed, newPasswordProblem } from "~/features/auth/password-rules";
import { QueueFullError } from "~/lib/semaphore.server";
import { commonPasswordProblem } from "./common-passwords.server";
import { type Applicant, runQueued } from "./password-queue.server";

/** OWASP's first choice for Argon2id, the package's default algorithm. `memoryCost` is in KiB. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/**
 * Verified in place of a missing hash, so that the check takes the same time. Salt and output are zeros, which no known
 * password produces.
 */
export const DUMMY_HASH = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$${"A".repeat(22)}$${"A".repeat(43)}`;

/**
 * The Argon2id hash of a password, as a PHC string with a random salt.
 * @throws QueueFullError when the password queue is full
 */
export function hashPassword(password: string, applicant?: Applicant): Promise<string> {
	return runQueued(() => hash(composed(password), COST), applicant);
}

/**
 * Whether `password` matches a hash, also one made with other cost parameters. Without a hash (unknown address, Google
 * account) the result is false after the same time, so that timing reveals nothing. A damaged hash matches no password.
 * @throws QueueFullError when the password queue is full
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

/** The result of `work`, or undefined when the password queue is full. */
export async function unlessBusy<Result>(work: Promise<Result>): Promise<Result | undefined> {
	try {
		return await work;
	} catch (error) {
		if (error instanceof QueueFullError) return undefined;
		throw error;
	}
}

/** The problem of a new password, in Spanish, or undefined. Checks all rules, including those of the server. */
export function passwordProblem(
	password: string,
	user: { username?: string; email?: string },
): string | undefined {
	return (
		newPasswordProblem(password, {}) ?? commonPasswordProblem(password) ?? newPasswordProblem(password, user)
	);
}
