import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { notFound } from "~/lib/http/http.server";
import { readPreferences, remember } from "~/lib/http/preferences.server";

/**
 * Stores that the visitor chose the website instead of the page for phones. Only pages of an older version post to this
 * route; current pages request `/home?web=1`.
 */
export function action({ request }: ActionFunctionArgs) {
	const { consent } = readPreferences(request.headers.get("Cookie"));
	return redirect("/home", {
		status: 303,
		headers: { "Set-Cookie": remember("web", "1", consent) },
	});
}

/** Responds 404 to a GET request, because this route only receives forms from pages of an older version. */
export function loader(): never {
	throw notFound();
}
