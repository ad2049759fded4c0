import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { notFound } from "~/lib/http/http.server";
import { readPreferences, rememberWeb } from "~/lib/http/preferences.server";

/** "Seguir en la web" of a page that was opened before an update: since then its button asks for `/home?web=1`. */
export function action({ request }: ActionFunctionArgs) {
	const { consent } = readPreferences(request.headers.get("Cookie"));
	return redirect("/home", { status: 303, headers: { "Set-Cookie": rememberWeb(consent) } });
}

/** There is nothing to see here. */
export function loader(): never {
	throw notFound();
}
