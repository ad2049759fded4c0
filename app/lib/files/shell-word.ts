/** Characters that a shell leaves as they are. */
const PLAIN = /^[\w./:@%+=,-]+$/;

/** A path or name as one word of a command that the operator pastes into a shell. */
export function shellWord(text: string): string {
	return PLAIN.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
