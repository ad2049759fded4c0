import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { notFound } from "~/lib/http/http.server";
import { readPreferences, rememberWeb } from "~/lib/http/preferences.server";

/**
 * Stores that the visitor chose the website over the page about the phone's platform. Only pages from an older
 * version of the program post to this address; current pages request `/home?web=1`.
 */
export function action({ request }: ActionFunctionArgs) {
	const { consent } = readPreferences(request.headers.get("Cookie"));
	return redirect("/home", { status: 303, headers: { "Set-Cookie": rememberWeb(consent) } });
}

/** Status 404 for GET: old pages post to this address, which has no page. */
export function loader(): never {
	throw notFound();
}
