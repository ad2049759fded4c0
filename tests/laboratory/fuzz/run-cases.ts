import type { OnProgress } from "~/lib/progress";
import { send } from "../../support/server/http-client";
import { type FuzzCase, fuzzCases } from "./cases";

export interface FuzzResult {
	cases: number;
	/** Number of responses by HTTP status; status 0 counts the requests without a response. */
	statuses: Map<number, number>;
	failures: string[];
	signIns: string[];
	slowestMs: number;
}

/** Sends `count` requests of `fuzzCases` to a server, eight at a time. */
export async function runCases(
	port: number,
	seed: number,
	count: number,
	session: string,
	onProgress?: OnProgress,
): Promise<FuzzResult> {
	const result: FuzzResult = { cases: 0, statuses: new Map(), failures: [], signIns: [], slowestMs: 0 };
	const cases = fuzzCases(seed, session);
	const work = async () => {
		while (result.cases < count) {
			onProgress?.(result.cases, count);
			result.cases += 1;
			const next = cases.next().value;
			if (next) await runCase(port, next, result);
		}
	};
	await Promise.all(Array.from({ length: 8 }, work));
	return result;
}

async function runCase(port: number, one: FuzzCase, result: FuzzResult): Promise<void> {
	const begun = performance.now();
	const response = await send(`http://localhost:${port}`, one.path, one).catch(() => undefined);
	const status = response?.status ?? 0;
	result.slowestMs = Math.max(result.slowestMs, performance.now() - begun);
	result.statuses.set(status, (result.statuses.get(status) ?? 0) + 1);
	const name = `${one.method} ${one.path.slice(0, 120)} ${one.body?.toString("latin1").slice(0, 120) ?? ""}`;
	if (status >= 500 && status !== 503) result.failures.push(`${status} ${name}`);
	if (response?.headers["set-cookie"]?.some((cookie) => /session=[\w-]{43}/.test(cookie)))
		result.signIns.push(name);
}
