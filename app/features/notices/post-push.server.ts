import { createHmac } from "node:crypto";
import type { PushSubscriptionsTable } from "db/schema";
import type { WorkLetter } from "~/features/diagrams/cycle";
import { publicOrigin } from "~/lib/env.server";
import type { CivilDate } from "~/lib/time/civil-date";
import { isPushEndpoint } from "./push-endpoint.server";
import { loadWebPush, type PushKeys } from "./push-keys.server";

/** Time limit of a request to a push service, in milliseconds. */
const TIMEOUT_MS = 10_000;

/** What a phone is told. The service worker makes the text of it; no name and no title leaves the server. */
export interface Notice {
	kind: `shift-${WorkLetter}` | "expiry" | "diagram";
	date: CivilDate;
	/** Whether the shift is that of a diagram which its plant has not confirmed. */
	unsure?: true;
	/** Seconds for which the push service keeps the notice for a phone that is off. */
	ttlS: number;
}

/** A browser to which notices are sent. */
export type PushTarget = Pick<PushSubscriptionsTable, "endpoint" | "p256dh" | "auth">;

/** "gone": the browser has ended its subscription. "failed": try again later, or after `waitS` seconds if it is a number. */
export type Posted = { status: "sent" | "gone" } | { status: "failed"; waitS?: number };

/** Sends a notice, encrypted for the browser, to the browser's push service. */
export async function postPush(
	{ endpoint, ...keys }: PushTarget,
	{ ttlS, ...told }: Notice,
	{ publicKey, privateKey }: PushKeys,
): Promise<Posted> {
	if (!isPushEndpoint(endpoint)) return { status: "gone" };
	const { generateRequestDetails } = await loadWebPush();
	// A newer notice of the same kind and date replaces one that the push service still keeps: of a shift with any letter, as
	// the phone would otherwise tell the former shift too. The service sees only a hash.
	const subject = `${told.kind.replace(/-.*/, "")} ${told.date}`;
	const topic = createHmac("sha256", privateKey).update(subject).digest("base64url").slice(0, 32);
	const { headers, body } = generateRequestDetails({ endpoint, keys }, JSON.stringify(told), {
		// Push services write to this address when something is wrong. They take only https.
		vapidDetails: { subject: `https://${new URL(publicOrigin).host}`, publicKey, privateKey },
		TTL: ttlS,
		topic,
		urgency: "normal",
		contentEncoding: "aes128gcm",
	});
	return readAnswer(
		await fetch(endpoint, {
			method: "POST",
			headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
			body: body && new Uint8Array(body),
			redirect: "manual",
			signal: AbortSignal.timeout(TIMEOUT_MS),
		}),
	);
}

async function readAnswer({ ok, status, headers, body }: Response): Promise<Posted> {
	await body?.cancel();
	if (ok) return { status: "sent" };
	if (status === 404 || status === 410) return { status: "gone" };
	const after = headers.get("Retry-After") ?? "";
	const waitS = /^\d{1,6}$/.test(after) ? Number(after) : (Date.parse(after) - Date.now()) / 1000;
	return { status: "failed", waitS: Math.ceil(waitS) };
}
