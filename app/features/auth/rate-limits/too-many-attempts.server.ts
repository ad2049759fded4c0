import type { Submission } from "@conform-to/react";
import { counted } from "~/lib/counted";
import { invalid } from "~/lib/forms/form.server";
import type { LimitedAttempt } from "./attempts.server";

/** Shows a form again with the time to wait before the next attempt: status 429 with a Retry-After header. */
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

function toWords(seconds: number): string {
	if (seconds < 60) return counted(seconds, "segundo");
	return counted(Math.ceil(seconds / 60), "minuto");
}
