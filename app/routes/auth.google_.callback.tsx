import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { copyGooglePhoto, enterByGoogle } from "~/features/account/google-accounts.server";
import { openAccount } from "~/features/account/landing.server";
import { EMPTIED } from "~/features/account/take-over.server";
import { GoogleError, GoogleErrorPage } from "~/features/auth/google/google-error";
import { findStarted, identify, type StartedSignIn } from "~/features/auth/google/google-sign-in.server";
import { isGoogleConfigured } from "~/lib/env.server";
import { writeCookie } from "~/lib/http/cookies.server";
import { notFound } from "~/lib/http/http.server";
import { redirectWithToast, type Toast } from "~/lib/http/toast.server";
import { logEvent, logFailure } from "~/lib/log.server";
import { pageTitle } from "~/ui/page-title";

export const meta = () => pageTitle("No ingresaste con Google");

export const handle = { failsWith503: true };

export async function loader({ request }: LoaderFunctionArgs) {
	if (!isGoogleConfigured) throw notFound();
	const started = await findStarted(request);
	try {
		if (!started) throw new GoogleError("stranger");
		throw await signIn(request, started);
	} catch (error) {
		if (!(error instanceof GoogleError)) throw error;
		return refuse(error, started?.redirectTo);
	}
}

async function signIn(request: Request, started: StartedSignIn): Promise<Response> {
	const identity = await identify(request, started);
	const { userId, wantsPicture, isTakenOver } = await enterByGoogle(identity);
	const toast: Toast | undefined = isTakenOver
		? { text: `${EMPTIED} La contraseña de antes ya no sirve.`, kind: "info" }
		: undefined;
	const answer = await openAccount(request, { userId }, started.redirectTo, toast);
	answer.headers.append("Set-Cookie", endCookie());
	// Not awaited, so that the sign-in does not wait for the picture.
	if (wantsPicture) void copyGooglePhoto(userId, identity.picture);
	return answer;
}

/** Responds to a failed sign-in: redirects to the sign-in page if the user declined, otherwise shows an error page. */
async function refuse({ reason, cause }: GoogleError, redirectTo: string | undefined) {
	logEvent("google_refused", { reason });
	if (cause) logFailure("google_failed", cause);
	if (reason === "declined") {
		const path = redirectTo ? `/auth/login?redirectTo=${encodeURIComponent(redirectTo)}` : "/auth/login";
		throw await redirectWithToast(path, { kind: "info", text: DECLINED }, [endCookie()]);
	}
	// With the reason "stranger", the request may be forged. Such a request must not end a sign-in in another tab.
	const headers = new Headers(reason === "stranger" ? {} : { "Set-Cookie": endCookie() });
	if (reason === "failed") headers.set("Retry-After", "60");
	return json({ reason, redirectTo }, { status: reason === "failed" ? 503 : 400, headers });
}

/** Set-Cookie header that deletes the cookie of a sign-in with Google, because the cookie serves for one callback. */
function endCookie(): string {
	return writeCookie("google", "", 0);
}

const DECLINED =
	"Cancelaste el ingreso con Google. Podés probar de nuevo o ingresar con tu correo y tu contraseña.";

export default function GoogleCallbackPage() {
	return <GoogleErrorPage {...useLoaderData<typeof loader>()} />;
}
