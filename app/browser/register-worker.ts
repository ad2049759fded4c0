/**
 * Registers the service worker, which keeps pages on the phone and sends forms later. Tells it when the signal is back.
 */
export function registerWorker(): void {
	const { serviceWorker } = navigator;
	// Old browsers, private windows and addresses without https have no service worker.
	if (!serviceWorker) return;
	serviceWorker.register("/sw.js").catch(() => {});
	addEventListener("online", () => serviceWorker.controller?.postMessage("online"));
}
