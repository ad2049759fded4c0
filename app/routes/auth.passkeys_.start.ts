import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { startPasskeyAction } from "~/features/auth/passkeys/passkey-actions.server";
import { requireUser } from "~/features/auth/sessions/sessions.server";

/** Says nothing to a GET request: the script of the page with the passkeys sends a form here. */
export async function loader({ request }: LoaderFunctionArgs) {
	await requireUser(request);
	return json({});
}

export async function action({ request }: ActionFunctionArgs) {
	return startPasskeyAction(request, await requireUser(request));
}
