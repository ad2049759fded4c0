import type { SubmissionResult } from "@conform-to/react";
import { json } from "@remix-run/node";
import { newPasswordProblem } from "~/features/auth/password-rules";
import { readFields } from "~/lib/forms/form.server";
import { commonProblem } from "./common-passwords.server";
import { ASK_PASSWORD } from "./password-question";

/**
 * Answers a phone that asks what only we know of a new password, before its form is sent: no hash, no mail, no attempt that
 * counts, and nothing of anybody's is looked up. The request can still be read where it asks nothing.
 * @returns undefined where it is the form itself
 */
export async function answerQuestion(request: Request) {
	const { intent, password = "" } = await readFields(request.clone(), ["intent", "password"]);
	if (intent !== ASK_PASSWORD) return undefined;
	// Of what the phone's own rules refuse nothing more is said: so a long text is not searched for either.
	const problem = newPasswordProblem(password, {}) ? undefined : commonProblem(password);
	return json<Answer>({ isQuestion: true, problem });
}

interface Answer {
	/** Tells the page that nothing has changed. */
	isQuestion: true;
	problem?: string;
	/** It is no answer to a form. */
	result?: SubmissionResult<string[]>;
}
