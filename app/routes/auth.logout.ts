import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { endSession } from "~/features/auth/sessions/sessions.server";
import { requestContext } from "~/lib/http/request-context.server";

export { onlyForms as loader } from "~/lib/http/http.server";

export async function action({ request }: ActionFunctionArgs) {
	// "cache" removes the photos. "storage" would remove what waits in the phone's outbox.
	const headers = { "Set-Cookie": await endSession(request), "Clear-Site-Data": '"cache"' };
	// Without a redirect for the service worker, which WebKit would never give one that erases the cache.
	if (requestContext().isCopy) return new Response(null, { status: 204, headers });
	return redirect("/home", { status: 303, headers });
}
