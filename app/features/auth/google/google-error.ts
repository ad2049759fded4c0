/**
 * Why a return from Google signs nobody in.
 * - stranger: it does not belong to a sign-in that began in this browser in the last ten minutes
 * - declined: the person pressed "cancel" there
 * - failed: Google did not answer, or not as its documents say
 * - unverified: Google does not vouch for the address
 * - unusable-address: an address that we cannot write to
 * - other-identity: the account with this address belongs to another identity at Google
 */
export type GoogleRefusal =
	| "stranger"
	| "declined"
	| "failed"
	| "unverified"
	| "unusable-address"
	| "other-identity";

export class GoogleError extends Error {
	override readonly name = "GoogleError";

	constructor(
		readonly reason: GoogleRefusal,
		cause?: unknown,
	) {
		super(reason, { cause });
	}
}
