/** Focuses the row that took the place of a deleted row, else the last row, or the heading when the list is empty. */
export function focusRow(list: Element | null, index: number): void {
	const rows = list?.children;
	const row = rows && (rows[index] ?? rows[rows.length - 1]);
	const target = row?.querySelector("a") ?? document.querySelector("h1");
	if (!target) return;
	if (target.tagName === "H1") target.tabIndex = -1;
	target.focus();
}
