import { createContext, type ReactNode } from "react";

/** Details of a document that only the server has, in addition to the data of its loaders. */
export interface PageDetails {
	/** The stylesheet, written inside the document. */
	stylesheet?: string;
	/** For a page that hydrates: its data as JSON, and the starter script. */
	page?: { data: string; starter: string };
	/** Shown on an error page, so that the operator finds the line in the log. */
	requestId?: string;
	/**
	 * The page that asks for a sign-in within a posted form. Only the server renders it, so that no page's script has to
	 * contain it.
	 */
	signedOut?: { title: string; page: ReactNode };
}

export const PageContext = createContext<PageDetails>({});
