/**
 * Reasons why a user who returns from Google is not signed in.
 * - stranger: this browser started no matching sign-in in the last ten minutes
 * - declined: the user cancelled at Google
 * - failed: Google did not respond, or responded unexpectedly
 * - unverified: Google has not verified the e-mail address
 * - unusable-address: the server cannot send mail to the e-mail address
 * - other-identity: the Relevo account with this e-mail address is linked to another Google account
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
