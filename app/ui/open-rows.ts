/**
 * Rows that the user has opened, by the keys of their entries in the state of the browser's history entry: going back to
 * the list opens them again.
 */

/** Opens a row again if it was open when the user left the list. React calls this function before it scrolls. */
export function reopenRow(row: HTMLDetailsElement | null): void {
	const open = openKeys();
	if (row && open) row.open = open.includes(keyOf(row));
}

export function rememberOpenRows(): void {
	const open = Array.from(document.querySelectorAll("li[id^=fila] > details[open]"), keyOf);
	// Browsers limit how often a page may change the state, and opening many rows again changes nothing.
	if (openKeys()?.join() !== open.join()) history.replaceState({ ...history.state, open }, "");
}

function openKeys(): unknown[] | undefined {
	const open: unknown = history.state?.open;
	return Array.isArray(open) ? open : undefined;
}

/** The key of a row's entry, from the row's first link, which edits the entry. */
function keyOf(row: Element): string {
	return row.querySelector("a")?.pathname.split("/").pop() ?? "";
}
