/** Writes the first letter of a text in upper case. */
export function capitalised(text: string): string {
	return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Writes the first letter of a text in lower case. */
export function lowered(text: string): string {
	return text.charAt(0).toLowerCase() + text.slice(1);
}
