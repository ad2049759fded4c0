import type { ComponentType } from "react";

/** Props of the content of a `FixedPart`. The server keeps the HTML of each value: use few values, no personal data. */
export type FixedProps = Record<string, string | boolean | undefined>;

/** What the fast wing (app/fast) does for rendering and sending a page. Without it, pages are the same. */
export interface PageWing {
	/** Renders a part of a page that depends on nothing but `props`, once for each value of these. */
	fixedHtml: <Props extends FixedProps>(part: ComponentType<Props>, props: Props) => string;
	/** Creates a response with a page, for `takeText`. */
	htmlResponse: (html: string, init: ResponseInit) => Response;
	/** Takes the text of a page, once; undefined for a response that `htmlResponse` has not created. */
	takeText: (response: Response) => string | undefined;
	/** Compresses an HTML page with gzip. */
	gzipPage: (html: string) => Promise<Buffer>;
}

declare module "@remix-run/server-runtime" {
	interface AppLoadContext {
		wing?: PageWing;
	}
}
