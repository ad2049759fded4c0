import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { requireUser } from "~/features/auth/sessions/sessions.server";
import { findRuleAnswer } from "~/features/extras/form/work-out-extra.server";
import { requestContext } from "~/lib/http/request-context.server";

/** Computes hours and premiums while the user fills in the form of an overtime entry. */
export async function loader({ request }: LoaderFunctionArgs) {
	const user = await requireUser(request);
	return json(await findRuleAnswer(user.id, requestContext().url.searchParams));
}
