/** Most answers come sooner, and a flash would only disturb. */
const SHOWN_AFTER_MS = 400;

/** Covers the page with the sign of work when it takes a while; the returned function ends it. */
export function showWait(): () => void {
	const sign = document.createElement("div");
	sign.className = "wait";
	sign.setAttribute("role", "status");
	const timer = setTimeout(() => {
		document.body.append(sign);
		sign.textContent = "Enviando…";
	}, SHOWN_AFTER_MS);
	return () => {
		clearTimeout(timer);
		sign.remove();
	};
}
