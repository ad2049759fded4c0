import type { SubmissionResult } from "@conform-to/react";
import { json } from "@remix-run/node";
import { CHECK_PASSWORD, newPasswordProblem } from "~/features/auth/password-rules";
import { readFields } from "~/lib/forms/form.server";
import { commonPasswordProblem } from "./common-passwords.server";

/**
 * Tells the browser whether a new password is common, before the user sends the form. Reads only a copy of the
 * request, so that the caller can still read the form.
 * @returns undefined when the request is the sent form instead of such a check
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
	/** Marks the response to a password check. The page does not reload its data after such a response. */
	isQuestion: true;
	problem?: string;
	/** Result of a sent form; never set in the response to a password check. */
	result?: SubmissionResult<string[]>;
}
