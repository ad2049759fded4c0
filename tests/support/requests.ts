import { randomUUID } from "node:crypto";
import type { LoaderFunctionArgs } from "@remix-run/node";
import { returningForm } from "~/gate/failed-forms.server";
import type { RequestContext } from "~/lib/http/request-context.server";

/** The context (facts about a request, see `RequestContext`) of a request for `path` from an unknown client address. */
export function contextFor(path: string): RequestContext {
	const url = new URL(path, "http://localhost:3000");
	return { id: randomUUID(), clientAddress: "", url, routePath: url.pathname, isData: false };
}

/** Arguments of a loader or action. From this call on, `requestContext` returns the context of this request. */
export function argsFor(
	path: string,
	params: Record<string, string> = {},
	init: RequestInit = {},
): LoaderFunctionArgs {
	globalThis.relevoRequests?.enterWith(contextFor(path));
	return { request: new Request(new URL(path, "http://localhost:3000"), init), params, context: {} };
}

/**
 * The Response that `run` returns or throws, or a loader's data as JSON. As in the gate, a failed form is shown again.
 * @throws Error when `run` returns nothing, and whatever `run` throws besides a Response
 */
export async function responseOf(run: () => unknown): Promise<Response> {
	try {
		const value = await returningForm(run);
		if (value instanceof Response) return value;
		if (typeof value === "object" && value !== null) return Response.json(value);
	} catch (thrown) {
		if (thrown instanceof Response) return thrown;
		throw thrown;
	}
	throw new Error("no Response");
}

/** The messages about the fields of a refused form. */
export async function errorsOf(response: Response): Promise<Record<string, string[]>> {
	return (await response.json()).result.error;
}

export function encode(fields: Record<string, string>): string {
	return new URLSearchParams(fields).toString();
}
