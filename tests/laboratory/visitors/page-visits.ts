import { Agent } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { send } from "../../support/server/http-client";
import type { Person } from "../servers/site";

const MAX_WAIT_MS = 30_000;

/** Load times of one visitor's pages. */
export interface Visits {
	/** Load times in ms; Infinity for a failed page. */
	times: number[];
	missed: number;
}

/**
 * Loads an uncached public page and the person's documents in turn, at a fixed rate, while `work` runs.
 * @param origin gives the port on this machine to which requests go, and the text of the Host header
 * @param keepsConnection true: all pages use one connection, opened before `work` starts; false: each page opens its own
 */
export async function visitDuring<T>(
	origin: string,
	person: Pick<Person, "cookie">,
	keepsConnection: boolean,
	work: () => Promise<T>,
	pagesPerSecond = 10,
): Promise<{ result: T; visits: Visits }> {
	const visits: Visits = { times: [], missed: 0 };
	const agent = new Agent({ keepAlive: keepsConnection, maxSockets: keepsConnection ? 1 : 20 });
	await visit(agent, origin, "/about", person, { times: [], missed: 0 });
	const pages: Promise<void>[] = [];
	let isOver = false;
	const result = work().finally(() => {
		isOver = true;
	});
	for (let page = 0; !isOver; page++) {
		// A request with the unknown parameter `x` bypasses the server's page cache.
		const path = page % 2 === 0 ? `/about?x=${page}` : "/auth/my-documents";
		pages.push(visit(agent, origin, path, person, visits));
		await sleep(1000 / pagesPerSecond);
	}
	await Promise.all(pages);
	agent.destroy();
	return { result: await result, visits };
}

async function visit(
	agent: Agent,
	origin: string,
	path: string,
	{ cookie }: Pick<Person, "cookie">,
	visits: Visits,
) {
	const startedAt = performance.now();
	const request = { agent, headers: { cookie }, timeoutMs: MAX_WAIT_MS };
	const response = await send(origin, path, request).catch(() => undefined);
	const isWhole = response?.status === 200;
	visits.times.push(isWhole ? performance.now() - startedAt : Number.POSITIVE_INFINITY);
	if (!isWhole) visits.missed++;
}
