interface Watcher {
	/** Function to call at every input, but not while the browser hides an autofilled value. */
	onInput: (form: FormData) => void;
	/** Function to call with the name of a changed field when the user leaves the field. */
	onLeave: (name: string) => void;
}

/**
 * Watches a form's fields.
 * @param tellsAtOnce whether to call `onInput` at once too, with what was typed before
 * @returns a function that stops watching
 */
export function watchForm(id: string, { onInput, onLeave }: Watcher, tellsAtOnce: boolean): () => void {
	const form = document.forms.namedItem(id);
	if (!form) return () => {};
	const tell = () => {
		if (!hasHiddenValue(form)) onInput(new FormData(form));
	};
	// Browsers also fire `change` when a form is removed.
	const tellLeft = (name: string) => {
		if (form.isConnected) onLeave(name);
	};
	const leave = ({ target }: Event) => {
		const { name }: { name?: unknown } = Object(target);
		if (typeof name === "string") afterPress(tellLeft, name);
	};
	form.addEventListener("input", tell);
	form.addEventListener("change", leave);
	// The stylesheet starts an animation on an autofilled field, so this event tells that the browser has filled a field.
	form.addEventListener("animationstart", tell);
	// The event `reset` fires before the values change.
	const tellLater = () => setTimeout(tell);
	form.addEventListener("reset", tellLater);
	if (tellsAtOnce) tell();
	return () => {
		form.removeEventListener("reset", tellLater);
		form.removeEventListener("input", tell);
		form.removeEventListener("change", leave);
		form.removeEventListener("animationstart", tell);
	};
}

/**
 * Whether a script cannot read an autofilled value yet. Browsers hide autofilled values until the user touches the
 * page.
 */
function hasHiddenValue(form: HTMLFormElement): boolean {
	try {
		const filled = form.querySelectorAll<HTMLInputElement>("input:-webkit-autofill");
		return Array.from(filled).some(({ value }) => value === "");
	} catch {
		return false;
	}
}

/** Runs `run` once no pointer is pressed: an error that appears during a press would move the pressed element. */
export function afterPress(run: (name: string) => void, name: string): void {
	if (isPressed) waiting.push(() => run(name));
	else setTimeout(run, 0, name);
}

let isPressed = false;
let waiting: (() => void)[] = [];
if (typeof document !== "undefined") {
	const note = ({ type }: Event) => {
		isPressed = type === "pointerdown";
		if (isPressed) return;
		for (const run of waiting) setTimeout(run);
		waiting = [];
	};
	for (const type of ["pointerdown", "pointerup", "pointercancel"]) addEventListener(type, note);
}
