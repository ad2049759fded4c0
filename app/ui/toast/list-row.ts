/** The id of a list row by its index on the page, from 0. */
export function rowId(index: number): string {
	return `fila-${index + 1}`;
}

/**
 * Address to open after a list row is deleted. The address leads to the next row, which takes the deleted row's
 * place, or to the last row.
 * @param address address of the list, with its query
 * @param count number of rows on the page
 * @param hasMore whether rows follow on another page
 */
export function addressAfterDelete(address: string, index: number, count: number, hasMore: boolean): string {
	const row = index + 1 < count || hasMore ? index : index - 1;
	return row < 0 ? address : `${address}#${rowId(row)}`;
}

/** The element of a list row that gets the focus: the line that opens the row, or else the row's first link. */
export function focusTargetIn(row: Element | null | undefined): HTMLElement | null | undefined {
	return row?.querySelector<HTMLElement>("summary, a");
}
