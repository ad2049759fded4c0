import { Agent } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { send } from "../../support/server/http-client";
import type { Person } from "../servers/site";

const PAGES_PER_SECOND = 10;
const MAX_WAIT_MS = 30_000;

/** What somebody else sees meanwhile. */
export interface Visits {
	/** How long each page took to arrive whole, in milliseconds; Infinity when it did not. */
	times: number[];
	/** How many did not. */
	missed: number;
}

/**
 * While `work` is under way: ten pages a second for somebody who is signed in, evenly spaced, and the next one does not
 * wait for the one before. Half are rendered anew, the other half are their list of documents.
 * @param keepsConnection one connection, open before the work begins; else every page comes over a new one
 */
export async function visitDuring<T>(
	port: number,
	person: Person,
	keepsConnection: boolean,
	work: () => Promise<T>,
): Promise<{ result: T; visits: Visits }> {
	const visits: Visits = { times: [], missed: 0 };
	const agent = new Agent({ keepAlive: keepsConnection, maxSockets: keepsConnection ? 1 : 20 });
	await visit(agent, port, "/about", person, { times: [], missed: 0 });
	const pages: Promise<void>[] = [];
	let isOver = false;
	const result = work().finally(() => {
		isOver = true;
	});
	for (let page = 0; !isOver; page++) {
		// Another address each time, so that the page does not come from memory.
		const path = page % 2 === 0 ? `/about?x=${page}` : "/auth/my-documents";
		pages.push(visit(agent, port, path, person, visits));
		await sleep(1000 / PAGES_PER_SECOND);
	}
	await Promise.all(pages);
	agent.destroy();
	return { result: await result, visits };
}

async function visit(agent: Agent, port: number, path: string, { cookie }: Person, visits: Visits) {
	const begun = performance.now();
	const request = { agent, headers: { cookie }, timeoutMs: MAX_WAIT_MS };
	const response = await send(`http://localhost:${port}`, path, request).catch(() => undefined);
	const isWhole = response?.status === 200;
	visits.times.push(isWhole ? performance.now() - begun : Number.POSITIVE_INFINITY);
	if (!isWhole) visits.missed++;
}
