import { requestContext } from "~/lib/http/request-context.server";

/**
 * Number of the newest sending of each form, with the form that was sent last at the end. A restart forgets them, and ends
 * the connections in which late sendings wait.
 */
const newest = new Map<string, number>();

const MAX_FORMS = 10_000;

/**
 * Notes that a form has arrived. A sending whose answer never came may arrive after the one that corrects it.
 * @param sending the posted field, as `numberSending` writes it
 * @returns whether a later sending of the same form has arrived before
 */
export function isLateSending(sending = ""): boolean {
	const [, form, number] = /^(\d{1,16})\.(\d{1,4})$/.exec(sending) ?? [];
	if (!form) return false;
	const key = `${requestContext().person} ${form}`;
	if (Number(number) < (newest.get(key) ?? 0)) return true;
	newest.delete(key);
	newest.set(key, Number(number));
	if (newest.size > MAX_FORMS) newest.delete(newest.keys().next().value ?? "");
	return false;
}
