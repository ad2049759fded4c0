import { focusTargetIn } from "~/ui/toast/list-row";

/**
 * Focuses the row that now has the deleted row's `id`, which is a position in the list. Without such a row, focuses
 * the last row or the heading.
 */
export function focusRow(id: string): void {
	const rows = document.querySelectorAll('li[id^="fila-"]');
	const row = document.getElementById(id) ?? rows[rows.length - 1];
	const target = focusTargetIn(row) ?? document.querySelector("h1");
	if (!target) return;
	if (target.tagName === "H1") target.tabIndex = -1;
	target.focus();
}
