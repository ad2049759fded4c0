import type { IncomingHttpHeaders } from "node:http";

const PERSON = /^[\w-]{12}$/;
/** Ten years: no phone keeps a form for longer. */
const MAX_AGE = /^\d{1,12}$/;

/** What the service worker (app/worker) says in a request's headers. */
export function workerFacts(headers: IncomingHttpHeaders) {
	const { "relevo-person": person, "relevo-age": age, "relevo-copy": copy } = headers;
	if (typeof person !== "string" || !PERSON.test(person)) return copy === undefined ? {} : { isCopy: true };
	const ageMs = typeof age === "string" && MAX_AGE.test(age) ? Number(age) : 0;
	// The age instead of a time, because a phone's clock may be wrong.
	return { resend: { person, firstSentAt: Date.now() - ageMs } };
}
