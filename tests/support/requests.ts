import type { LoaderFunctionArgs } from "@remix-run/node";

/** What Remix gives a loader or an action for a request to `path`. */
export function argsFor(
	path: string,
	params: Record<string, string> = {},
	init: RequestInit = {},
): LoaderFunctionArgs {
	return { request: new Request(new URL(path, "http://localhost:3000"), init), params, context: {} };
}

/** The Response that `run` throws or gives; fails the test when there is none. */
export async function responseOf(run: () => unknown): Promise<Response> {
	try {
		const value = await run();
		if (value instanceof Response) return value;
	} catch (thrown) {
		if (thrown instanceof Response) return thrown;
		throw thrown;
	}
	throw new Error("no Response");
}
