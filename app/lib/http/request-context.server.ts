import { AsyncLocalStorage } from "node:async_hooks";
import { createHash } from "node:crypto";

/** Facts about a request. The request listener in app/gate creates one context per request. */
export interface RequestContext {
	/** Id of the request, written to the log and shown on error pages, so that the operator can find the log line. */
	readonly id: string;
	/**
	 * The client address by which attempts, such as sign-ins, are counted: IPv4, or the /64 network of an IPv6
	 * address.
	 */
	readonly clientAddress: string;
	/**
	 * Path and query of the page, without Remix's `_data` parameter. All readers share this object: copy
	 * `searchParams` before changing them.
	 */
	readonly url: Readonly<Pick<URL, "pathname" | "search" | "searchParams">>;
	/** The normalised path of the request: decoded, in lower case, without a slash at its end. */
	readonly routePath: string;
	/** Whether Remix in the browser made the request, to get the data of one route. */
	readonly isData: boolean;
	/** Hash of the id of the signed-in user, set by `notePerson` and written to the log. */
	person?: string;
	/** Whether the request failed because the disk is full; the response then has status 507. */
	hasFilledDisk?: boolean;
	/**
	 * Creates a response that shows the posted form again with one error above the form. Undefined until the form is
	 * parsed.
	 */
	giveFormBack?: (error: string, status: number) => Response;
}

declare global {
	var relevoRequests: AsyncLocalStorage<RequestContext> | undefined;
}

// The store of contexts is a global variable: the development server loads this module again after each change, but
// app/gate continues to use the version that was loaded first.
globalThis.relevoRequests ??= new AsyncLocalStorage();
const store = globalThis.relevoRequests;

/** Runs `work`, and all asynchronous work that it starts, in the context of a request. */
export function runInContext<Result>(context: RequestContext, work: () => Result): Result {
	return store.run(context, work);
}

/** Runs `work` outside any request context, for background jobs that a request starts. */
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

/**
 * Adds a hash of the random user id to the log line of the current request. The hash distinguishes users without
 * naming them.
 */
export function notePerson(userId: string): void {
	const context = findRequestContext();
	if (context) context.person = createHash("sha256").update(userId).digest("base64url").slice(0, 12);
}
