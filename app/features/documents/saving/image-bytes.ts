import { MB } from "~/lib/units/bytes";

/** Limits on a user's photos that are known without a database. */
/** Maximum size of the posted form of a document: its texts, and ten photos of the largest size. */
export const MAX_DOCUMENT_FORM_BYTES = 155 * MB;
const MAX_BYTES_PER_USER = 500 * MB;
const MAX_BYTES_PER_UNVERIFIED_USER = 20 * MB;

/** Maximum total size of a user's photo files in bytes. Each photo has a large and a small file. */
export function maxImageBytes(isVerified: boolean): number {
	return isVerified ? MAX_BYTES_PER_USER : MAX_BYTES_PER_UNVERIFIED_USER;
}
