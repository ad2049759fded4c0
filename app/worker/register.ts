/** The only script of public pages, and of that for the gate: registers the service worker, unless the visitor saves data, and offers the app. */
import { askAgain } from "~/browser/ask-again";
import { registerWorker } from "~/browser/register-worker";

const connection = "connection" in navigator ? Object(navigator.connection) : {};
const OFFERED = "app-offered";

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

askAgain();

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
