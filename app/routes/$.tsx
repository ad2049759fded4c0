import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { movedTo, notFound } from "~/lib/http/http.server";
import { requestContext } from "~/lib/http/request-context.server";

/** Responds 404 to every unknown path, and leads from former addresses to their pages. */
export function loader({ params }: LoaderFunctionArgs): never {
	const path = params["*"];
	if (path === "my-shift/year") throw movedTo("/my-shift/calendar", "#numeros");
	if (path === "my-shift/cycle")
		throw redirect(`/my-shift/find?view=cycle${requestContext().url.search.replace("?", "&")}`, 301);
	throw notFound();
}

/** Pages for phones that were open during an update send the choice of the website to the former `/web`. */
export function action({ params }: ActionFunctionArgs): never {
	if (params["*"] === "web") throw redirect("/home?web=1", 303);
	throw new Response(null, { status: 405 });
}

export default function NotFoundPage() {
	return null;
}
