import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/node";
import { type ClientLoaderFunctionArgs, useActionData, useLoaderData } from "@remix-run/react";
import { loadOrReuse } from "~/browser/other-build";
import { openAccount } from "~/features/account/landing.server";
import { findMailToken, hasOnlyLink, readMailToken } from "~/features/auth/links-and-codes.server";
import { loginRedirect, MAYBE_DONE } from "~/features/auth/sessions/sessions.server";
import { ConfirmLink, UsedLink } from "~/features/auth/verification/confirm-link";
import {
	confirmLinkAction,
	findWaiting,
	needsPassword,
	requireVerified,
	resendMailAction,
	verifyCodeAction,
} from "~/features/auth/verification/verification.server";
import { WaitForMail } from "~/features/auth/verification/wait-for-mail";
import { readIntent } from "~/lib/forms/form.server";
import { writeCookie } from "~/lib/http/cookies.server";
import { unknownButton } from "~/lib/http/http.server";
import { pageTitle } from "~/ui/page-title";

export const meta = () => pageTitle("Verificar el correo");

export const handle = { hydrate: true, mailToken: "verify" };

export { revalidateWhenSaved as shouldRevalidate, sendForm as clientAction } from "~/ui/forms/send-form";

export async function loader({ request }: LoaderFunctionArgs) {
	const waiting = await findWaiting(request);
	const token = readMailToken(request, "verify");
	if (token) {
		const link = await findMailToken({ purpose: "verify", token });
		if (link) return { view: "confirm" as const, needsPassword: needsPassword(waiting, link.userId) };
		if (!waiting?.owner?.isVerified) {
			// A browser that waits forgets the link, so that its page with the field for the code is back.
			const headers = waiting && { "Set-Cookie": writeCookie("mail-token", "", 0) };
			return json({ view: "used" as const, isWaiting: !!waiting }, { headers });
		}
	}
	if (!waiting) throw await loginRedirect(request);
	const { address, isSignedIn, owner } = waiting;
	return {
		view: "waiting" as const,
		// Whether the address is verified. The page polls this value.
		done: owner?.isVerified ?? false,
		address,
		isSignedIn,
		onlyLink: await hasOnlyLink(waiting),
	};
}

/** Keeps the shown data when polling the server fails, so that a half-typed code stays. */
export function clientLoader({ serverLoader }: ClientLoaderFunctionArgs) {
	return loadOrReuse(serverLoader<typeof loader>, "routes/auth.verify-email");
}

export async function action({ request }: ActionFunctionArgs) {
	const intent = await readIntent(request);
	const waiting = await findWaiting(request);
	const token = readMailToken(request, "verify");
	if (intent === "confirm") return enterVerified(request, await confirmLinkAction(request, waiting, token));
	// A code or button that is sent twice has opened the session in the first answer, which the browser dropped.
	if (!waiting) throw await loginRedirect(request, { text: MAYBE_DONE });
	if (intent === "code") return enterVerified(request, await verifyCodeAction(request, waiting));
	if (intent === "resend") return resendMailAction(request, waiting);
	if (intent === "enter") return openAccount(request, requireVerified(waiting));
	throw unknownButton();
}

/**
 * Signs in a user who has just verified the address.
 * @param result the user's id. If the verification failed, the form with its errors, which is returned unchanged
 */
async function enterVerified<Form>(request: Request, result: string | Form) {
	if (typeof result !== "string") return result;
	const response = await openAccount(request, { userId: result });
	response.headers.append("Set-Cookie", writeCookie("mail-token", "", 0));
	return response;
}

export default function VerifyEmailPage() {
	const data = useLoaderData<typeof loader>();
	const result = useActionData<typeof action>()?.result;
	if (data.view === "used") return <UsedLink isWaiting={data.isWaiting} />;
	if (data.view === "confirm") return <ConfirmLink {...data} result={result} />;
	return <WaitForMail {...data} result={result} />;
}
