import type { ClientActionFunctionArgs } from "@remix-run/react";
import { sendForm } from "~/ui/forms/send-form";

/** What is told where a form of a list was sent without leaving it. */
export interface ListAnswer {
	/** The server has done it; the list is read anew by itself. */
	isDone?: true;
	/** What happened instead, in one sentence. */
	unsent?: string;
	failure?: string;
}

/**
 * The `clientAction` of a route with a list, for what stays on the page: the server leads back to the list, as it does
 * without script, but the page is there already. Its place and its history stay what they are.
 */
export async function sendFromList(args: ClientActionFunctionArgs): Promise<unknown> {
	try {
		return await sendForm(args);
	} catch (thrown) {
		if (leadsTo(new URL(args.request.url), thrown)) return { isDone: true } satisfies ListAnswer;
		throw thrown;
	}
}

function leadsTo(list: URL, thrown: unknown): boolean {
	const target = thrown instanceof Response ? thrown.headers.get("Location") : null;
	return target !== null && new URL(target, list).pathname === list.pathname;
}
