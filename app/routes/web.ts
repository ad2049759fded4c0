import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { notFound } from "~/lib/http.server";
import { readPreferences, rememberWeb } from "~/lib/preferences.server";

/** "Seguir en la web": from now on a phone's visits to the home page stay here. */
export function action({ request }: ActionFunctionArgs) {
	const { consent } = readPreferences(request.headers.get("Cookie"));
	return redirect("/home", { status: 303, headers: { "Set-Cookie": rememberWeb(consent) } });
}

/** There is nothing to see here. */
export function loader(): never {
	throw notFound();
}
