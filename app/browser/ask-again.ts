/** Age in ms from which "Hoy" and its countdown, and whether a document is valid, are asked for again. */
const STALE_MS = 600_000;

/**
 * Asks again what is true now when a page is looked at that was left open: a phone may keep the app from one shift to the next.
 * @returns ends it
 */
export function askAgain(): () => void {
	const openedAt = Date.now();
	const look = () => {
		// Without a worker nothing would answer where there is no signal.
		if (document.hidden || !navigator.serviceWorker?.controller) return;
		if (Date.now() - openedAt < STALE_MS) return;
		if (document.querySelector("[aria-label=Hoy]")) location.reload();
		// The photos for the gate stay on the screen where there is no signal, since a full phone has kept none, but do not
		// say whether they are valid.
		else if (document.querySelector(".validity"))
			fetch(location.href, { method: "HEAD" }).then(
				({ ok }) => ok && location.reload(),
				() => {
					// Hidden, not emptied: what is in it may be React's.
					for (const validity of document.querySelectorAll<HTMLElement>(".validity"))
						validity.style.display = "none";
				},
			);
	};
	document.addEventListener("visibilitychange", look);
	return () => document.removeEventListener("visibilitychange", look);
}
