import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { notFound } from "~/lib/http/http.server";
import { readPreferences, rememberWeb } from "~/lib/http/preferences.server";

/**
 * Stores the choice of the website. Only pages of an older version post to this route; current pages request
 * `/home?web=1`.
 */
export function action({ request }: ActionFunctionArgs) {
	const { consent } = readPreferences(request.headers.get("Cookie"));
	return redirect("/home", { status: 303, headers: { "Set-Cookie": rememberWeb(consent) } });
}

/** Old pages post here; there is no page. */
export function loader(): never {
	throw notFound();
}
