import { createContext } from "react";

/** What the server tells a document beside its data. */
export interface PageDetails {
	/** The page's stylesheet, written inside the document. */
	stylesheet?: string;
	/** Addresses of the browser script and of what it imports, where the page's route asks for it. */
	script?: { module: string; imports: string[] };
	/** Shown on an error page, so that the operator finds the line in the log. */
	requestId?: string;
}

export const PageContext = createContext<PageDetails>({});
