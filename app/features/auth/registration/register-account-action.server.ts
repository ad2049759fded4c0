import { redirect } from "@remix-run/node";
import { tooBusy } from "~/features/auth/passwords/failed-check.server";
import { checkedRegisterSchema } from "~/features/auth/passwords/new-password-schemas.server";
import { unlessBusy } from "~/features/auth/passwords/password-hash.server";
import { takeAttempt } from "~/features/auth/rate-limits/attempts.server";
import { registerLimits } from "~/features/auth/rate-limits/limits.server";
import { tooManyAttempts } from "~/features/auth/rate-limits/too-many-attempts.server";
import { invalid, parseForm } from "~/lib/forms/form.server";
import { requestContext } from "~/lib/http/request-context.server";
import { registerAccount } from "./registration.server";

/**
 * Handles the registration form. The response is the same whether or not the e-mail address already has an account.
 */
export async function registerAccountAction(request: Request) {
	const submission = await parseForm(request, checkedRegisterSchema);
	if (submission.status !== "success") return invalid(submission);
	const clientAddress = requestContext().clientAddress;
	const attempt = await takeAttempt(registerLimits({ clientAddress }));
	if (attempt.status === "limited") return tooManyAttempts(submission, attempt);
	const cookie = await unlessBusy(registerAccount(submission.value, clientAddress));
	if (!cookie) return tooBusy(submission);
	throw redirect("/auth/verify-email", { status: 303, headers: { "Set-Cookie": cookie } });
}
