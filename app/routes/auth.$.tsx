import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { notFound } from "~/lib/http/http.server";
import { requestContext } from "~/lib/http/request-context.server";

/** Former and misspelled paths below /auth/, and where they lead. */
const moved: readonly (readonly [from: RegExp, to: string])[] = [
	[/^my-document$/, "my-documents"],
	[/^my-documents\/add-document$/, "my-document/add-document"],
	[/^my-days\/add$/, "my-days?day=hoy"],
	[/^my-days\/([^/]+)$/, "my-days?edit=$1"],
	[/^my-agreement(\/.+)?$/, "my-pay/settings$1"],
	[/^work-overtime\/slips$/, "my-pay"],
	[/^work-overtime\/slips\/(.+)$/, "my-pay?period=$1"],
	[/^work-overtime\/year$/, "work-overtime?view=year"],
];

export function loader(_: LoaderFunctionArgs): never {
	throw redirect(movedAddress(), 301);
}

/** A form of a page that was open during an update goes on to the page's new address, with what was typed. */
export function action(_: ActionFunctionArgs): never {
	throw redirect(movedAddress(), 308);
}

function movedAddress(): string {
	const { pathname, search } = requestContext().url;
	const path = pathname.replace(/^\/auth\//, "").replace(/\/$/, "");
	const [from, to] = moved.find(([former]) => former.test(path)) ?? [];
	if (!from || !to) throw notFound();
	const target = `/auth/${path.replace(from, to)}`;
	return target + (target.includes("?") ? search.replace("?", "&") : search);
}

/** This component is never rendered, but lets this route's 404 page appear in the site's frame. */
export default function NoPage() {
	return null;
}
