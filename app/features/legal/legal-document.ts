import { Children, createElement, type ReactNode } from "react";

/** What the operator configured and the legal texts may name. A missing or empty value is left out of the text. */
export interface LegalSettings {
	/** Address for questions and for requests about personal data. */
	supportEmail?: string;
	/** Person or organisation that answers for the data. */
	responsibleName?: string;
	/** Postal address of that person or organisation. */
	responsibleAddress?: string;
	/** Address of a live chat outside this program. */
	liveChatUrl?: string;
	/** Public address of this installation; with https the cookies have a prefix in their names. */
	appUrl: string;
}

/** One numbered part of a legal text. The page draws the number and the heading. */
export interface LegalSection {
	/** Anchor within the page: a short Spanish slug, unique in its document. */
	id: string;
	title: string;
	/** Paragraphs and lists only; never a heading. */
	body: ReactNode;
}

/** A whole legal text, drawn by the legal page. */
export interface LegalDocument {
	title: string;
	/** Civil date of the last change, `YYYY-MM-DD`. */
	updated: string;
	/** Stands before the index of sections. */
	intro?: ReactNode;
	sections: LegalSection[];
}

/** The body of a section: plain strings become paragraphs; lists, and paragraphs with links, stay as they are. */
export function prose(...blocks: ReactNode[]): ReactNode {
	return Children.toArray(blocks).map((block) =>
		typeof block === "string" ? createElement("p", { key: block }, block) : block,
	);
}

/** A list whose items begin with their label in bold. */
export function labelled(items: Record<string, string>): ReactNode {
	const entries = Object.entries(items).map(([label, text]) =>
		createElement("li", { key: label }, createElement("strong", null, `${label}:`), ` ${text}`),
	);
	return createElement("ul", null, entries);
}

/** A plain list. */
export function bullets(...items: string[]): ReactNode {
	return createElement(
		"ul",
		null,
		items.map((item) => createElement("li", { key: item }, item)),
	);
}
