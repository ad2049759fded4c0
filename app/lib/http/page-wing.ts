import type { ComponentType } from "react";

/** What the fast wing (app/fast) does for rendering and sending a page. Without it, pages are the same. */
export interface PageWing {
	/** Renders a part of a page that depends on nothing but `props`, once for each value of these. */
	fixedHtml: <Props extends Record<string, string | boolean | undefined>>(
		part: ComponentType<Props>,
		props: Props,
	) => string;
	/** Creates a response with a page, for `bodyOf`. */
	htmlResponse: (html: string, init: ResponseInit) => Response;
	/** The bytes of a page; undefined for a response that `htmlResponse` has not created. */
	bodyOf: (response: Response) => Buffer | undefined;
	/** Compresses an HTML page with gzip. */
	gzipPage: (page: Buffer) => Promise<Buffer>;
}

declare module "@remix-run/server-runtime" {
	interface AppLoadContext {
		wing?: PageWing;
	}
}
