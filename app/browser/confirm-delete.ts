import { checkForm } from "./check-form";
import { makeElement } from "./make-element";

/** Asks in a dialog before something is deleted. Without dialogs, or in another tab, the link's own page asks. */
export function confirmDelete(link: HTMLAnchorElement): void {
	if (typeof HTMLDialogElement === "undefined") return;
	link.addEventListener("click", (event) => {
		if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
		event.preventDefault();
		ask(link);
	});
}

function ask(link: HTMLAnchorElement): void {
	const { confirm = "", title = "", what = "", then = "" } = link.dataset;
	const dialog = makeElement("dialog", "message error");
	const heading = makeElement("h2", "", title);
	const question = makeElement("p", "", confirm);
	const form = makeElement("form", "confirm");
	const accept = makeElement("button", "button main final", "Aceptar");
	const cancel = makeElement("button", "button", "Cancelar");

	dialog.setAttribute("role", "alertdialog");
	heading.id = "confirm-title";
	question.id = "confirm-text";
	dialog.setAttribute("aria-labelledby", heading.id);
	dialog.setAttribute("aria-describedby", question.id);
	form.method = "post";
	form.action = link.pathname;
	accept.name = "intent";
	accept.value = "delete";
	cancel.type = "button";
	form.append(accept, cancel);
	const target = new URLSearchParams(link.search).get("redirectTo");
	if (target) {
		const redirectTo = makeElement("input");
		redirectTo.type = "hidden";
		redirectTo.name = "redirectTo";
		redirectTo.value = target;
		form.append(redirectTo);
	}
	dialog.append(heading, question, makeElement("p", "note", what));
	if (then) dialog.append(makeElement("p", "", then));
	dialog.append(form);

	cancel.onclick = () => dialog.close();
	dialog.onclose = () => {
		dialog.remove();
		link.focus();
	};
	// Sends it once, however often it is pressed.
	checkForm(form);
	document.body.append(dialog);
	dialog.showModal();
	// Who presses Enter without reading deletes nothing.
	cancel.focus();
}
