const MAX_CHARACTERS = 254;
const MAX_LOCAL_CHARACTERS = 64;
const LOCAL = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * Returns a single e-mail address, trimmed and in lower case; undefined for any other text. Refuses quoted forms,
 * comments, domains without a dot, and letters beyond ASCII, which can look like ASCII letters.
 */
export function parseEmail(text: string): string | undefined {
	if (text.length > MAX_CHARACTERS) return undefined;
	// An address copied from a chat or a list of contacts has invisible characters at its ends.
	const given = text.replace(/^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu, "");
	// The ASCII check comes before lower-casing, which turns the Kelvin sign (U+212A) into a plain k.
	if (!isAscii(given)) return undefined;
	const address = given.toLowerCase();
	const [local = "", domain = "", ...more] = address.split("@");
	if (more.length > 0 || local.length > MAX_LOCAL_CHARACTERS || !LOCAL.test(local)) return undefined;
	return isDomain(domain) ? address : undefined;
}

function isDomain(text: string): boolean {
	const labels = text.split(".");
	// Refuses a domain whose last label begins with a digit, because it may be an IP address.
	return labels.length > 1 && labels.every((label) => LABEL.test(label)) && /^[a-z]/.test(labels.pop() ?? "");
}

function isAscii(text: string): boolean {
	return Array.from(text).every((character) => character > " " && character < "\x7f");
}
