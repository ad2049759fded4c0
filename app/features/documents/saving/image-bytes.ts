/** Limits on a user's photos that are known without a database. */
const MEGABYTE = 1_048_576;
const MAX_BYTES_PER_USER = 500 * MEGABYTE;
const MAX_BYTES_PER_UNVERIFIED_USER = 20 * MEGABYTE;

/** Maximum total size of a user's photo files in bytes. Each photo has a large and a small file. */
export function maxImageBytes(isVerified: boolean): number {
	return isVerified ? MAX_BYTES_PER_USER : MAX_BYTES_PER_UNVERIFIED_USER;
}
