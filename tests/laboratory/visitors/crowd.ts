/** Many forms of one person at once. */

import type { HttpResponse } from "../../support/server/http-client";
import type { Person, Site } from "../servers/site";
import { Browser } from "./document-requests";
import type { Photo } from "./photos";

/** So many come at once. */
export const AT_ONCE = 20;

/** What was found; a text for each thing that is not as it must be. */
export interface CrowdResult {
	/** Of documents with too many photos, or with others than were confirmed. */
	crowded: string[];
	/** The most photos that a document had. */
	mostPhotos: number;
	/** Of limits of a person that were passed, or not reached. */
	passed: string[];
	/** Of forms that came many times and are not there once. */
	doubled: string[];
	leftovers: string[];
	/** Answers that nobody expects. */
	complaints: string[];
}

/** A server, and what has been found in it so far. */
export interface Crowd {
	site: Site;
	port: number;
	photos: readonly Photo[];
	result: CrowdResult;
}

/** Sends so many things of one person at once, each over a connection of its own. */
export async function atOnce(
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

/** Writes down every answer with another status. */
export function expectStatuses(
	result: CrowdResult,
	replies: readonly (HttpResponse | undefined)[],
	expected: readonly number[],
): void {
	for (const reply of replies) {
		if (!reply || !expected.includes(reply.status))
			result.complaints.push(`contestó ${reply?.status ?? "nada"}`);
	}
}
