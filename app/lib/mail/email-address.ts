const MAX_CHARACTERS = 254;
const MAX_LOCAL_CHARACTERS = 64;
const LOCAL = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * The one ASCII e-mail address that a text is, trimmed and in lower case, or undefined. Quoted forms, comments and
 * letters beyond ASCII (look-alikes of other addresses) are refused, and so is a domain without a dot.
 */
export function parseEmail(text: string): string | undefined {
	const given = text.trim();
	// Before the capitals go: the Kelvin sign, for one, has a plain k as its small letter.
	if (given.length > MAX_CHARACTERS || !isAscii(given)) return undefined;
	const address = given.toLowerCase();
	const [local = "", domain = "", ...more] = address.split("@");
	if (more.length > 0 || local.length > MAX_LOCAL_CHARACTERS || !LOCAL.test(local)) return undefined;
	return isDomain(domain) ? address : undefined;
}

function isDomain(text: string): boolean {
	const labels = text.split(".");
	// A last label of digits makes a number of a machine.
	return labels.length > 1 && labels.every((label) => LABEL.test(label)) && /^[a-z]/.test(labels.pop() ?? "");
}

function isAscii(text: string): boolean {
	return Array.from(text).every((character) => character > " " && character < "\x7f");
}
