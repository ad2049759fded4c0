import { redirect } from "@remix-run/node";
import { isStillValid, type Proof } from "~/features/auth/passwords/credentials.server";
import { rememberDevice } from "~/features/auth/rate-limits/known-devices.server";
import { endPending } from "~/features/auth/registration/registration.server";
import { toUser, type User } from "~/features/auth/users.server";
import { db } from "~/lib/database/db.server";
import { isDiskFull } from "~/lib/database/disk.server";
import { readToken, writeCookie } from "~/lib/http/cookies.server";
import { findRequestContext, notePerson, personOf, requestContext } from "~/lib/http/request-context.server";
import { redirectWithToast } from "~/lib/http/toast.server";
import { logFailure } from "~/lib/log.server";
import * as messages from "~/lib/messages";
import { hashToken, makeToken } from "~/lib/secret-token.server";
import { DAY_S } from "~/lib/units/durations";

/** Lifetime of a session in seconds: half a year, so that a worker signs in on the phone only twice a year. */
const SESSION_S = 180 * DAY_S;
/** Maximum number of sessions per user. A new session beyond this number ends the oldest one. */
const MAX_SESSIONS = 50;

/**
 * Opens a session for a user, and ends the browser's previous session.
 * @returns the Set-Cookie header of the session cookie
 * @throws Response redirect to the login page when the password or the passkey has just ended
 */
export async function openSession(request: Request, proof: Proof, now = Date.now()): Promise<string> {
	const { userId } = proof;
	const token = makeToken();
	const previous = readToken(request, "session");
	notePerson(userId);
	await db.transaction().execute(async (trx) => {
		if (!(await isStillValid(trx, proof))) throw redirect("/auth/login", 303);
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
	return writeCookie("session", token, SESSION_S);
}

/**
 * Opens a session for a user whose identity is proven, stores the browser as a known device, and deletes the browser's
 * pending registration (its wait for the verification mail).
 * @returns the Set-Cookie headers
 */
export async function signBrowserIn(request: Request, proof: Proof): Promise<string[]> {
	const { userId } = proof;
	const cookies = [await openSession(request, proof)];
	const isStillUser = (trx: typeof db) => isStillValid(trx, proof);
	const device = await rememberDevice(request, userId, Date.now(), isStillUser).catch((error: unknown) => {
		// On a full disk the sign-in still succeeds, but the browser does not become a known device.
		if (!isDiskFull(error)) throw error;
	});
	if (device) cookies.push(device);
	const ended = await endPending(request);
	return ended ? [...cookies, ended] : cookies;
}

const found = new WeakMap<Request, Promise<User | undefined>>();

/**
 * Returns the signed-in user; undefined for a missing, forged, ended or expired session. All loaders of a page
 * share one query.
 */
export async function findSessionUser(request: Request): Promise<User | undefined> {
	const known = request.method === "GET" ? found.get(request) : undefined;
	const user = known ?? readSessionUser(request, Date.now());
	found.set(request, user);
	return user;
}

async function readSessionUser(request: Request, now: number): Promise<User | undefined> {
	const token = readToken(request, "session");
	if (!token) return undefined;
	const row = await db
		.selectFrom("sessions")
		.innerJoin("users", "users.id", "sessions.user_id")
		.selectAll("users")
		.where("sessions.token_hash", "=", hashToken(token))
		.where("sessions.expires_at", ">", now)
		.executeTakeFirst();
	// A form from a phone's outbox is nobody's but its writer's.
	const resend = findRequestContext()?.resend;
	if (row && resend && resend.person !== personOf(row.id)) return undefined;
	if (row) notePerson(row.id);
	return row && toUser(row);
}

/**
 * Whether the session that has sent a form is still open. Asked in the transaction that makes what outlives the session,
 * because a new password may have ended both after the form came.
 */
export async function isStillOpen(request: Request, trx: typeof db): Promise<boolean> {
	const row = await trx
		.selectFrom("sessions")
		.select("user_id")
		.where("token_hash", "=", hashToken(readToken(request, "session") ?? ""))
		.executeTakeFirst();
	return row !== undefined;
}

/**
 * Returns the signed-in user of a private page.
 * @param noUser title of the message on the login page, if a form was sent without a session
 * @param text the message
 * @throws Response redirect to the login page, which leads back to the requested page
 */
export async function requireUser(
	request: Request,
	noUser: string = messages.noUser,
	text?: string,
): Promise<User> {
	const user = await findSessionUser(request);
	if (user) return user;
	throw await loginRedirect(request, { noUser, text });
}

/** `requireUser` for a form that ends its own session: whoever sends it twice may have been obeyed the first time. */
export function requireUserToEnd(request: Request): Promise<User> {
	return requireUser(request, messages.noUser, MAYBE_DONE);
}

const NOTHING_DONE = "No se hizo nada: tu sesión se cerró. Ingresá y probá de nuevo.";
export const MAYBE_DONE =
	"Tu sesión se cerró. Si ya habías tocado el botón, puede estar hecho. Si no, ingresá y probá de nuevo.";

/**
 * Returns the redirect to the login page for a request without a session.
 * @param options title and text of the message, and the path to which the login page leads back, by default that of the
 *   request
 */
export async function loginRedirect(
	request: Request,
	options: { noUser?: string; text?: string; page?: string } = {},
): Promise<Response> {
	const { noUser = messages.noUser, text = NOTHING_DONE, page } = options;
	const { pathname, search } = requestContext().url;
	// The query string of a POST request belongs to the form's `action`, so only the path leads back to the page with
	// the form.
	const target = page ?? (request.method === "GET" ? pathname + search : pathname);
	const login = `/auth/login?redirectTo=${encodeURIComponent(target)}`;
	if (request.method === "GET") return redirect(login, 302);
	// This redirect loses what the user has typed. Forms that take longer to fill in use `requireUserToFill` instead,
	// which keeps the typed values.
	return redirectWithToast(login, { title: noUser, text, kind: "error" });
}

/**
 * Ends this browser's session. On a disk that stays full, the browser forgets it all the same: a phone may be shared.
 * @returns the Set-Cookie header that deletes the session cookie
 */
export async function endSession(request: Request): Promise<string> {
	const token = readToken(request, "session");
	const end = async () => {
		if (token) await db.deleteFrom("sessions").where("token_hash", "=", hashToken(token)).execute();
	};
	await end().catch((error: unknown) => {
		if (!isDiskFull(error)) throw error;
		// The first try has freed the reserve.
		return end().catch((again: unknown) => logFailure("session_not_ended", again));
	});
	return writeCookie("session", "", 0);
}
