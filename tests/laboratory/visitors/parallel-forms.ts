/** Sends many forms of one person in parallel. */

import type { HttpResponse } from "../../support/server/http-client";
import type { Person, Site } from "../servers/site";
import { Browser } from "./document-requests";
import type { Photo } from "./photos";

export const PARALLEL_FORMS = 20;

/** Failures that the parallel form checks found, each described by a text. */
export interface ParallelResult {
	/** Documents in which confirmed photos are missing. */
	wrongPhotos: string[];
	/** The largest number of photos in one document. */
	maxPhotos: number;
	/** Storage limits of a person that parallel forms exceeded or did not reach. */
	brokenLimits: string[];
	/** Forms that were sent many times but are not stored exactly once. */
	duplicates: string[];
	leftovers: string[];
	/** Descriptions of unexpected responses. */
	problems: string[];
}

/** A running server, the photos to send and the failures found so far. */
export interface ParallelRun {
	site: Site;
	port: number;
	photos: readonly Photo[];
	result: ParallelResult;
}

/** Sends `count` requests of one person in parallel, each over its own connection. */
export async function sendInParallel(
	count: number,
	person: Person,
	port: number,
	send: (browser: Browser, index: number) => Promise<HttpResponse | undefined>,
): Promise<(HttpResponse | undefined)[]> {
	return Promise.all(
		Array.from({ length: count }, async (_, index) => {
			const browser = new Browser(person, port);
			const reply = await send(browser, index);
			browser.close();
			return reply;
		}),
	);
}

/** Adds every unexpected status and every missing response to the problems in `result`. */
export function expectStatuses(
	result: ParallelResult,
	replies: readonly (HttpResponse | undefined)[],
	expected: readonly number[],
): void {
	for (const reply of replies) {
		if (!reply || !expected.includes(reply.status))
			result.problems.push(`contestó ${reply?.status ?? "nada"}`);
	}
}
