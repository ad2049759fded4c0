/**
 * Copies a text to one byte per character. V8 keeps some texts in two, such as the source of a function, and a page that
 * contains one of these would need two for all its characters.
 * @param text has no character beyond Latin-1
 */
export function oneByteText(text: string): string {
	return Buffer.from(text, "latin1").toString("latin1");
}
