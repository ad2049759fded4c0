import type { Submission } from "@conform-to/react";
import { invalid } from "~/lib/forms/form.server";
import type { LimitedAttempt } from "./attempts.server";

/** Shows the form again with the waiting time: status 429 and Retry-After. */
export function tooManyAttempts<Fields, Value>(
	submission: Submission<Fields, string[], Value>,
	{ retryAfterS }: LimitedAttempt,
) {
	return invalid(submission, {
		formErrors: [`Hubo demasiados intentos. Esperá ${toWords(retryAfterS)} y probá de nuevo.`],
		status: 429,
		headers: { "Retry-After": String(retryAfterS) },
	});
}

/** "45 segundos", "1 minuto", "12 minutos" */
function toWords(seconds: number): string {
	if (seconds < 60) return `${seconds} ${seconds === 1 ? "segundo" : "segundos"}`;
	const minutes = Math.ceil(seconds / 60);
	return `${minutes} ${minutes === 1 ? "minuto" : "minutos"}`;
}
