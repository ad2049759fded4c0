import type { Submission } from "@conform-to/react";
import { tooManyAttempts } from "~/features/auth/rate-limits/too-many-attempts.server";
import { invalid } from "~/lib/forms/form.server";
import type { FailedCheck } from "./check-password.server";

/**
 * Shows a form again after a failed password check: status 400 for a wrong password, 429 over the rate limit, 503
 * when too many password checks are already waiting.
 */
export function failedCheck<Fields, Value>(
	submission: Submission<Fields, string[], Value>,
	failure: FailedCheck,
	errors: { formErrors: string[] } | { fieldErrors: Record<string, string[]> },
) {
	if (failure.status === "limited") return tooManyAttempts(submission, failure);
	return failure.status === "busy" ? tooBusy(submission) : invalid(submission, errors);
}

/** Shows a form again when too many password checks are waiting: status 503 with a Retry-After header. */
export function tooBusy<Fields, Value>(submission: Submission<Fields, string[], Value>) {
	return invalid(submission, {
		formErrors: ["Hay mucha gente ingresando en este momento. Esperá unos segundos y probá de nuevo."],
		status: 503,
		headers: { "Retry-After": "5" },
	});
}
