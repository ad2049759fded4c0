import { phoneTakesPhotos } from "./phone-takes-photos";

/** Name under which the browser keeps what the server knows of its subscription to notices. */
export const KNOWN_PUSH = "push";

/**
 * Registers the service worker, which keeps pages on the phone and sends forms later. Tells it when the signal is back.
 */
export function registerWorker(): void {
	const { serviceWorker } = navigator;
	// Old browsers, private windows and addresses without https have no service worker.
	if (!serviceWorker) return;
	const tell = (message: string) => serviceWorker.controller?.postMessage(message);
	const greetAnyway = ({ active }: ServiceWorkerRegistration) => {
		// A page that was asked for just before the worker began stays without it: it is to be kept all the same.
		if (!serviceWorker.controller) active?.postMessage("hello");
	};
	serviceWorker.register("/sw.js").then(greetAnyway, () => {});
	addEventListener("online", () => tell("online"));
	serviceWorker.addEventListener("message", ({ data }) =>
		data === "photos" ? phoneTakesPhotos() : showCount(data),
	);
	const greet = () => tell("hello");
	serviceWorker.addEventListener("controllerchange", greet);
	greet();
}

/** Shows beside "Más" how many forms wait, unless the worker has written it into the page. */
function showCount(count: unknown): void {
	const more = document.querySelector('.bar [href="/auth/more"] span');
	if (more instanceof HTMLElement && more.textContent === "Más") more.dataset.waiting = `·${count}`;
}
