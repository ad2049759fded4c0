/** Form actions of the page on which a user makes, renews and revokes the secret URL of their calendar. */
import { isStillOpen, loginRedirect } from "~/features/auth/sessions/sessions.server";
import type { User } from "~/features/auth/users.server";
import { db } from "~/lib/database/db.server";
import { publicOrigin } from "~/lib/env.server";
import { invalid, parseForm, readFields } from "~/lib/forms/form.server";
import { refuseOthers } from "~/lib/forms/form-state.server";
import { readCookie, writeCookie } from "~/lib/http/cookies.server";
import { unknownButton } from "~/lib/http/http.server";
import { backWithToast } from "~/lib/http/toast.server";
import { createFeed, deleteFeed, findFeedBySecret, updateFeedAlarms } from "./calendar-feeds.server";
import { type Alarms, feedSchema } from "./feed-schemas";

const PATH = "/auth/my-calendar";
/** Lifetime in seconds of the cookie that carries a new secret URL to the next page. */
const COOKIE_S = 60;
const READY = "El enlace está listo: copialo ahora.";
/** For a page that does not know of an earlier URL: it was open before, in another tab or behind Back. */
const REPLACED = `${READY} Ya tenías uno, que deja de andar.`;
const GONE = "Tu enlace ya no anda, así que no tiene avisos. Podés hacer otro.";

/** Makes, renews or revokes the user's secret URL, or changes the alarms. A form that another person has opened does nothing. */
export async function changeFeedAction(request: Request, user: User) {
	const { intent, person } = await readFields(request.clone(), ["intent", "person"]);
	await refuseOthers({ person }, PATH);
	// The alarms of a feed that is there stay.
	if (intent === "renew") throw await withNewAddress(request, user.id, "none");
	if (intent === "revoke") {
		await deleteFeed(user.id);
		throw await backWithToast(PATH, { text: "Dimos de baja el enlace: ya nadie puede leerlo." });
	}
	if (intent !== "make" && intent !== "alarms") throw unknownButton();
	const submission = await parseForm(request, feedSchema);
	if (submission.status !== "success") return invalid(submission);
	const { alarms } = submission.value;
	// Saves the alarms here also for the button "make": if another tab has already made the feed, `createFeed` keeps
	// the alarms of that feed.
	const isSaved = await updateFeedAlarms(user.id, alarms);
	if (intent === "make") throw await withNewAddress(request, user.id, alarms, isSaved ? REPLACED : READY);
	if (!isSaved) throw await backWithToast(PATH, { text: GONE, kind: "error" });
	throw await backWithToast(PATH, {
		text: "Guardamos los avisos. El teléfono los cambia la próxima vez que lea el calendario.",
	});
}

/**
 * Reads a new secret URL from the cookie and deletes the cookie, so that the page shows the URL only once.
 * @returns the URL, if any, and the headers that delete the cookie
 */
export async function takeNewAddress(
	request: Request,
	user: User,
): Promise<{ address?: string; headers: HeadersInit }> {
	const secret = readCookie(request.headers.get("Cookie"), "feed");
	if (!secret) return { headers: {} };
	const feed = await findFeedBySecret(secret);
	return {
		address: feed?.userId === user.id ? `${publicOrigin}/feeds/${secret}.ics` : undefined,
		headers: { "Set-Cookie": writeCookie("feed", "", 0) },
	};
}

/** Makes a new secret URL, and redirects to the page that shows the URL. */
async function withNewAddress(
	request: Request,
	userId: string,
	alarms: Alarms,
	text = READY,
): Promise<Response> {
	const secret = await db.transaction().execute(async (trx) => {
		return (await isStillOpen(request, trx)) ? createFeed(trx, userId, alarms) : undefined;
	});
	if (!secret) return loginRedirect(request);
	const response = await backWithToast(PATH, { text });
	response.headers.append("Set-Cookie", writeCookie("feed", secret, COOKIE_S));
	return response;
}
