import type { ActionFunctionArgs } from "@remix-run/node";
import { startGoogle } from "~/features/auth/google/google-sign-in.server";
import { isGoogleConfigured } from "~/lib/env.server";
import { readFields } from "~/lib/forms/form.server";
import { notFound, returnPath } from "~/lib/http/http.server";

export { onlyForms as loader } from "~/lib/http/http.server";

/** Starts a sign-in. */
export async function action({ request }: ActionFunctionArgs) {
	if (!isGoogleConfigured) throw notFound();
	const { redirectTo } = await readFields(request, ["redirectTo"]);
	return startGoogle(returnPath(redirectTo));
}
