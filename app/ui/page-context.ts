import { createContext } from "react";

/** What the server tells a document beside its data. In the browser it is empty: nothing there needs it again. */
export interface PageDetails {
	/** The page's stylesheet, written inside the document. */
	stylesheet?: string;
	/** Allows the scripts of a page that hydrates. */
	nonce?: string;
	/** Shown on an error page, so that the operator finds the line in the log. */
	requestId?: string;
}

export const PageContext = createContext<PageDetails>({});
