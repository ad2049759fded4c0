/** The id of a row of a list, by its place on the page, from 0. */
export function rowId(index: number): string {
	return `fila-${index + 1}`;
}

/**
 * Where to after the row at `index` is deleted: to the row that has taken its place, or to the last one.
 * @param address of the list as it is seen
 * @param count the rows on the page
 * @param hasMore whether rows follow on another page
 */
export function placeAfterDeleting(address: string, index: number, count: number, hasMore: boolean): string {
	const row = index + 1 < count || hasMore ? index : index - 1;
	return row < 0 ? address : `${address}#${rowId(row)}`;
}
