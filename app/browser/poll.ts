const FIRST_PAUSE_MS = 4_000;
const LONGEST_PAUSE_MS = 15_000;
const SLOWER_BY = 1.2;
const GIVE_UP_AFTER_MS = 30 * 60_000;

/**
 * Asks `address` again and again until it answers `{ "done": true }` or sends elsewhere, and then loads the page anew. Nothing is asked
 * while nobody looks; who comes back learns it at once.
 */
export function pollUntilDone(address: string): void {
	const end = Date.now() + GIVE_UP_AFTER_MS;
	let pause = FIRST_PAUSE_MS;
	let timer: ReturnType<typeof setTimeout>;

	const ask = async () => {
		if (document.hidden) return;
		if (await isDone(address)) return loadAnew();
		clearTimeout(timer);
		if (Date.now() < end) timer = setTimeout(ask, pause);
		pause = Math.min(pause * SLOWER_BY, LONGEST_PAUSE_MS);
	};
	document.addEventListener("visibilitychange", ask);
	timer = setTimeout(ask, pause);
}

/** False too when there is no answer: the next one may come. */
async function isDone(address: string): Promise<boolean> {
	try {
		const response = await fetch(address);
		// How Remix says to a request for data that this visitor belongs on another page now.
		if (response.headers.has("X-Remix-Redirect")) return true;
		const answer: unknown = await response.json();
		return typeof answer === "object" && answer !== null && "done" in answer && answer.done === true;
	} catch {
		return false;
	}
}

/** Not `location.reload()`, which would ask to send the form again when the page is the answer to one. */
function loadAnew(): void {
	location.replace(location.pathname + location.search);
}
