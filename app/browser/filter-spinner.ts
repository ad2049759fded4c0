const KEY = "filtered";
const SHOWN_MS = 1000;

/**
 * A filter that is sent leaves its blank fields out of the address, and on the page that answers the sign of work
 * stands for a second over the list, which is right from the start: nothing waits for it, and it can be read and
 * pressed all the while.
 */
export function showFiltering(form: HTMLFormElement): void {
	form.addEventListener("submit", () => {
		setBlanksDisabled(form, true);
		try {
			sessionStorage.setItem(KEY, form.action);
		} catch {
			// Storage is switched off: no sign then.
		}
	});
	// Back to a page that was kept as it was left: without its blank fields.
	addEventListener("pageshow", () => setBlanksDisabled(form, false));
	if (wasSent()) cover(document.querySelector("ul.cards"));
}

function setBlanksDisabled(form: HTMLFormElement, isDisabled: boolean): void {
	for (const field of form.elements)
		if (field instanceof HTMLInputElement && field.value.trim() === "") field.disabled = isDisabled;
}

/** Whether the page before this one was left by the filter. Asked once: it forgets. */
function wasSent(): boolean {
	try {
		const isSent = sessionStorage.getItem(KEY) !== null;
		sessionStorage.removeItem(KEY);
		return isSent;
	} catch {
		return false;
	}
}

function cover(list: Element | null): void {
	if (!(list instanceof HTMLElement)) return;
	const sign = document.createElement("div");
	sign.className = "wait filtering";
	sign.setAttribute("role", "status");
	sign.style.width = `${list.offsetWidth}px`;
	sign.style.height = `${list.offsetHeight}px`;
	list.before(sign);
	sign.textContent = "Filtrando…";
	setTimeout(() => sign.remove(), SHOWN_MS);
}
