/** Most answers come sooner, and a flash would only disturb. */
const SHOWN_AFTER_MS = 400;

/**
 * Covers the page with the sign of work when it takes a while; the returned function ends it.
 * @param place the body, or the dialog that stands over it
 */
export function showWait(place: Element): () => void {
	const sign = document.createElement("div");
	sign.className = "wait";
	sign.setAttribute("role", "status");
	const timer = setTimeout(() => {
		place.append(sign);
		sign.textContent = "Enviando…";
	}, SHOWN_AFTER_MS);
	return () => {
		clearTimeout(timer);
		sign.remove();
	};
}
