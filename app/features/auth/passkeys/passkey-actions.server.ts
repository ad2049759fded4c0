/** Form actions about passkeys: sign in by one, add one, rename one, remove one. */
import { json } from "@remix-run/node";
import { buttonSchema } from "~/features/auth/account-schemas";
import { type AccountMail, postMail } from "~/features/auth/mails/post-mail.server";
import {
	createPasskey,
	deletePasskey,
	listPasskeys,
	MAX_PASSKEYS,
	renamePasskey,
	userHandleOf,
} from "~/features/auth/passkeys.server";
import {
	BUSY,
	checkPassword,
	tooManyAttempts,
	tooManyText,
} from "~/features/auth/passwords/check-password.server";
import { isStillOpen } from "~/features/auth/sessions/sessions.server";
import type { User } from "~/features/auth/users.server";
import { db } from "~/lib/database/db.server";
import { invalid, parseFields, parseForm, readFields } from "~/lib/forms/form.server";
import { writeCookie } from "~/lib/http/cookies.server";
import { unknownButton } from "~/lib/http/http.server";
import { requestContext } from "~/lib/http/request-context.server";
import { backWithToast, redirectWithToast } from "~/lib/http/toast.server";
import type { PasskeyCheck } from "./check-passkey.server";
import { addOptions, checkMade, issueChallenge, readMade, spendChallenge } from "./passkey-ceremonies.server";
import { addSchema, renameSchema } from "./passkey-schemas";

const PAGE = "/auth/passkeys";

/** Shows the login form again after a passkey was refused, as after a wrong password. */
export function failedPasskey(failure: Exclude<PasskeyCheck, { status: "right" }>) {
	const submission = parseFields({}, buttonSchema);
	if (failure.status === "limited") return tooManyAttempts(submission, failure);
	return invalid(submission, { formErrors: [failure.status === "stale" ? STALE : USELESS] });
}

/**
 * Checks the password, and tells the page what to ask the browser for, or why it cannot. The status is 200 in both cases,
 * because the gate turns other answers into pages.
 */
export async function startPasskeyAction(request: Request, user: User): Promise<Response> {
	const passkeys = await listPasskeys(user.id);
	const problem =
		passkeys.length >= MAX_PASSKEYS ? FULL : user.hasPassword && (await passwordProblem(request, user));
	if (problem) return json({ problem });
	const { challenge, cookie } = issueChallenge("add", user.id);
	const userHandle = await userHandleOf(user.id);
	const known = passkeys.map(({ id }) => id);
	const options = addOptions(challenge, { email: user.email, userHandle, known });
	return json({ options }, { headers: { "Set-Cookie": cookie } });
}

async function passwordProblem(request: Request, { email }: User): Promise<string | undefined> {
	const { currentPassword: password } = await readFields(request, ["currentPassword"]);
	if (!password) return "Escribí tu contraseña.";
	const check = await checkPassword(request, { email, password });
	if (check.status === "right") return undefined;
	if (check.status === "limited") return tooManyText(check.retryAfterS);
	return check.status === "busy" ? BUSY : "Esa no es tu contraseña.";
}

/** Adds, renames or removes a passkey of a user, who is told by mail. */
export async function changePasskeysAction(request: Request, user: User) {
	const { intent, passkey = "" } = await readFields(request.clone(), ["intent", "passkey"]);
	if (intent === "add") return addAction(request, user);
	if (intent === "rename") {
		const submission = await parseForm(request, renameSchema);
		if (submission.status !== "success") return invalid(submission);
		// A page that was opened before an update has `passkey` instead of `key`.
		const { key = passkey, name } = submission.value;
		const isRenamed = await changeAndTell(user, "passkey-renamed", (trx) =>
			renamePasskey(trx, user.id, { id: key, name }),
		);
		const done = { text: `La llave se llama «${name}».` };
		throw await backWithToast(PAGE, isRenamed ? done : { text: GONE, kind: "info" });
	}
	if (intent !== "delete") throw unknownButton();
	const context = requestContext();
	const id = context.url.searchParams.get("passkey") ?? "";
	context.giveFormBack = (_error, status) => json({ result: null, failure: NOT_REMOVED }, { status });
	const isRemoved = await changeAndTell(user, "passkey-removed", (trx) => deletePasskey(trx, user.id, id));
	throw await backWithToast(PAGE, { text: isRemoved ? REMOVED : GONE, kind: "info" });
}

/** Changes a passkey, and queues the mail about the change in the same transaction. @returns whether there was a change */
function changeAndTell(
	{ id: userId, email: address }: User,
	kind: AccountMail["kind"],
	change: (trx: typeof db) => Promise<boolean>,
): Promise<boolean> {
	return db.transaction().execute(async (trx) => {
		const isDone = await change(trx);
		if (isDone) await postMail(trx, { kind, userId, address });
		return isDone;
	});
}

async function addAction(request: Request, user: User) {
	const submission = await parseForm(request, addSchema);
	if (submission.status !== "success") return invalid(submission);
	const { name, passkey = "" } = submission.value;
	const challenge = await spendChallenge(request, "add", user.id);
	const answer = readMade(passkey);
	const made = challenge && answer && (await checkMade(answer, challenge));
	// Sent again because no answer came: the first time it was added.
	if (!made && (await listPasskeys(user.id)).some(({ id }) => id === answer?.id)) throw await added();
	if (!made) return invalid(submission, { formErrors: [NOT_ADDED] });
	const userHandle = await userHandleOf(user.id);
	const outcome = await db.transaction().execute(async (trx) => {
		const now = Date.now();
		if (!(await isStillOpen(request, trx))) return "ended";
		const created = await createPasskey(trx, { ...made, userId: user.id, userHandle, name }, now);
		if (created === "created")
			await postMail(trx, { kind: "passkey-added", userId: user.id, address: user.email }, now);
		return created;
	});
	if (outcome !== "created")
		return invalid(submission, { formErrors: [outcome === "full" ? FULL : NOT_ADDED] });
	throw await added();
}

function added(): Promise<Response> {
	return redirectWithToast(PAGE, { text: ADDED, kind: "success" }, [writeCookie("passkey", "", 0)]);
}

const STALE = "Pasó mucho tiempo. Probá de nuevo.";
const USELESS = "Esa llave no sirve. Probá con otra, o ingresá con tu contraseña.";
const ADDED = "La llave está lista: la próxima vez ingresás con ella.";
const REMOVED = "Quitamos la llave: ya no se puede ingresar con ella.";
const NOT_REMOVED = "No se pudo quitar la llave";
const GONE = "Esa llave ya no estaba.";
const NOT_ADDED = "No pudimos agregar la llave. Probá de nuevo.";
const FULL = `Ya tenés ${MAX_PASSKEYS} llaves: quitá una para agregar otra.`;
