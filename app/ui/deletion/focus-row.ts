/** Gives the focus to the row that stands now where another one has gone; to the last, or the heading, where there is none. */
export function focusRow(list: Element | null, index: number): void {
	const rows = list?.children;
	const row = rows && (rows[index] ?? rows[rows.length - 1]);
	const target = row?.querySelector("a") ?? document.querySelector("h1");
	if (!target) return;
	if (target.tagName === "H1") target.tabIndex = -1;
	target.focus();
}
