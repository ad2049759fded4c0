/**
 * The fast wing: all that exists only for speed. The site works without it, as tests/programs/without-wing.test.ts
 * checks. The first line of each file here says what it gains, since when, measured in turns with the site without it.
 */
import type { ServerBuild } from "@remix-run/node";
import type { Wing } from "~/gate/gate.server";
import { fixedHtml } from "./fixed-html.server";
import { collectGarbageLessOften } from "./garbage-collection.server";
import { htmlResponse, takeText } from "./html-response.server";
import { pageCache } from "./page-cache.server";
import { gzipPage } from "./page-compression.server";
import { routeHandlers } from "./route-handlers.server";

export function fastWing(build: ServerBuild): Wing {
	collectGarbageLessOften();
	return {
		page: { fixedHtml, htmlResponse, takeText, gzipPage },
		handlerOf: routeHandlers(build),
		placeOf: pageCache(),
	};
}
