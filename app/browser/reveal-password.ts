/** Brings "Mostrar contraseña" to life: a checkbox in a label that is hidden until now. */
export function revealPassword(label: HTMLLabelElement): void {
	const box = label.control;
	const password = document.getElementById(label.dataset.reveal ?? "");
	if (!(box instanceof HTMLInputElement && password instanceof HTMLInputElement)) return;
	const show = (isShown: boolean) => {
		box.checked = isShown;
		password.type = isShown ? "text" : "password";
	};
	box.addEventListener("change", () => show(box.checked));
	// A browser remembers what was sent from a text field, and offers it to the next person.
	password.form?.addEventListener("submit", (event) => event.defaultPrevented || show(false));
	label.hidden = false;
	show(false);
}
