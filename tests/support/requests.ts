import { randomUUID } from "node:crypto";
import type { LoaderFunctionArgs } from "@remix-run/node";
import type { RequestContext } from "~/lib/http/request-context.server";

/** The context that the server creates for a request to `path`: id, client address and URL. */
export function contextFor(path: string): RequestContext {
	const url = new URL(path, "http://localhost:3000");
	return { id: randomUUID(), clientAddress: "", url, routePath: url.pathname, isData: false };
}

/**
 * The arguments of a loader or an action for a request to `path`. Until the test ends, `requestContext` returns the
 * context of this request.
 */
export function argsFor(
	path: string,
	params: Record<string, string> = {},
	init: RequestInit = {},
): LoaderFunctionArgs {
	globalThis.relevoRequests?.enterWith(contextFor(path));
	return { request: new Request(new URL(path, "http://localhost:3000"), init), params, context: {} };
}

/**
 * The Response that `run` returns or throws. Converts plain data to the JSON response that Remix would make of a
 * loader's data.
 * @throws Error when `run` returns nothing
 */
export async function responseOf(run: () => unknown): Promise<Response> {
	try {
		const value = await run();
		if (value instanceof Response) return value;
		if (typeof value === "object" && value !== null) return Response.json(value);
	} catch (thrown) {
		if (thrown instanceof Response) return thrown;
		throw thrown;
	}
	throw new Error("no Response");
}

/** URL-encodes the fields of a form. */
export function encode(fields: Record<string, string>): string {
	return new URLSearchParams(fields).toString();
}
