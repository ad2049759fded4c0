/** This browser's subscription to notices. */
import { KNOWN_PUSH } from "./register-worker";

/** Whether this browser can show notices. Safari can only in the installed app. */
export function knowsPush(): boolean {
	return "PushManager" in window && "Notification" in window && "serviceWorker" in navigator;
}

/** What the server needs in order to send notices to this browser. */
interface Asked {
	endpoint: string;
	p256dh: string;
	auth: string;
}

/** Asks the user, and then the browser's push service. */
export async function askForPush(): Promise<Asked | { problem: string }> {
	try {
		if ((await Notification.requestPermission()) !== "granted") return { problem: DENIED };
		await navigator.serviceWorker.register("/sw.js");
		// A subscription with another key, such as of another account, cannot be renewed.
		await endPush();
		const key = await fetchKey();
		return (key && (await subscribe(key))) || { problem: FAILED };
	} catch {
		return { problem: FAILED };
	}
}

async function subscribe(applicationServerKey: string): Promise<Asked | undefined> {
	const { pushManager } = await navigator.serviceWorker.ready;
	return askedOf(await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey }));
}

function askedOf(subscription: PushSubscription): Asked | undefined {
	const { endpoint, keys } = subscription.toJSON();
	return endpoint && keys?.p256dh && keys.auth
		? { endpoint, p256dh: keys.p256dh, auth: keys.auth }
		: undefined;
}

/**
 * Asks for the site's key.
 * @param session the session that has asked for notices: another one gets no key, and nobody without a session
 */
async function fetchKey(session = ""): Promise<string | undefined> {
	const response = await post({ intent: "key", session });
	if (response.status === 204) return undefined;
	const { publicKey }: { publicKey?: string } = await response.json();
	return publicKey;
}

/** @throws Error unless the server has done it, so that nothing goes on as if it had */
async function post(fields: Record<string, string>): Promise<Response> {
	const body = new URLSearchParams(fields);
	const address = `/auth/notices?_data=${encodeURIComponent("routes/auth.notices")}`;
	const response = await fetch(address, { method: "POST", body });
	if (!response.ok) throw new Error(String(response.status));
	return response;
}

/** Tells the server where to send notices, without leaving the open page. @throws Error unless the server has noted it */
export const sendPush = (asked: Asked) => post({ intent: "subscribe", ...asked });

/** This browser's subscription, if any. */
async function findPush(): Promise<PushSubscription | undefined> {
	const registration = await navigator.serviceWorker.getRegistration();
	return (await registration?.pushManager.getSubscription()) ?? undefined;
}

/** Ends this browser's subscription. */
export async function endPush(): Promise<void> {
	localStorage.removeItem(KNOWN_PUSH);
	await (await findPush())?.unsubscribe();
}

/** What the server has of this browser: where it sends notices, and for which session. */
export interface KnownPush {
	endpoint: string;
	session: string;
}

/** Keeps what the server has, so that each living page can compare it with what the browser has. */
export function keepPush(known: KnownPush): void {
	localStorage.setItem(KNOWN_PUSH, JSON.stringify(known));
}

/**
 * Tells the server of a subscription that the browser has replaced, or makes a new one for one that it has lost. Ends the
 * notices if the person has taken the permission back, or another session has begun.
 * @returns whether anything has changed
 */
export async function repairPush(): Promise<boolean> {
	const known: KnownPush | null = JSON.parse(localStorage.getItem(KNOWN_PUSH) ?? "null");
	if (!known) return false;
	const found = await findPush();
	const isAllowed = Notification.permission === "granted";
	if (isAllowed && found?.endpoint === known.endpoint) return false;
	const key = await fetchKey(known.session);
	const asked = key && isAllowed && (found ? askedOf(found) : await subscribe(key));
	if (asked) {
		// With the session: the next page says nothing of what nobody has asked for.
		await sendPush({ ...known, ...asked });
		keepPush({ ...known, endpoint: asked.endpoint });
		return true;
	}
	await endPush();
	if (key) await post({ intent: "unsubscribe" });
	return true;
}

const DENIED =
	"No diste permiso. Si cambiás de idea, permití los avisos de Relevo en los ajustes del navegador.";
const FAILED = "No se pudo activar. Fijate si tenés señal y probá de nuevo.";
