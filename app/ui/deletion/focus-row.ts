import { focusTargetIn } from "~/ui/toast/list-row";

/**
 * Focuses the list row with the `id` of the deleted row. The `id` is a position in the list, so the next row now has
 * it. If the deleted row was the last, focuses the new last row or, in an empty list, the heading.
 */
export function focusRow(id: string): void {
	const rows = document.querySelectorAll('li[id^="fila-"]');
	const row = document.getElementById(id) ?? rows[rows.length - 1];
	const target = focusTargetIn(row) ?? document.querySelector("h1");
	if (!target) return;
	if (target.tagName === "H1") target.tabIndex = -1;
	target.focus();
}
