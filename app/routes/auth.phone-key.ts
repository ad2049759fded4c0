import { type ActionFunctionArgs, json } from "@remix-run/node";
import { phoneKeys } from "~/features/auth/sessions/phone-key.server";
import { findSessionUser } from "~/features/auth/sessions/sessions.server";
import { personOf } from "~/lib/http/request-context.server";

export { onlyForms as loader } from "~/lib/http/http.server";

/** Gives the service worker the keys of the signed-in person. */
export async function action({ request }: ActionFunctionArgs) {
	const user = await findSessionUser(request);
	if (!user) return json({ message: "Ingresá de nuevo." }, { status: 401 });
	return json({ person: personOf(user.id), keys: phoneKeys(user.id) });
}
