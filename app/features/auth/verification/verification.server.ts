import { redirect } from "@remix-run/node";
import { buttonSchema, codeSchema, confirmSchema } from "~/features/auth/account-schemas";
import {
	countWrongCode,
	findMailToken,
	hasOnlyLink,
	spendMailCode,
} from "~/features/auth/links-and-codes.server";
import { postMail } from "~/features/auth/mails/post-mail.server";
import { checkPassword, failedCheck, tooManyAttempts } from "~/features/auth/passwords/check-password.server";
import { markVerified, type Proof } from "~/features/auth/passwords/credentials.server";
import { findPending } from "~/features/auth/registration/registration.server";
import { findSessionUser, loginRedirect } from "~/features/auth/sessions/sessions.server";
import { findUserById, type User } from "~/features/auth/users.server";
import { db } from "~/lib/database/db.server";
import { invalid, parseForm } from "~/lib/forms/form.server";
import { requestContext } from "~/lib/http/request-context.server";
import { redirectWithToast } from "~/lib/http/toast.server";
import { enqueueMail } from "~/lib/mail/outbox.server";

const WAITING_PAGE = "/auth/verify-email";

/**
 * A visitor who waits for the verification of an e-mail address: a signed-in user, or a browser with a pending
 * registration.
 */
export interface Waiting {
	/** The account to which the visitor is signed in, or which has the address of the registration. */
	userId: string;
	/** Address to which the mails go. */
	address: string;
	isSignedIn: boolean;
	/** Hash of the token of the pending registration; undefined for a signed-in user. */
	pending?: string;
	/**
	 * Account whose address this visitor may verify. Undefined for a visitor who has registered with the address of an
	 * older account, which may be another person's.
	 */
	owner?: User;
}

/** Returns who waits for a verification in this browser; undefined if there is no session or pending registration. */
export async function findWaiting(request: Request): Promise<Waiting | undefined> {
	const user = await findSessionUser(request);
	if (user) return { userId: user.id, address: user.email, isSignedIn: true, owner: user };
	const pending = await findPending(request);
	if (!pending) return undefined;
	const { tokenHash, isNew, user: known } = pending;
	const owner = isNew ? known : undefined;
	return { userId: known.id, address: known.email, isSignedIn: false, pending: tokenHash, owner };
}

/**
 * Handles the form in which the user types the mailed verification code. If the address already had an account when this
 * visitor registered (`waiting.owner` is undefined), every code is wrong, after the usual time of the check.
 * @returns the user's id, or the form with its errors
 */
export async function verifyCodeAction(request: Request, waiting: Waiting) {
	const submission = await parseForm(request, codeSchema);
	if (submission.status !== "success") return invalid(submission);
	const { code } = submission.value;
	const now = Date.now();
	const userId = waiting.owner?.id ?? "";
	const result = await db.transaction().execute(async (trx) => {
		if (await hasOnlyLink(waiting, trx)) return "only-link";
		const spent = await spendMailCode(trx, { purpose: "verify", userId, code }, now);
		if (spent === "right") await markVerified(trx, userId, now);
		else await countWrongCode(trx, waiting);
		return spent;
	});
	// After too many wrong codes, WAITING_PAGE says that only the mailed link works.
	if (result === "only-link") throw redirect(WAITING_PAGE, 303);
	if (result === "wrong") return invalid(submission, { fieldErrors: { code: [WRONG_CODE] } });
	return userId;
}

/**
 * Whether the user must also type the password after opening the mailed link: in every browser that is not signed in to
 * the account and has not registered it. A stranger may have registered the account with somebody else's address. The
 * owner of the address, who does not know the stranger's password, then cannot verify the account with one click.
 */
export function needsPassword(waiting: Waiting | undefined, userId: string): boolean {
	return waiting?.owner?.id !== userId;
}

/**
 * Handles the form on the page that opens from the link in a verification mail.
 * @param token undefined once the cookie with it has expired, which is long before the link does
 * @returns the user's id, or the form with its errors
 */
export async function confirmLinkAction(request: Request, waiting: Waiting | undefined, token?: string) {
	if (!token && !waiting) throw await loginRedirect(request, { text: REOPEN });
	if (!token && !waiting?.owner?.isVerified)
		throw await redirectWithToast(WAITING_PAGE, { text: REOPEN, kind: "info" });
	const link = token && (await findMailToken({ purpose: "verify", token }));
	// WAITING_PAGE says that the link no longer works, or that the address is already verified.
	if (!link) throw redirect(WAITING_PAGE, 303);
	if (needsPassword(waiting, link.userId)) {
		const submission = await parseForm(request, confirmSchema);
		if (submission.status !== "success") return invalid(submission);
		const { password } = submission.value;
		const check = await checkPassword(request, { email: link.email, password });
		if (check.status !== "right")
			return failedCheck(submission, check, { fieldErrors: { password: [WRONG_PASSWORD] } });
	}
	const now = Date.now();
	return db.transaction().execute(async (trx) => {
		const found = await findMailToken({ purpose: "verify", token }, now, trx);
		if (!found) throw redirect(WAITING_PAGE, 303);
		await markVerified(trx, found.userId, now);
		return found.userId;
	});
}

/**
 * Handles the buttons that mail the verification link and code again. If the address already had an account when this
 * visitor registered (`owner` is undefined), mails instead that somebody tried to register with this address.
 */
export async function resendMailAction(request: Request, { userId, address, owner }: Waiting) {
	const submission = await parseForm(request, buttonSchema);
	// WAITING_PAGE says that the address is already verified.
	if (owner?.isVerified) throw redirect(WAITING_PAGE, 303);
	const { clientAddress } = requestContext();
	const kind = owner ? "verify" : "already-registered";
	const mail = { kind, userId, address, clientAddress } as const;
	const attempt = await db.transaction().execute((trx) => postMail(trx, mail));
	if (attempt.status === "limited") return tooManyAttempts(submission, attempt);
	throw await redirectWithToast(WAITING_PAGE, { text: RESENT, kind: "info" });
}

/**
 * Queues a verification mail at the operator's request, without rate limits.
 * @returns false for a verified or deleted account
 */
export async function requeueVerification(userId: string): Promise<boolean> {
	return db.transaction().execute(async (trx) => {
		const user = await findUserById(userId, trx);
		if (!user || user.isVerified) return false;
		await trx.deleteFrom("outbox").where("user_id", "=", userId).where("kind", "=", "verify").execute();
		await enqueueMail(trx, { kind: "verify", userId, address: user.email });
		return true;
	});
}

/**
 * Requires that the user has verified the e-mail address in another browser. This browser, in which the user
 * registered, can then sign in.
 * @returns the verified user, for `openAccount`
 * @throws Response redirect while the address is unverified, or if this browser is already signed in
 */
export function requireVerified({ isSignedIn, pending, owner }: Waiting): Proof {
	if (!owner?.isVerified) throw redirect(WAITING_PAGE, 303);
	if (isSignedIn) throw redirect("/auth/my-account", 303);
	return { userId: owner.id, pending };
}

const WRONG_PASSWORD =
	"Esa no es la contraseña de la cuenta. Si no la creaste vos, usá recuperar contraseña y la cuenta pasa a ser tuya.";
const WRONG_CODE = "El código no es correcto o ya venció. Fijate en el último correo, o pedí otro.";
const REOPEN =
	"Pasó mucho tiempo desde que abriste el enlace. Abrilo de nuevo desde el correo: dura 24 horas.";
const RESENT =
	"Te mandamos otro correo. Sirven el enlace y el código del último. Mirá también en el correo no deseado.";
