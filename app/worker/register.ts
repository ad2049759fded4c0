/** The only script of public pages, and of that for the gate: registers the service worker, unless the visitor saves data, and offers the app. */
import { registerWorker } from "~/browser/register-worker";

const connection = "connection" in navigator ? Object(navigator.connection) : {};
const OFFERED = "app-offered";
const openedAt = Date.now();
/** Age in ms from which "Hoy" and its countdown, and whether a document is valid, are asked for again. */
const STALE_MS = 600_000;

if (!connection.saveData && !/2g/.test(connection.effectiveType)) {
	if (document.readyState === "complete") registerWorker();
	else addEventListener("load", registerWorker);
} else if (navigator.serviceWorker) offer("guardar", registerWorker);

addEventListener("beforeinstallprompt", (event) => {
	try {
		if (localStorage.getItem(OFFERED)) return;
		if (offer("instalar", () => Object(event).prompt())) localStorage.setItem(OFFERED, "1");
	} catch {
		// Without storage the offer would come again and again.
	}
});

document.addEventListener("visibilitychange", () => {
	// A phone may keep the app open from one shift to the next. Without a worker nothing would answer where there is no signal.
	if (document.hidden || !navigator.serviceWorker?.controller) return;
	if (Date.now() - openedAt < STALE_MS) return;
	if (document.querySelector("[aria-label=Hoy]")) location.reload();
	// The photos for the gate stay on the screen where there is no signal, since a full phone has kept none, but do not say
	// whether they are valid.
	else if (document.querySelector("[class*=validity]"))
		fetch(location.href, { method: "HEAD" }).then(
			({ ok }) => ok && location.reload(),
			() => {
				for (const validity of document.querySelectorAll(".validity")) {
					validity.className = "no-validity";
					validity.textContent = "";
				}
			},
		);
});

/** Shows a hidden part of the page, whose button does something once. */
function offer(id: string, run: () => void): boolean {
	const part = document.getElementById(id);
	const button = part?.querySelector("button");
	if (!part || !button) return false;
	part.hidden = false;
	button.onclick = () => {
		part.hidden = true;
		run();
	};
	return true;
}
