/** The text of HTML without markup, in one line. No-break spaces become spaces. */
export function wordsOf(html: string): string {
	return html
		.replace(/<[^>]+>/g, " ")
		.replace(/\s+/g, " ")
		.replace(/ ([.,:])/g, "$1")
		.trim();
}
