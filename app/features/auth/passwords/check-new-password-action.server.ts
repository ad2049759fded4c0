import type { SubmissionResult } from "@conform-to/react";
import { json } from "@remix-run/node";
import { CHECK_PASSWORD, newPasswordProblem } from "~/features/auth/password-rules";
import { readFields } from "~/lib/forms/form.server";
import { commonPasswordProblem } from "./common-passwords.server";

/**
 * Tells the browser whether a new password is common, while the user still fills in the form. Reads only a copy of
 * the request, so that the caller can still read the form.
 * @returns undefined when the user has sent the form
 */
export async function checkNewPasswordAction(request: Request) {
	const { intent, password = "" } = await readFields(request.clone(), ["intent", "password"]);
	if (intent !== CHECK_PASSWORD) return undefined;
	// A password that breaks the rules checked in the browser is not looked up in the list of common passwords,
	// because such a password may be very long.
	const problem = newPasswordProblem(password, {}) ? undefined : commonPasswordProblem(password);
	return json<PasswordAnswer>({ isQuestion: true, problem });
}

interface PasswordAnswer {
	/** Marks this response, because the page must not reload its data while the user fills in the form. */
	isQuestion: true;
	problem?: string;
	/** Never set; lets the page read `result` from every response of the route's action. */
	result?: SubmissionResult<string[]>;
}
