import type { ClientActionFunctionArgs } from "@remix-run/react";
import { sendForm } from "~/ui/forms/send-form";

/** Result of a form, such as a deletion, that was sent from a page with a list. The page stays open. */
export interface ListResult {
	isDone?: true;
	unsent?: string;
	failure?: string;
}

/**
 * Sends a form; `clientAction` of a route with a list. If the server redirects to the list on which the form is, returns
 * `isDone` instead of following the redirect, so that scroll position and browser history stay.
 */
export async function sendFromList(args: ClientActionFunctionArgs): Promise<unknown> {
	try {
		return await sendForm(args);
	} catch (thrown) {
		if (leadsTo(new URL(args.request.url), thrown)) return { isDone: true } satisfies ListResult;
		throw thrown;
	}
}

function leadsTo(list: URL, thrown: unknown): boolean {
	const target = thrown instanceof Response ? thrown.headers.get("Location") : null;
	return target !== null && new URL(target, list).pathname === list.pathname;
}
