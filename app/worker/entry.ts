/** A form that waits on the phone: what may wait, what became of it, and its name in a list. */
import { ADD_EXTRA, isOfDocument, MY_DAYS, MY_PAY, urlOf } from "./addresses";
import { chosenOrTyped } from "./html/form-html";
import { shortDay } from "./times";

/** What can only be read with a key of its person. */
export interface Sealed {
	/** Differs each time something is sealed. */
	iv: Uint8Array<ArrayBuffer>;
	secret: ArrayBuffer;
}

/** A form as it is stored. Only times, counts and whose it is can be read without the key. */
export interface Entry extends Sealed {
	/** Hash of the form's address and key: sending the form again replaces it. */
	id: string;
	/** Who typed it. */
	person: string;
	/** When it was first sent; a later deletion on another phone counts. */
	firstSentAt: number;
	/** Whether the server has refused it, so that somebody has to correct it. */
	isRefused: boolean;
	/** Whether the server has answered that it could not take it now. */
	isPutOff?: boolean;
	/** Whether it stays when the server refuses it: the page that shows what was typed has no photos, and may be left. */
	isKept: boolean;
	/** Whether nobody has pressed its button yet: a photo that another app has shared. */
	isDraft: boolean;
	/** Number of photos, which are stored apart. */
	photos: number;
	/** How many of them the server has, and since when: it erases those of a form that is not saved within a day. */
	sent?: number;
	sentAt?: number;
}

/** A form as it was typed. */
export interface Typed {
	path: string;
	body: string;
	/** What the photos of a document are called; undefined for a form that cannot have any. */
	photos?: Pick<File, "name" | "type" | "size">[];
}

const names: Readonly<Record<string, string>> = {
	[ADD_EXTRA]: "Extra",
	[MY_DAYS]: "Días",
	[MY_PAY]: "Recibo",
};

/** Fields by which a form does something else than storing what was typed. */
const otherwise = ["intent", "resume", "password"];

const kindOf = (pathname: string) =>
	isOfDocument(pathname) ? "Documento" : /^\/auth\/edit-work/.test(pathname) ? "Extra" : names[pathname];

/** Whether a form stores what was typed, and nothing else. */
export const onlyStores = (form: URLSearchParams) => !otherwise.some((name) => form.has(name));

/** Whether an address has a form that may wait on the phone: an extra, own days, a slip, a document. */
export const isWaitingAddress = ({ pathname }: URL) => Boolean(kindOf(pathname));

export type Outcome = "done" | "refused" | "session" | "later";

/** What an answer of the server means for the form. A page without error asks something, as about an overlap. */
export function outcomeOf({ status, headers }: Pick<Response, "status" | "headers">): Outcome {
	if (status === 204 || headers.has("X-Remix-Redirect")) return "done";
	if (status === 401) return "session";
	if (status === 408 || status === 429 || status >= 500) return "later";
	return "refused";
}

/** Name of what was typed, such as "Extra, 26/11 · T · 4,5 h". */
export function nameOf({ path, body, photos = [] }: Typed): string {
	const { pathname, searchParams } = urlOf(path);
	const form = new URLSearchParams(body);
	const hour = chosenOrTyped(form, "hour");
	const { length } = photos;
	const parts = [
		form.get("title"),
		length && `${length} foto${length > 1 ? "s" : ""}`,
		shortDay(chosenOrTyped(form, "date")),
		places[chosenOrTyped(form, "shift") ?? ""] ?? chosenOrTyped(form, "shift"),
		hour && `${hour}\u00A0h`,
		["firstDay", "lastDay"]
			.map((name) => shortDay(form.get(name)))
			.filter(Boolean)
			.join(" a "),
		shortDay(searchParams.get("period")),
	];
	return `${kindOf(pathname)}, ${parts.filter(Boolean).join(" · ")}`;
}

const places: Readonly<Record<string, string>> = {
	before: "entré antes",
	after: "me quedé",
	own: "en mi turno",
};
