import { createContext, type ReactNode } from "react";

/** What only the server knows about a document, beside the data of its loaders. */
export interface PageDetails {
	/** The stylesheet, written inside the document. */
	stylesheet?: string;
	/** On a page that hydrates: its data as JSON, and the starter script. */
	page?: { data: string; starter: string };
	/** Shown on an error page, so that the operator finds the line in the log. */
	requestId?: string;
	/** The page that asks for a sign-in within a posted form. Only the server renders it: no page's script holds it. */
	signedOut?: { title: string; page: ReactNode };
}

export const PageContext = createContext<PageDetails>({});
