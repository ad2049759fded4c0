import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";
import { MINUTE_MS } from "~/lib/units/durations";

const FIRST_PAUSE_MS = 4_000;
const MAX_PAUSE_MS = 15_000;
const PAUSE_FACTOR = 1.2;
const GIVE_UP_AFTER_MS = 30 * MINUTE_MS;

/**
 * While `isWaiting`, reloads the page's data at growing intervals, for up to 30 minutes, to notice that the user has
 * verified the e-mail address in another browser. Pauses while the page is hidden.
 * @returns a function that reloads immediately
 */
export function usePolling(isWaiting: boolean): () => void {
	const { revalidate } = useRevalidator();
	useEffect(() => {
		if (!isWaiting) return;
		const end = Date.now() + GIVE_UP_AFTER_MS;
		let pauseMs = FIRST_PAUSE_MS;
		let timer = setTimeout(poll, pauseMs);
		function poll() {
			if (document.hidden) return;
			revalidate();
			clearTimeout(timer);
			pauseMs = Math.min(pauseMs * PAUSE_FACTOR, MAX_PAUSE_MS);
			if (Date.now() < end) timer = setTimeout(poll, pauseMs);
		}
		document.addEventListener("visibilitychange", poll);
		return () => {
			clearTimeout(timer);
			document.removeEventListener("visibilitychange", poll);
		};
	}, [isWaiting, revalidate]);
	return revalidate;
}
