/** This browser's subscription to notices. */

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
		const { pushManager } = await navigator.serviceWorker.ready;
		// A subscription with another key, such as of another account, cannot be renewed.
		await (await pushManager.getSubscription())?.unsubscribe();
		const { endpoint, keys } = (
			await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: await fetchKey() })
		).toJSON();
		if (!endpoint || !keys?.p256dh || !keys.auth) return { problem: FAILED };
		return { endpoint, p256dh: keys.p256dh, auth: keys.auth };
	} catch {
		return { problem: FAILED };
	}
}

async function fetchKey(): Promise<string> {
	const body = new URLSearchParams({ intent: "key" });
	const response = await fetch(`/auth/notices?_data=${encodeURIComponent("routes/auth.notices")}`, {
		method: "POST",
		body,
	});
	const { publicKey }: { publicKey: string } = await response.json();
	return publicKey;
}

/** This browser's subscription, if any. */
export async function findPush(): Promise<PushSubscription | undefined> {
	const registration = await navigator.serviceWorker.getRegistration();
	return (await registration?.pushManager.getSubscription()) ?? undefined;
}

/** Ends this browser's subscription. */
export async function endPush(): Promise<void> {
	await (await findPush())?.unsubscribe();
}

const DENIED =
	"No diste permiso. Si cambiás de idea, permití los avisos de Relevo en los ajustes del navegador.";
const FAILED = "No se pudo activar. Fijate si tenés señal y probá de nuevo.";
