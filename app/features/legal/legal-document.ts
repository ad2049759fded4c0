import { Children, createElement, type ReactNode } from "react";

/** The operator's settings that legal texts mention. The texts omit a missing or empty setting. */
export interface LegalSettings {
	/** Address for questions and for requests about personal data. */
	supportEmail?: string;
	/** Person or organisation responsible for the data. */
	responsibleName?: string;
	/** Postal address of that person or organisation. */
	responsibleAddress?: string;
	/** Address of an external live chat. */
	liveChatUrl?: string;
	/** Public origin of this installation; with https the cookie names have a prefix. */
	appUrl: string;
}

/** A section of a legal text. The page adds the section's number and heading. */
export interface LegalSection {
	/** Anchor: a short Spanish slug, unique in the document. */
	id: string;
	title: string;
	/** Paragraphs and lists only; never a heading. */
	body: ReactNode;
}

/** A legal text, rendered by `LegalPage`. */
export interface LegalDocument {
	title: string;
	/** Civil date of the last change, `YYYY-MM-DD`. */
	updated: string;
	/** Text above the table of contents. */
	intro?: ReactNode;
	sections: LegalSection[];
}

/** Renders the body of a section: strings become paragraphs, elements stay unchanged. */
export function prose(...blocks: ReactNode[]): ReactNode {
	return Children.toArray(blocks).map((block) =>
		typeof block === "string" ? createElement("p", { key: block }, block) : block,
	);
}

/** A list whose items begin with a bold label. */
export function labelled(items: Record<string, string>): ReactNode {
	const entries = Object.entries(items).map(([label, text]) =>
		createElement("li", { key: label }, createElement("strong", null, `${label}:`), ` ${text}`),
	);
	return createElement("ul", null, entries);
}

/** A list without labels. */
export function bullets(...items: string[]): ReactNode {
	return createElement(
		"ul",
		null,
		items.map((item) => createElement("li", { key: item }, item)),
	);
}
