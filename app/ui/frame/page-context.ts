import { createContext, type ReactNode } from "react";

/** Data about a rendered page that only the server has, in addition to the data of the page's loaders. */
export interface PageDetails {
	/** The text of the stylesheet, which is inlined in the document. */
	stylesheet?: string;
	/**
	 * Data of the page as JSON, and the inline script that starts hydration; absent when the page does not hydrate.
	 */
	page?: { data: string; starter: string };
	/** Id of the request, shown on an error page, so that the operator finds the line in the log. */
	requestId?: string;
	/**
	 * The page that shows a posted form again with sign-in fields. Only the server renders this page, so that no
	 * page's script has to contain it.
	 */
	signedOut?: { title: string; page: ReactNode };
}

export const PageContext = createContext<PageDetails>({});
