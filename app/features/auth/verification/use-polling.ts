import { useRevalidator } from "@remix-run/react";
import { useEffect } from "react";

const FIRST_PAUSE_MS = 4_000;
const LONGEST_PAUSE_MS = 15_000;
const SLOWER_BY = 1.2;
const GIVE_UP_AFTER_MS = 30 * 60_000;

/**
 * Loads the data of a page again and again while it waits for something to happen elsewhere. Nothing is asked while nobody
 * looks; who comes back learns it at once.
 * @returns what loads them now
 */
export function useWatch(isWaiting: boolean): () => void {
	const { revalidate } = useRevalidator();
	useEffect(() => {
		if (!isWaiting) return;
		const end = Date.now() + GIVE_UP_AFTER_MS;
		let pause = FIRST_PAUSE_MS;
		let timer = setTimeout(look, pause);
		function look() {
			if (document.hidden) return;
			revalidate();
			clearTimeout(timer);
			pause = Math.min(pause * SLOWER_BY, LONGEST_PAUSE_MS);
			if (Date.now() < end) timer = setTimeout(look, pause);
		}
		document.addEventListener("visibilitychange", look);
		return () => {
			clearTimeout(timer);
			document.removeEventListener("visibilitychange", look);
		};
	}, [isWaiting, revalidate]);
	return revalidate;
}
