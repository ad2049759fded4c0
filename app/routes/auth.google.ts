import type { ActionFunctionArgs } from "@remix-run/node";
import { startGoogle } from "~/features/auth/google/google-sign-in.server";
import { isGoogleConfigured } from "~/lib/env.server";
import { readFields } from "~/lib/forms/form.server";
import { notFound, returnPath } from "~/lib/http/http.server";

/** Responds 404 to a GET request, because this route only receives the form that starts a sign-in. */
export function loader() {
	throw notFound();
}

export async function action({ request }: ActionFunctionArgs) {
	if (!isGoogleConfigured) throw notFound();
	const { redirectTo } = await readFields(request, ["redirectTo"]);
	return startGoogle(returnPath(redirectTo));
}
