/** Buttons that write their value into the field that `data-fill` names; hidden until now, since they need this. */
export function fillField(choice: HTMLElement): void {
	const field = document.getElementById(choice.dataset.fill ?? "");
	if (!(field instanceof HTMLInputElement)) return;
	choice.addEventListener("click", ({ target }) => {
		if (!(target instanceof HTMLButtonElement)) return;
		field.value = target.value;
		// As typing does: the form checks itself anew.
		field.dispatchEvent(new Event("input", { bubbles: true }));
	});
	choice.hidden = false;
}
