import type { SubmissionResult } from "@conform-to/react";
import { json } from "@remix-run/node";
import { CHECK_PASSWORD, newPasswordProblem } from "~/features/auth/password-rules";
import { readFields } from "~/lib/forms/form.server";
import { commonPasswordProblem } from "./common-passwords.server";

/**
 * Responds to a request that only checks, while the user still fills in a form, whether the new password is common.
 * Reads a copy of the request, so that the caller can still read the form.
 * @returns undefined for any other request
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
	/** Tells the page that the request was only a check, so that the page does not reload its data. */
	isQuestion: true;
	problem?: string;
	/** Never set, but declared so that the page can read `result` from every response of the route's action. */
	result?: SubmissionResult<string[]>;
}
