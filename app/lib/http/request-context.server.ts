import { AsyncLocalStorage } from "node:async_hooks";
import { hash } from "node:crypto";

/** Facts about a request. app/gate creates the object; the optional fields are set while a route handles the request. */
export interface RequestContext {
	/** Id of the request, shown on error pages and logged, so that the operator finds the log line. */
	readonly id: string;
	/** Address that rate limits count: IPv4, or the /64 network of an IPv6 address. */
	readonly clientAddress: string;
	/** Path and query without Remix's `_data`. The object is shared: copy `searchParams` before changing them. */
	readonly url: Readonly<Pick<URL, "pathname" | "search" | "searchParams">>;
	/** Path, decoded, in lower case, without a slash at its end. */
	readonly routePath: string;
	/** Whether Remix's client requests the data of one route. */
	readonly isData: boolean;
	/** Hash of the user's id, for the log and for the service worker, which cannot read cookies. */
	person?: string;
	/** For a form that the service worker sends from its outbox: who typed it, and when it was first sent. */
	readonly resend?: { readonly person: string; readonly firstSentAt: number };
	/** Whether the service worker asks for itself: for a copy to keep, or to sign out. */
	readonly isCopy?: boolean;
	/** Whether the request failed because the disk is full; the response then has status 507. */
	hasFilledDisk?: boolean;
	/** Answers a form that could not be saved; `parseForm` and `saveRecordForm` set it to show the form again with the error. */
	giveFormBack?: (error: string, status: number) => Response | Promise<Response>;
	/** What the form is then shown without, as the end of a sentence: ", menos las contraseñas". */
	leftOut?: string;
}

declare global {
	var relevoRequests: AsyncLocalStorage<RequestContext> | undefined;
}

// The store is global, because the development server reloads this module while app/gate keeps the first version.
globalThis.relevoRequests ??= new AsyncLocalStorage();
const store = globalThis.relevoRequests;

/** Runs `work`, with all asynchronous work that it starts, in a request's context. */
export function runInContext<Result>(context: RequestContext, work: () => Result): Result {
	return store.run(context, work);
}

/** Runs `work`, a background job that a request starts, outside the request's context. */
export function runOutsideRequest<Result>(work: () => Result): Result {
	return store.exit(work);
}

/**
 * The context of the current request.
 * @throws Error outside a request
 */
export function requestContext(): RequestContext {
	const context = store.getStore();
	if (!context) throw new Error("There is no request here");
	return context;
}

/** The context of the current request; undefined in a background job or a script. */
export function findRequestContext(): RequestContext | undefined {
	return store.getStore();
}

/** Adds a hash of the random user id to the request's log line, which distinguishes users without naming them. */
export function notePerson(userId: string): void {
	const context = findRequestContext();
	if (context) context.person = personOf(userId);
}

/** Short hash of a user's id. */
export function personOf(userId: string): string {
	return hash("sha256", userId, "base64url").slice(0, 12);
}
