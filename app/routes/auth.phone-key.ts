import { hkdfSync } from "node:crypto";
import { type ActionFunctionArgs, json } from "@remix-run/node";
import { findSessionUser } from "~/features/auth/sessions/sessions.server";
import { personOf } from "~/lib/http/request-context.server";
import { sessionSecrets } from "~/lib/secrets.server";

export { onlyForms as loader } from "~/lib/http/http.server";

/** Gives the service worker the keys of the signed-in person. */
export async function action({ request }: ActionFunctionArgs) {
	const user = await findSessionUser(request);
	if (!user) return json({ message: "Ingresá de nuevo." }, { status: 401 });
	return json({ person: personOf(user.id), keys: phoneKeys(user.id) });
}

/**
 * The keys by which a person's phone encrypts what waits in its outbox: one of each secret, the newest first, so that what
 * was encrypted before a change of the secret can still be read.
 */
function phoneKeys(userId: string): string[] {
	return sessionSecrets().map((secret) =>
		Buffer.from(hkdfSync("sha256", secret, userId, "relevo-outbox", 32)).toString("base64"),
	);
}
