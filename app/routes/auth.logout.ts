import { type ActionFunctionArgs, redirect } from "@remix-run/node";
import { endSession } from "~/features/auth/sessions/sessions.server";
import { notFound } from "~/lib/http/http.server";

/** Responds 404 to a GET request, because this route only receives the form for signing out. */
export function loader() {
	throw notFound();
}

export async function action({ request }: ActionFunctionArgs) {
	return redirect("/home", { status: 303, headers: { "Set-Cookie": await endSession(request) } });
}
