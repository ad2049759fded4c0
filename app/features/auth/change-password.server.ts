import { z } from "zod";
import { clientAddressOf } from "~/lib/client.server";
import { invalid, parseForm } from "~/lib/form.server";
import { badRequest } from "~/lib/http.server";
import { redirectWithToast } from "~/lib/toast.server";
import { type Attempt, giveBack, loginLimits, takeAttempt } from "./attempts.server";
import { changePassword } from "./credentials.server";
import { findDevice } from "./devices.server";
import { hashPassword, passwordProblem, verifyPassword } from "./passwords.server";
import { tooBusy, tooManyAttempts, unlessBusy } from "./refusals.server";
import { changePasswordSchema } from "./schemas.server";
import { endAllSessions, openSession } from "./sessions.server";
import { findPasswordHash, type User } from "./users.server";

/** Of a page with several forms: the button that was pressed says whose answer it is. */
export const passwordFormSchema = changePasswordSchema.safeExtend({ intent: z.literal("password") });

/**
 * Changes the password of somebody who is signed in and knows the present one. Every other session ends; this browser
 * gets a new one (decision 46).
 * @throws Response 400 for an account that has no password of its own
 */
export async function changePasswordByForm(request: Request, user: User) {
	if (!user.hasPassword)
		throw badRequest("Tu cuenta entra con Google: no tiene una contraseña para cambiar.");
	const submission = await parseForm(request, passwordFormSchema);
	if (submission.status !== "success") return invalid(submission);
	const { currentPassword, password } = submission.value;
	const problem = passwordProblem(password, user);
	if (problem) return invalid(submission, { fieldErrors: { password: [problem] } });
	const check = await unlessBusy(checkPresentPassword(request, user, currentPassword));
	if (!check) return tooBusy(submission);
	if (check === "wrong") return invalid(submission, { fieldErrors: { currentPassword: [WRONG_PASSWORD] } });
	if (check !== "right") return tooManyAttempts(submission, check.retryAfterS);
	const hash = await unlessBusy(hashPassword(password));
	if (!hash) return tooBusy(submission);
	await changePassword(user.id, hash);
	throw await redirectWithToast("/auth/my-account", { text: CHANGED }, [await openSession(request, user.id)]);
}

/** "Cerrar sesión en todos los equipos": this one too. */
export async function signOutEverywhere(userId: string): Promise<Response> {
	return redirectWithToast("/auth/login", { text: SIGNED_OUT, kind: "info" }, [await endAllSessions(userId)]);
}

/**
 * With the limits of the login: whoever finds an open session must not be able to guess the password from it.
 * @throws BusyError when too many passwords are being worked on
 */
async function checkPresentPassword(
	request: Request,
	{ id, email }: User,
	password: string,
): Promise<"right" | "wrong" | Extract<Attempt, { allowed: false }>> {
	const knownDevice = await findDevice(request, id);
	const limits = loginLimits({ email, clientAddress: clientAddressOf(request), knownDevice });
	const attempt = await takeAttempt(limits);
	if (!attempt.allowed) return attempt;
	let isWrong = false;
	try {
		isWrong = !(await verifyPassword(await findPasswordHash(id), password));
		return isWrong ? "wrong" : "right";
	} finally {
		// Neither a right one counts nor one that could not be tried.
		if (!isWrong) await giveBack(limits);
	}
}

const WRONG_PASSWORD = "Esa no es tu contraseña actual.";
const CHANGED = "Tu contraseña nueva ya está. Cerramos tu sesión en los otros equipos.";
const SIGNED_OUT = "Cerramos tu sesión en todos los equipos.";
