/** Sends many forms of one person in parallel. */

import type { HttpResponse } from "../../support/server/http-client";
import type { Person, Site } from "../servers/site";
import { Browser } from "./document-requests";
import type { Photo } from "./photos";

export const PARALLEL_FORMS = 20;

/** What went wrong when one person sent many forms in parallel. */
export interface ParallelResult {
	/** Documents that lack confirmed photos, and documents for which the server has confirmed no photo at all. */
	wrongPhotos: string[];
	/** The largest number of photos in one document. */
	maxPhotos: number;
	brokenLimits: string[];
	/** Forms that were sent many times, but not stored exactly once. */
	duplicates: string[];
	leftovers: string[];
	problems: string[];
}

/** A running server, photos to send, and failures so far. */
export interface ParallelRun {
	site: Site;
	port: number;
	photos: readonly Photo[];
	result: ParallelResult;
}

/** Sends requests of one person, each over its own connection. */
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

/** Adds unexpected statuses and missing responses to the problems of `result`. */
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
