/**
 * Why a Google callback did not sign in the user.
 * - stranger: this browser began no sign-in in the last ten minutes
 * - declined: the user cancelled at Google
 * - failed: Google did not respond, or not as documented
 * - unverified: Google has not verified the address
 * - unusable-address: we cannot send mail to the address
 * - other-identity: the account with this address is linked to another Google account
 */
export type GoogleErrorReason =
	| "stranger"
	| "declined"
	| "failed"
	| "unverified"
	| "unusable-address"
	| "other-identity";

export class GoogleError extends Error {
	override readonly name = "GoogleError";

	constructor(
		readonly reason: GoogleErrorReason,
		cause?: unknown,
	) {
		super(reason, { cause });
	}
}
