interface Watcher {
	/** Called at once, and whenever something in the form has changed, with what it would send. */
	onInput: (form: FormData) => void;
	/** Called with the name of a field that was changed and left. */
	onLeave: (name: string) => void;
}

/** Tells what is done in a form. @returns what ends it */
export function watchForm(id: string, { onInput, onLeave }: Watcher): () => void {
	const form = document.forms.namedItem(id);
	if (!form) return () => {};
	const tell = () => {
		if (!hasHiddenValue(form)) onInput(new FormData(form));
	};
	// A field is also left when its form goes.
	const tellLeft = (name: string) => {
		if (form.isConnected) onLeave(name);
	};
	const leave = ({ target }: Event) => {
		if (target && "name" in target && typeof target.name === "string") afterPress(tellLeft, target.name);
	};
	form.addEventListener("input", tell);
	form.addEventListener("change", leave);
	// The stylesheet starts an animation in each control that the browser fills in.
	form.addEventListener("animationstart", tell);
	// Its fields change after this event.
	const tellLater = () => setTimeout(tell);
	form.addEventListener("reset", tellLater);
	tell();
	return () => {
		form.removeEventListener("reset", tellLater);
		form.removeEventListener("input", tell);
		form.removeEventListener("change", leave);
		form.removeEventListener("animationstart", tell);
	};
}

/** Browsers show a filled-in password at once, but let nobody read it before the visitor touches the page. */
function hasHiddenValue(form: HTMLFormElement): boolean {
	try {
		const filled = form.querySelectorAll<HTMLInputElement>("input:-webkit-autofill");
		return Array.from(filled).some(({ value }) => value === "");
	} catch {
		return false;
	}
}

/**
 * Runs once no finger or mouse button is down. Leaving a field by pressing something below it would otherwise show a
 * message that moves it away before the press is over.
 */
function afterPress(run: (name: string) => void, name: string): void {
	if (isPressed) addEventListener("pointerup", () => setTimeout(run, 0, name), { once: true });
	else setTimeout(run, 0, name);
}

let isPressed = false;
if (typeof document !== "undefined") {
	const note = ({ type }: Event) => {
		isPressed = type === "pointerdown";
	};
	for (const type of ["pointerdown", "pointerup", "pointercancel"]) addEventListener(type, note);
}
