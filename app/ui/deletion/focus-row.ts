import { focusTargetIn } from "~/ui/toast/list-row";

/** Focuses the row in place of the deleted row `id`, else the last row or the heading. */
export function focusRow(id: string): void {
	const rows = document.querySelectorAll('li[id^="fila-"]');
	const row = document.getElementById(id) ?? rows[rows.length - 1];
	const target = focusTargetIn(row) ?? document.querySelector("h1");
	if (!target) return;
	if (target.tagName === "H1") target.tabIndex = -1;
	target.focus();
}
