import { requestContext } from "~/lib/http/request-context.server";
import { movedTo, notFound } from "./http.server";

/** Addresses of earlier releases, and misspelled ones, and where they lead. */
const moved: readonly (readonly [from: RegExp, to: string])[] = [
	[/^\/auth\/my-document$/, "/auth/my-documents"],
	[/^\/auth\/my-documents\/add-document$/, "/auth/my-document/add-document"],
	[/^\/auth\/my-days\/add$/, "/auth/my-days?day=hoy"],
	[/^\/auth\/my-days\/([^/]+)$/, "/auth/my-days?edit=$1"],
	[/^\/auth\/my-agreement(\/.+)?$/, "/auth/my-pay/settings$1"],
	[/^\/auth\/work-overtime\/slips$/, "/auth/my-pay"],
	[/^\/auth\/work-overtime\/slips\/(.+)$/, "/auth/my-pay?period=$1"],
	[/^\/auth\/work-overtime\/year$/, "/auth/work-overtime?view=year"],
	[/^\/my-shift\/year$/, "/my-shift/calendar#numeros"],
	[/^\/my-shift\/cycle$/, "/my-shift/find?view=cycle"],
];

/**
 * Redirect from a former address, with the same query string.
 * @param status 308 for a form of a page that was open during an update: it goes on with what was typed
 * @throws Response 404 for any other address, 405 for a form that is sent there
 */
export function movedAddress(status?: 308): Response {
	const path = requestContext().url.pathname.replace(/\/$/, "");
	const [from, to] = moved.find(([former]) => former.test(path)) ?? [];
	if (!from || !to) throw status ? new Response(null, { status: 405 }) : notFound();
	return movedTo(path.replace(from, to), status);
}
