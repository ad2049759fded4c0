import { focusTargetIn } from "./list-row";

/**
 * After a deletion, focuses the row that now has the `id` of the deleted row: an `id` is a position in the list, so the
 * next row has moved up. If the deleted row was the last, focuses the new last row or, in an empty list, the heading.
 */
export function focusRow(id: string): void {
	const rows = document.querySelectorAll('li[id^="fila-"]');
	const row = document.getElementById(id) ?? rows[rows.length - 1];
	const target = focusTargetIn(row) ?? document.querySelector("h1");
	if (!target) return;
	if (target.tagName === "H1") target.tabIndex = -1;
	target.focus();
}
