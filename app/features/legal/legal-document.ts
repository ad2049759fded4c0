import { Children, createElement, type ReactNode } from "react";

/** Settings of the server's operator that the legal texts mention. The texts omit a missing or empty setting. */
export interface LegalSettings {
	/** The operator's e-mail address for questions and for requests about personal data. */
	supportEmail?: string;
	/** Name of the person or organisation responsible for the personal data. */
	responsibleName?: string;
	/** Postal address of the person or organisation responsible for the personal data. */
	responsibleAddress?: string;
	/** URL of an external support chat. */
	liveChatUrl?: string;
	/** Public URL of this installation. With https, the cookie names begin with `__Host-`. */
	appUrl: string;
}

/** A section of a legal text. `LegalPage` adds the section's number and heading. */
export interface LegalSection {
	/** Anchor of the section in the page's URL: a short Spanish word, unique in the legal text. */
	id: string;
	title: string;
	/** Content of the section: paragraphs and lists only, never a heading. */
	body: ReactNode;
}

/** A legal text, rendered by `LegalPage`. */
export interface LegalDocument {
	title: string;
	/** Date of the last change of the legal text, as `YYYY-MM-DD`. */
	updated: string;
	/** Introduction of the legal text, shown above the table of contents. */
	intro?: ReactNode;
	sections: LegalSection[];
}

/** Renders the body of a section of a legal text: strings become paragraphs, React elements stay unchanged. */
export function prose(...blocks: ReactNode[]): ReactNode {
	return Children.toArray(blocks).map((block) =>
		typeof block === "string" ? createElement("p", { key: block }, block) : block,
	);
}

/** Renders a list whose items begin with a bold label. */
export function labelled(items: Record<string, string>): ReactNode {
	const entries = Object.entries(items).map(([label, text]) =>
		createElement("li", { key: label }, createElement("strong", null, `${label}:`), ` ${text}`),
	);
	return createElement("ul", null, entries);
}

/** Returns a bulleted list (`<ul>`) with one item for each text. */
export function bullets(...items: string[]): ReactNode {
	return createElement(
		"ul",
		null,
		items.map((item) => createElement("li", { key: item }, item)),
	);
}
