import type { SerializeFrom } from "@remix-run/node";
import { Children, createElement, type ReactNode } from "react";
import type { legalSettings } from "./legal-settings.server";

/** The operator's settings that the legal texts mention. Each text makes sense without a missing setting. */
export type LegalSettings = SerializeFrom<typeof legalSettings>;

export interface LegalDocument {
	title: string;
	/** What search engines show of the page. */
	description: string;
	/** Date of the last change, as `YYYY-MM-DD`. */
	updated: string;
	/** Text above the table of contents. */
	intro?: ReactNode;
	/** Sections, to which `LegalPage` adds numbers and headings. */
	sections: {
		/** Anchor in the page's URL: short, in Spanish, and unique in the text. */
		id: string;
		title: string;
		/** Paragraphs and lists, never a heading. */
		body: ReactNode;
	}[];
}

/** Makes the body of a section: strings become paragraphs, React elements stay as they are. */
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

export function bullets(...items: string[]): ReactNode {
	return createElement(
		"ul",
		null,
		items.map((item) => createElement("li", { key: item }, item)),
	);
}

/** A paragraph that says whom to ask; nothing without the operator's address. */
export function questions(supportEmail: string | undefined): ReactNode {
	if (!supportEmail) return null;
	const link = createElement("a", { href: `mailto:${supportEmail}` }, supportEmail);
	return createElement("p", null, "Por dudas, escribinos a ", link, ".");
}
