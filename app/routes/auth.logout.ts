import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { endSession } from "~/features/auth/sessions/sessions.server";
import { writeCookie } from "~/lib/http/cookies.server";
import { requestContext } from "~/lib/http/request-context.server";

export { onlyForms as loader } from "~/lib/http/http.server";

export async function action({ request }: ActionFunctionArgs) {
	// "cache" removes the photos. "storage" would remove what waits in the phone's outbox.
	const headers = new Headers({ "Clear-Site-Data": '"cache"' });
	headers.append("Set-Cookie", await endSession(request));
	// Whoever uses this browser next sets no password by a link that was opened and not used.
	headers.append("Set-Cookie", writeCookie("mail-token", "", 0));
	// Without a redirect for the service worker, which WebKit would never give one that erases the cache.
	if (requestContext().isCopy) return new Response(null, { status: 204, headers });
	return redirect("/home", { status: 303, headers });
}
