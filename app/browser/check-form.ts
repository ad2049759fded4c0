import { type Control, controlsOf, isControl, problemOf, showProblem } from "./control";
import { showWait } from "./wait";

/** A form whose answer is not a page, such as a download, can be used again after this. */
const LONGEST_SEND_MS = 30_000;

/**
 * Checks a form while it is filled in. While it is wrong its button only looks disabled, so that pressing it can tell
 * what is missing; while it is being sent the button is disabled.
 */
export function checkForm(form: HTMLFormElement): void {
	const marked = new Set<Control>();
	let stopWait: (() => void) | undefined;

	const update = () => {
		const wrong = controlsOf(form).filter((control) => {
			const problem = problemOf(control);
			if (marked.has(control)) showProblem(control, problem);
			return problem !== "";
		});
		for (const button of submitButtonsOf(form)) {
			if (wrong.length > 0 && !button.formNoValidate) button.setAttribute("aria-disabled", "true");
			else button.removeAttribute("aria-disabled");
		}
		return wrong;
	};
	const disable = (isDisabled: boolean) => {
		for (const button of submitButtonsOf(form)) button.disabled = isDisabled;
	};
	const rest = () => {
		stopWait?.();
		stopWait = undefined;
		disable(false);
		update();
	};

	form.addEventListener("input", ({ target }) => {
		// What the server marked is checked as it changes.
		if (isControl(target) && target.hasAttribute("aria-invalid")) marked.add(target);
		update();
	});
	form.addEventListener("change", ({ target }) => {
		if (isControl(target)) marked.add(target);
		afterPress(update);
	});
	// The stylesheet starts an animation in each control that the browser fills in.
	form.addEventListener("animationstart", update);
	form.addEventListener("submit", (event) => {
		if (stopWait) return event.preventDefault();
		const { submitter } = event;
		if (!(submitter instanceof HTMLButtonElement && submitter.formNoValidate)) {
			for (const control of controlsOf(form)) marked.add(control);
			const [first] = update();
			if (first) {
				event.preventDefault();
				// It is about what was sent before.
				form.querySelector(".error-summary")?.remove();
				return first.focus();
			}
		}
		// Photos go first.
		if (!form.dispatchEvent(new Event("checked", { cancelable: true }))) return event.preventDefault();
		const stopShowing = showWait(form.closest("dialog") ?? document.body);
		// Not before the browser has read the form: a disabled button's name and value are not sent.
		const timers = [setTimeout(disable, 0, true), setTimeout(rest, LONGEST_SEND_MS)];
		stopWait = () => {
			timers.forEach(clearTimeout);
			stopShowing();
		};
	});
	// Back to a page that was kept as it was left: sending.
	addEventListener("pageshow", (event) => (event.persisted ? rest() : update()));
	rest();
}

function submitButtonsOf(form: HTMLFormElement): HTMLButtonElement[] {
	return Array.from(form.elements).filter(
		(element): element is HTMLButtonElement =>
			element instanceof HTMLButtonElement && element.type === "submit",
	);
}

let isPressed = false;
addEventListener("pointerdown", () => {
	isPressed = true;
});
for (const end of ["pointerup", "pointercancel"])
	addEventListener(end, () => {
		isPressed = false;
	});

/**
 * Runs once no finger or mouse button is down. Leaving a field by pressing something below it would otherwise show a
 * message that moves it away before the press is over.
 */
function afterPress(run: () => void): void {
	if (isPressed) addEventListener("pointerup", () => setTimeout(run), { once: true });
	else setTimeout(run);
}
