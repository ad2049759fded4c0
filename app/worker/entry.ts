/** A form that waits on the phone: what may wait, what became of it, and its name in a list. */
import { ADD_EXTRA, MY_DAYS, MY_PAY } from "./addresses";

/** A form as it is stored. Only the times and whose it is can be read without the key. */
export interface Entry {
	/** Hash of the form's address and key: sending the form again replaces it. */
	id: string;
	/** Who typed it. */
	person: string;
	/** When it was first sent; a later deletion on another phone counts. */
	firstSentAt: number;
	/** Differs each time the form is stored. */
	stamp: string;
	/** Whether the server has refused it, so that somebody has to correct it. */
	isRefused: boolean;
	iv: Uint8Array<ArrayBuffer>;
	secret: ArrayBuffer;
}

/** A form as it was typed. */
export interface Typed {
	path: string;
	body: string;
}

const names: Readonly<Record<string, string>> = {
	[ADD_EXTRA]: "Extra",
	[MY_DAYS]: "Días",
	[MY_PAY]: "Recibo",
};

/** Fields by which a form does something else than storing what was typed. */
const otherwise = ["intent", "resume", "password"];

/** Whether a form may wait on the phone: a new extra, own days, a slip. */
export function mayWait({ pathname }: URL, form: URLSearchParams): boolean {
	return pathname in names && !otherwise.some((name) => form.has(name));
}

export const isWaitingAddress = ({ pathname }: URL) => pathname in names;

export type Outcome = "done" | "refused" | "session" | "later";

/** What an answer of the server means for the form. A page without error asks something, as about an overlap. */
export function outcomeOf({ status, headers }: Pick<Response, "status" | "headers">): Outcome {
	if (status === 204 || headers.has("X-Remix-Redirect")) return "done";
	if (status === 401) return "session";
	if (status === 408 || status === 429 || status >= 500) return "later";
	return "refused";
}

/** Name of what was typed, such as "Extra, 26/11 · T · 4,5 h". */
export function nameOf({ path, body }: Typed): string {
	const { pathname, searchParams } = new URL(path, "http://phone");
	const form = new URLSearchParams(body);
	const field = (name: string) => {
		const value = form.get(name);
		return value && value !== "other" ? value : form.get(`other${name[0]?.toUpperCase()}${name.slice(1)}`);
	};
	const hour = field("hour");
	const days = [form.get("firstDay"), form.get("lastDay")].filter(Boolean).map((day) => shortDay(day));
	const parts = [
		shortDay(field("date")),
		shiftName(field("shift")),
		hour && `${hour}\u00A0h`,
		days.join(" a "),
		shortDay(searchParams.get("period")),
	];
	return `${names[pathname] ?? "Formulario"}, ${parts.filter(Boolean).join(" · ")}`;
}

/** `2026-11-24` as `24/11`. */
function shortDay(day: string | null | undefined): string {
	const [, month, date] = /^\d{4}-(\d\d)-(\d\d)$/.exec(day ?? "") ?? [];
	return month && date ? `${Number(date)}/${Number(month)}` : "";
}

const places: Readonly<Record<string, string>> = {
	before: "entré antes",
	after: "me quedé",
	own: "en mi turno",
};
const shiftName = (shift: string | null | undefined) => places[shift ?? ""] ?? shift;
