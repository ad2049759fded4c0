import type { Submission } from "@conform-to/react";
import { isGoogleConfigured } from "~/features/auth/google/google-settings.server";
import type { SignInError } from "~/features/auth/sessions/sign-in.server";
import { invalid } from "~/lib/forms/form.server";
import { BusyError } from "./password-queue.server";

/** The form again, with how long to wait: status 429 and Retry-After. */
export function tooManyAttempts<Fields, Value>(
	submission: Submission<Fields, string[], Value>,
	retryAfterS: number,
) {
	return invalid(submission, {
		formErrors: [`Hubo demasiados intentos. Esperá ${waitInWords(retryAfterS)} y probá de nuevo.`],
		status: 429,
		headers: { "Retry-After": String(retryAfterS) },
	});
}

/** The form again, because too many people sign in at this moment: status 503 and Retry-After. */
export function tooBusy<Fields, Value>(submission: Submission<Fields, string[], Value>) {
	return invalid(submission, {
		formErrors: ["Hay mucha gente entrando en este momento. Esperá unos segundos y probá de nuevo."],
		status: 503,
		headers: { "Retry-After": "5" },
	});
}

/** The form with the sign-in again, and why nobody was signed in. */
export function refuseSignIn<Fields, Value>(
	submission: Submission<Fields, string[], Value>,
	{ reason, retryAfterS }: SignInError,
) {
	if (reason === "limited") return tooManyAttempts(submission, retryAfterS);
	if (reason === "busy") return tooBusy(submission);
	return invalid(submission, { formErrors: [WRONG] });
}

/** One text for every wrong combination, so that it tells nobody which addresses are here. */
const WRONG = isGoogleConfigured
	? "El correo o la contraseña no son correctos. Si entrás con Google, usá el botón de Google."
	: "El correo o la contraseña no son correctos.";

/** What `work` gives, or undefined when too many passwords are being worked on. */
export async function unlessBusy<Result>(work: Promise<Result>): Promise<Result | undefined> {
	try {
		return await work;
	} catch (error) {
		if (error instanceof BusyError) return undefined;
		throw error;
	}
}

/** "45 segundos", "1 minuto", "12 minutos" */
function waitInWords(seconds: number): string {
	if (seconds < 60) return `${seconds} ${seconds === 1 ? "segundo" : "segundos"}`;
	const minutes = Math.ceil(seconds / 60);
	return `${minutes} ${minutes === 1 ? "minuto" : "minutos"}`;
}
