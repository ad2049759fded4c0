import { hash, verify } from "@node-rs/argon2";
import { composed, newPasswordProblem } from "~/features/auth/password-rules";
import { commonProblem } from "./common-passwords.server";
import { type Applicant, BusyError, runQueued } from "./password-queue.server";

/** OWASP's first choice for Argon2id (the package's default algorithm); `memoryCost` in KiB. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** What is verified where there is no hash: of the same cost, and of no known password (salt and output are zeros). */
export const NOBODYS_HASH = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$${"A".repeat(22)}$${"A".repeat(43)}`;

/**
 * The Argon2id hash of a password, as a PHC string with a random salt.
 * @throws BusyError when too many are being worked on
 */
export function hashPassword(password: string, applicant?: Applicant): Promise<string> {
	return runQueued(() => hash(composed(password), COST), applicant);
}

/**
 * Whether `password` is the one behind a hash, of whatever cost that was made with. Without a hash (unknown person,
 * account of Google) it works as long as with one and says no, so that the time of an answer tells nothing.
 * A damaged hash fits no password.
 * @throws BusyError when too many are being worked on
 */
export function verifyPassword(
	hash: string | null,
	password: string,
	applicant?: Applicant,
): Promise<boolean> {
	return runQueued(async () => {
		try {
			return (await verify(hash ?? NOBODYS_HASH, composed(password))) && hash !== null;
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
		if (error instanceof BusyError) return undefined;
		throw error;
	}
}

/** What is wrong with a new password, in Spanish, or undefined: also that it is one of the most common. */
export function passwordProblem(
	password: string,
	person: { username?: string; email?: string },
): string | undefined {
	return newPasswordProblem(password, {}) ?? commonProblem(password) ?? newPasswordProblem(password, person);
}
