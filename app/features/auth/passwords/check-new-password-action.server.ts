import type { SubmissionResult } from "@conform-to/react";
import { json } from "@remix-run/node";
import { CHECK_PASSWORD, newPasswordProblem } from "~/features/auth/password-rules";
import { readFields } from "~/lib/forms/form.server";
import { commonPasswordProblem } from "./common-passwords.server";

/**
 * Answers a page that asks, while the user still fills in the form, whether a new password is common. Reads a copy of
 * the request, because the route's action reads the request too.
 * @returns undefined for a request that does not ask this
 */
export async function checkNewPasswordAction(request: Request) {
	const { intent, password = "" } = await readFields(request.clone(), ["intent", "password"]);
	if (intent !== CHECK_PASSWORD) return undefined;
	// Skips the list for a password that breaks another rule, because such a password may be very long.
	const problem = newPasswordProblem(password, {}) ? undefined : commonPasswordProblem(password);
	return json<PasswordAnswer>({ isQuestion: true, problem });
}

interface PasswordAnswer {
	/** Tells the page that the request was only a check, so that the page does not reload its data. */
	isQuestion: true;
	problem?: string;
	/** Never set. Declared so that the page can read `result` from every response. */
	result?: SubmissionResult<string[]>;
}
