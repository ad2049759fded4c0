import type { SubmissionResult } from "@conform-to/react";
import { json } from "@remix-run/node";
import { CHECK_PASSWORD, newPasswordProblem } from "~/features/auth/password-rules";
import { readFields } from "~/lib/forms/form.server";
import { commonPasswordProblem } from "./common-passwords.server";

/**
 * Answers the browser's check, before the form is sent, whether a new password is common. It does not hash, write or
 * count attempts, and leaves the request readable.
 * @returns undefined when the request is the form itself
 */
export async function checkNewPasswordAction(request: Request) {
	const { intent, password = "" } = await readFields(request.clone(), ["intent", "password"]);
	if (intent !== CHECK_PASSWORD) return undefined;
	// A password that breaks the browser's own rules is not looked up, because it may be very long.
	const problem = newPasswordProblem(password, {}) ? undefined : commonPasswordProblem(password);
	return json<PasswordAnswer>({ isQuestion: true, problem });
}

interface PasswordAnswer {
	/** Stops the page from revalidating, since nothing has changed. */
	isQuestion: true;
	problem?: string;
	/** Never set: this is not the response to a form. */
	result?: SubmissionResult<string[]>;
}
