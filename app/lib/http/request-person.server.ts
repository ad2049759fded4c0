import { createHash } from "node:crypto";
import { REQUEST_ID_HEADER } from "./request-id";

/** The requests that are under way, with the mark of who is signed in as soon as a route has found out. */
const people = new Map<string, string | undefined>();

/** From now until `personOf` a route may say whose request this is. */
export function expectPerson(requestId: string): void {
	people.set(requestId, undefined);
}

/** Remembers who is signed in, for the request's line in the log. Where no gate has announced the request, nothing. */
export function notePerson(request: Request, userId: string): void {
	const requestId = request.headers.get(REQUEST_ID_HEADER);
	if (requestId && people.has(requestId)) people.set(requestId, markOf(userId));
}

/** The mark of the person whose request this was, if anybody was signed in. Called once, when it is over. */
export function personOf(requestId: string): string | undefined {
	const mark = people.get(requestId);
	people.delete(requestId);
	return mark;
}

/** Tells one person's lines from another's without naming anybody: an id is random, so that nobody finds it by trying. */
function markOf(userId: string): string {
	return createHash("sha256").update(userId).digest("base64url").slice(0, 12);
}
