/** The only script of public pages: registers the service worker, unless the visitor saves data. */
import { registerWorker } from "~/browser/register-worker";

const connection = "connection" in navigator ? Object(navigator.connection) : {};
const button = document.getElementById("guardar");

if (!connection.saveData && !/2g/.test(connection.effectiveType)) {
	if (document.readyState === "complete") registerWorker();
	else addEventListener("load", registerWorker);
} else if (button && navigator.serviceWorker) {
	button.hidden = false;
	button.onclick = () => {
		registerWorker();
		button.textContent = "Guardado";
	};
}
