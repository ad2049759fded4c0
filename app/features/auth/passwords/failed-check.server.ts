import type { Submission } from "@conform-to/react";
import type { LimitedAttempt } from "~/features/auth/rate-limits/attempts.server";
import { counted } from "~/lib/counted";
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

/** Shows a form again with the time to wait before the next attempt: status 429 with a Retry-After header. */
export function tooManyAttempts<Fields, Value>(
	submission: Submission<Fields, string[], Value>,
	{ retryAfterS }: LimitedAttempt,
) {
	const wait =
		retryAfterS < 60 ? counted(retryAfterS, "segundo") : counted(Math.ceil(retryAfterS / 60), "minuto");
	return invalid(submission, {
		formErrors: [`Hubo demasiados intentos. Esperá ${wait} y probá de nuevo.`],
		status: 429,
		headers: { "Retry-After": String(retryAfterS) },
	});
}
