/** The words of notices: the server sends a kind, a date and whether the shift is unsure only. */

/** What is said of a day, by kind; of a shift, by its letter. */
const words: Readonly<Record<string, string>> = {
	M: "turno mañana",
	T: "turno tarde",
	N: "turno noche",
	D: "turno día",
	expiry: "vence un documento",
	diagram: "cambió tu diagrama",
};

/**
 * Title and page of a notice. What the server of another version sends gets a notice too: a phone forbids silent ones.
 * @param text what has arrived
 */
export function noticeOf(text: string): readonly [title: string, path: string] {
	const [, kind = "", month, day] = /(\w+)","date":"\d+-(..)-(..)/.exec(text) ?? [];
	const word = words[kind];
	return [
		word ? `El ${day}/${month}: ${word}${text.includes("unsure") ? ", sin confirmar" : ""}` : "Tu turno",
		kind === "expiry" ? "/auth/my-documents" : "/my-shift",
	];
}
