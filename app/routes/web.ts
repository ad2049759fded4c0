import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { notFound } from "~/lib/http/http.server";
import { readPreferences, rememberWeb } from "~/lib/http/preferences.server";

/** Chooses the website, for pages loaded before an update; the button of current pages requests `/home?web=1`. */
export function action({ request }: ActionFunctionArgs) {
	const { consent } = readPreferences(request.headers.get("Cookie"));
	return redirect("/home", { status: 303, headers: { "Set-Cookie": rememberWeb(consent) } });
}

/** The address has no page. */
export function loader(): never {
	throw notFound();
}
