/** Id of a list row; `index` from 0. */
export function rowId(index: number): string {
	return `fila-${index + 1}`;
}

/**
 * Returns the URL to open after a deletion: the list's URL with the id of a row, namely the row that moves up into the
 * deleted row's place or, if there is none, the row before. For an empty list, the URL has no id.
 * @param address URL of the list
 * @param index place of the deleted row, from 0
 * @param count rows on the page
 * @param hasMore whether more rows follow
 */
export function addressAfterDelete(address: string, index: number, count: number, hasMore: boolean): string {
	const row = index + 1 < count || hasMore ? index : index - 1;
	return row < 0 ? address : `${address}#${rowId(row)}`;
}

/** Element of a row that gets the focus: its first `<summary>` or link. */
export function focusTargetIn(row: Element | null | undefined): HTMLElement | null | undefined {
	return row?.querySelector<HTMLElement>("summary, a");
}

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
