import type { SubmissionResult } from "@conform-to/react";
import { json } from "@remix-run/node";
import { CHECK_PASSWORD, newPasswordProblem } from "~/features/auth/password-rules";
import { readFields } from "~/lib/forms/form.server";
import { commonPasswordProblem } from "./common-passwords.server";

/**
 * Tells the browser whether a new password is a common one, before its form is sent. It hashes, looks up, writes and
 * counts nothing. The request can still be read afterwards.
 * @returns undefined when the request is the form itself
 */
export async function checkNewPasswordAction(request: Request) {
	const { intent, password = "" } = await readFields(request.clone(), ["intent", "password"]);
	if (intent !== CHECK_PASSWORD) return undefined;
	// A password that breaks the browser's own rules is not searched for: it may be very long.
	const problem = newPasswordProblem(password, {}) ? undefined : commonPasswordProblem(password);
	return json<PasswordAnswer>({ isQuestion: true, problem });
}

interface PasswordAnswer {
	/** Tells the page not to revalidate, since nothing has changed. */
	isQuestion: true;
	problem?: string;
	/** Never set: this is not the response to a form. */
	result?: SubmissionResult<string[]>;
}
