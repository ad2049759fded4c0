import { createContext, type ReactNode } from "react";
import type { PageWing } from "~/lib/http/page-wing";

/** Data of a page that no loader returns. */
interface PageDetails {
	stylesheet?: string;
	/** Address of the styles that this page does not need: a page that is alive loads them for the next ones. */
	moreStyles?: string;
	/** Renders the content of a `FixedPart` on the server; absent in the browser. */
	fixedHtml?: PageWing["fixedHtml"];
	/** Whether browsers get the service worker; known only on the server. */
	hasWorker?: boolean;
	/** Id of the request, shown on error pages, so that the operator finds the log line. */
	requestId?: string;
	/** The posted form with sign-in fields. Rendered only on the server, so that no script contains the form. */
	signedOut?: { title: string; page: ReactNode };
}

export const PageContext = createContext<PageDetails>({});
