import { type ActionFunctionArgs, json } from "@remix-run/node";
import { phoneKeys } from "~/features/auth/sessions/phone-key.server";
import { findSessionUser } from "~/features/auth/sessions/sessions.server";
import { notFound } from "~/lib/http/http.server";
import { personOf } from "~/lib/http/request-context.server";

/** Responds 404 to a GET request: no address that can be opened shows a key. */
export function loader() {
	throw notFound();
}

/** Gives the service worker the keys of the signed-in person. */
export async function action({ request }: ActionFunctionArgs) {
	const user = await findSessionUser(request);
	if (!user) return json({ message: "Ingresá de nuevo." }, { status: 401 });
	return json({ person: personOf(user.id), keys: phoneKeys(user.id) });
}
