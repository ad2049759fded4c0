import { createContext, type ReactNode } from "react";

/** What the server tells a document beside its data. */
export interface PageDetails {
	/** The page's stylesheet, written inside the document. */
	stylesheet?: string;
	/** Where the page's route says `hydrate`: its data as JSON, and the starter. */
	page?: { data: string; starter: string };
	/** Shown on an error page, so that the operator finds the line in the log. */
	requestId?: string;
	/** What the page is of a form whose session has ended: only the server shows it, so that no page's script holds it. */
	signedOut?: { title: string; page: ReactNode };
}

export const PageContext = createContext<PageDetails>({});
