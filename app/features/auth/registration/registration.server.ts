import { registerSchema } from "~/features/auth/account-schemas";
import { postMail } from "~/features/auth/mails/post-mail.server";
import { tooBusy, tooManyAttempts } from "~/features/auth/passwords/check-password.server";
import { isGoodFor } from "~/features/auth/passwords/new-password.server";
import { hashPassword, unlessBusy } from "~/features/auth/passwords/password-hash.server";
import { limitOf, takeAttempt } from "~/features/auth/rate-limits/attempts.server";
import { findUserByEmail, newUserRow, toUser } from "~/features/auth/users.server";
import { db } from "~/lib/database/db.server";
import { requireRoomForMore } from "~/lib/database/disk.server";
import { invalid, parseForm } from "~/lib/forms/form.server";
import { readToken, writeCookie } from "~/lib/http/cookies.server";
import { redirectWithCookies } from "~/lib/http/http.server";
import { requestContext } from "~/lib/http/request-context.server";
import { hashToken, makeToken } from "~/lib/secret-token.server";
import { DAY_S } from "~/lib/units/durations";

/**
 * Handles the registration form. The response is the same whether or not the e-mail address already has an account.
 */
export async function registerAccountAction(request: Request) {
	const submission = await parseForm(request, registerSchema.check(isGoodFor({})));
	if (submission.status !== "success") return invalid(submission);
	const clientAddress = requestContext().clientAddress;
	const attempt = await takeAttempt([limitOf("register-address", clientAddress)]);
	if (attempt.status === "limited") return tooManyAttempts(submission, attempt);
	const token = readToken(request, "pending");
	const cookie = await unlessBusy(registerAccount(submission.value, clientAddress, Date.now(), token));
	if (!cookie) return tooBusy(submission);
	throw redirectWithCookies("/auth/verify-email", [cookie]);
}

/**
 * Creates an account and mails a verification link, or mails the owner of an existing account that somebody tried to
 * register. Both take the same work, so that nobody learns which addresses have an account. The form that has just
 * created the account may be sent again, and the browser that waits for its mail may go back and send another, until
 * somebody has signed in to the account: what was typed last counts, and no second mail is sent.
 * @param token of the registration for whose mail the browser waits
 * @returns the Set-Cookie header of the pending registration
 * @throws QueueFullError before anything is written; Error when the disk is full
 */
export async function registerAccount(
	{ username, email, password, mark }: { username: string; email: string; password: string; mark?: string },
	clientAddress: string,
	now = Date.now(),
	token = "",
): Promise<string> {
	requireRoomForMore();
	const passwordHash = await hashPassword(password, email);
	return db.transaction().execute(async (trx) => {
		const known = await findUserByEmail(email, trx);
		const again = await trx
			.updateTable("users")
			.set({ username, password_hash: passwordHash, updated_at: now })
			.where("email", "=", email)
			.where("email_verified_at", "is", null)
			// Nor an account that somebody has signed in to, from whichever browser: this one may be shared.
			.where("id", "not in", (of) => of.selectFrom("devices").select("user_id"))
			.where("id", "in", (of) =>
				of
					.selectFrom("pending_registrations")
					.select("user_id")
					.where("token_hash", "in", [hashToken(token), mark ? hashOfForm(mark) : ""])
					.where("is_new", "=", 1)
					.where("expires_at", ">", now),
			)
			.returning("id")
			.executeTakeFirst();
		const user = newUserRow(
			{ email, username, password_hash: passwordHash, provider_auth: "NORMAL", email_verified_at: null },
			now,
		);
		if (!known) await trx.insertInto("users").values(user).execute();
		const userId = known?.id ?? user.id;
		const kind = known ? "already-registered" : "verify";
		if (!again) await postMail(trx, { kind, userId, address: email, clientAddress }, now);
		const isNew = !known || again !== undefined;
		if (mark) await putPending(trx, hashOfForm(mark), { userId, isNew }, now);
		return addPending(trx, { userId, isNew }, now);
	});
}

const PENDING_S = DAY_S;

/** What a browser has registered that waits for the verification mail. */
interface Pending {
	userId: string;
	/** False when the e-mail address already had an account. Its verification then does not sign this browser in. */
	isNew: boolean;
}

/**
 * Stores a pending registration of this browser.
 * @returns the Set-Cookie header that identifies the browser
 */
export async function addPending(trx: typeof db, pending: Pending, now: number): Promise<string> {
	const token = makeToken();
	await putPending(trx, hashToken(token), pending, now);
	return writeCookie("pending", token, PENDING_S);
}

async function putPending(trx: typeof db, token_hash: string, { userId, isNew }: Pending, now: number) {
	const row = { user_id: userId, is_new: isNew ? 1 : 0, expires_at: now + PENDING_S * 1000 } as const;
	await trx
		.insertInto("pending_registrations")
		.values({ token_hash, ...row })
		.onConflict((conflict) => conflict.column("token_hash").doUpdateSet(row))
		.execute();
}

/** Stands for what a form has registered. No cookie leads to it: `readToken` reads no token with a space. */
function hashOfForm(mark: string): string {
	return hashToken(`form ${mark}`);
}

/**
 * Finds what this browser has registered, and the account that has the address. With one query, because a faster answer to
 * the address of an older account would reveal it.
 */
export async function findPending(request: Request) {
	const token = readToken(request, "pending");
	if (!token) return undefined;
	const row = await db
		.selectFrom("pending_registrations")
		.innerJoin("users", "users.id", "pending_registrations.user_id")
		.selectAll("users")
		.select(["token_hash", "is_new"])
		.where("token_hash", "=", hashToken(token))
		.where("expires_at", ">", Date.now())
		.executeTakeFirst();
	return row && { tokenHash: row.token_hash, isNew: row.is_new === 1, user: toUser(row) };
}

/**
 * Deletes the pending registration of a browser that has signed in.
 * @returns the Set-Cookie header that deletes the registration cookie; undefined for a browser without one
 */
export async function endPending(request: Request): Promise<string | undefined> {
	const token = readToken(request, "pending");
	if (!token) return undefined;
	await db.deleteFrom("pending_registrations").where("token_hash", "=", hashToken(token)).execute();
	return writeCookie("pending", "", 0);
}
