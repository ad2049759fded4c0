import { json } from "@remix-run/node";
import * as z from "zod";
import type { User } from "~/features/auth/users.server";
import { updateSwitch } from "~/features/profile/profiles.server";
import { isPushOn } from "~/lib/env.server";
import { readFields } from "~/lib/forms/form.server";
import { refuseOthers } from "~/lib/forms/form-state.server";
import { badRequest, unknownButton } from "~/lib/http/http.server";
import { requestContext } from "~/lib/http/request-context.server";
import { backWithToast } from "~/lib/http/toast.server";
import { type NoticeSwitchName, noticeSwitches } from "./notice-switches";
import { isPushEndpoint } from "./push-endpoint.server";
import { requirePushKeys } from "./push-keys.server";
import { deleteSubscription, saveSubscription, sessionName } from "./push-subscriptions.server";

const PAGE = "/auth/notices";

/** What a browser says of its subscription: an uncompressed point of P-256, and 16 bytes, in base64url. */
const target = z.object({
	endpoint: z.string().refine(isPushEndpoint),
	p256dh: z.string().regex(/^B[\w-]{86}$/),
	auth: z.string().regex(/^[\w-]{22}$/),
});

/**
 * Turns a kind of notice on or off, and begins or ends the notices of this browser.
 * @returns `publicKey` for a page that asks with which key its browser should subscribe, unless the page repairs the notices
 *   of a session that has ended; nothing for a page that has repaired them, which nobody has asked for; `failed` names a
 *   switch that was not saved
 */
export async function changeNoticesAction(request: Request, user: User) {
	const names = ["intent", "person", "session", "endpoint", "p256dh", "auth", ...noticeSwitches] as const;
	const { intent, ...fields } = await readFields(request, names);
	const name = noticeSwitches.find((one) => one === intent);
	if (name) await refuseOthers(fields, PAGE);
	if (name) return switchAction(user, name, fields[name]);
	if (intent === "unsubscribe") {
		await deleteSubscription(request);
		throw await backWithToast(PAGE, { text: "En este equipo no te avisamos más.", kind: "info" });
	}
	if (!isPushOn) throw badRequest(NOT_OFFERED);
	if (intent === "key") {
		const isOther = fields.session && fields.session !== sessionName(request);
		const { publicKey } = isOther ? {} : await requirePushKeys();
		return json<Answer>({ isQuestion: true, publicKey });
	}
	const given = intent === "subscribe" ? target.safeParse(fields).data : undefined;
	if (!given) throw badRequest(NOT_OFFERED);
	await saveSubscription(request, user.id, given);
	if (fields.session) return json<Answer>({ isQuestion: true });
	throw await backWithToast(PAGE, { text: "Listo: en este equipo te avisamos." });
}

interface Answer {
	/** Tells the page that the request was only a question, so that the page does not reload its data. */
	isQuestion?: true;
	publicKey?: string;
	failed?: NoticeSwitchName;
}

async function switchAction({ id }: User, name: NoticeSwitchName, state: string | undefined) {
	if (state !== "si" && state !== "no") throw unknownButton();
	requestContext().giveFormBack = (_error, status) => json<Answer>({ failed: name }, { status });
	await updateSwitch(id, name, state === "si");
	throw await backWithToast(PAGE, { text: state === "si" ? "Aviso activado." : "Aviso desactivado." });
}

const NOT_OFFERED = "Este navegador no puede recibir avisos de Relevo.";
