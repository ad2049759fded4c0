import { redirect } from "@remix-run/node";
import { toUser, type User, userColumns } from "~/features/auth/users.server";
import { db } from "~/lib/database/db.server";
import { readCookies, sessionCookieName, writeCookie } from "~/lib/http/cookies.server";
import { notePerson, requestContext } from "~/lib/http/request-context.server";
import { redirectWithToast } from "~/lib/http/toast.server";
import * as messages from "~/lib/messages";
import { hashToken, makeToken } from "~/lib/secret-token.server";

/**
 * Half a year, so that a worker signs in on the phone only twice a year. A user who loses the phone can end all
 * sessions.
 */
const SESSION_S = 180 * 24 * 3600;
/** Sessions per user, more than a user has browsers. Beyond it the oldest sessions end. */
const MAX_SESSIONS = 50;

/**
 * Opens a session with a new token and ends the browser's previous session. A user keeps the 50 newest sessions.
 * @returns the Set-Cookie header
 */
export async function openSession(request: Request, userId: string, now = Date.now()): Promise<string> {
	const token = makeToken();
	const previous = tokenOf(request);
	notePerson(userId);
	await db.transaction().execute(async (trx) => {
		if (previous) await trx.deleteFrom("sessions").where("token_hash", "=", hashToken(previous)).execute();
		const oldest = trx
			.selectFrom("sessions")
			.select("token_hash")
			.where("user_id", "=", userId)
			.orderBy("created_at", "desc")
			.limit(-1)
			.offset(MAX_SESSIONS - 1);
		await trx.deleteFrom("sessions").where("token_hash", "in", oldest).execute();
		await trx
			.insertInto("sessions")
			.values({
				token_hash: hashToken(token),
				user_id: userId,
				created_at: now,
				expires_at: now + SESSION_S * 1000,
			})
			.execute();
	});
	return writeCookie(sessionCookieName, token, SESSION_S);
}

/** The signed-in user; undefined when the session is missing, forged, ended or expired. */
export async function findSessionUser(request: Request, now = Date.now()): Promise<User | undefined> {
	const token = tokenOf(request);
	if (!token) return undefined;
	const row = await db
		.selectFrom("sessions")
		.innerJoin("users", "users.id", "sessions.user_id")
		.select(userColumns)
		.where("sessions.token_hash", "=", hashToken(token))
		.where("sessions.expires_at", ">", now)
		.executeTakeFirst();
	if (row) notePerson(row.id);
	return row && toUser(row);
}

/**
 * The guard of private loaders and actions.
 * @param noUser title of the message that the login page shows when a form was posted without a session
 * @throws Response redirect to the login page; after signing in, the user returns to the requested page
 */
export async function requireUser(request: Request, noUser: string = messages.noUser): Promise<User> {
	const user = await findSessionUser(request);
	if (user) return user;
	throw await loginRedirect(request, noUser);
}

/** The redirect to the login, thrown by guards such as `requireUser`. */
export async function loginRedirect(request: Request, noUser: string = messages.noUser): Promise<Response> {
	const { pathname, search } = requestContext().url;
	// The query of a posted form has no meaning for a page.
	const target = request.method === "GET" ? pathname + search : pathname;
	const login = `/auth/login?redirectTo=${encodeURIComponent(target)}`;
	if (request.method === "GET") return redirect(login, 302);
	// For forms with only buttons. Forms that users fill in use requireUserToFill, which preserves the typed fields.
	return redirectWithToast(login, {
		title: noUser,
		text: "No se hizo nada: tu sesión se cerró. Ingresá y probá de nuevo.",
		kind: "error",
	});
}

/**
 * Signs this browser out.
 * @returns the Set-Cookie header that removes the cookie
 */
export async function endSession(request: Request): Promise<string> {
	const token = tokenOf(request);
	if (token) await db.deleteFrom("sessions").where("token_hash", "=", hashToken(token)).execute();
	return forgetSession();
}

/**
 * Signs a user out in all browsers, including this one.
 * @returns the Set-Cookie header that removes the cookie
 */
export async function endAllSessions(userId: string): Promise<string> {
	await db.deleteFrom("sessions").where("user_id", "=", userId).execute();
	return forgetSession();
}

/** The Set-Cookie header that removes the cookie of an ended session. */
export function forgetSession(): string {
	return writeCookie(sessionCookieName, "", 0);
}

/** The token in the request's cookie; undefined for a malformed token. */
function tokenOf(request: Request): string | undefined {
	const token = readCookies(request.headers.get("Cookie"))[sessionCookieName];
	return token && /^[A-Za-z0-9_-]{43}$/.test(token) ? token : undefined;
}
