import { Agent, request } from "node:http";
import { type FuzzCase, fuzzCases } from "./cases";

export interface FuzzResult {
	cases: number;
	/** How many answers had each status; 0 is a connection that the server closed. */
	statuses: Map<number, number>;
	/** Requests that failed in the server. */
	failures: string[];
	/** Requests that opened a session. */
	signIns: string[];
	slowestMs: number;
}

const agent = new Agent({ keepAlive: true, maxSockets: 8 });

/**
 * Sends `count` cases to a server, eight at a time.
 */
export async function runCases(
	port: number,
	seed: number,
	count: number,
	session: string,
): Promise<FuzzResult> {
	const result: FuzzResult = { cases: 0, statuses: new Map(), failures: [], signIns: [], slowestMs: 0 };
	const cases = fuzzCases(seed, session);
	const work = async () => {
		while (result.cases < count) {
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
	const { status, cookies } = await send(port, one);
	result.slowestMs = Math.max(result.slowestMs, performance.now() - begun);
	result.statuses.set(status, (result.statuses.get(status) ?? 0) + 1);
	const name = `${one.method} ${one.path.slice(0, 120)} ${one.body?.toString("latin1").slice(0, 120) ?? ""}`;
	// Too busy with passwords is an honest answer.
	if (status >= 500 && status !== 503) result.failures.push(`${status} ${name}`);
	if (cookies.some((cookie) => /session=[\w-]{43}/.test(cookie))) result.signIns.push(name);
}

function send(
	port: number,
	{ method, path, headers, body }: FuzzCase,
): Promise<{ status: number; cookies: string[] }> {
	return new Promise((resolve) => {
		const length = body ? { "content-length": String(body.byteLength) } : {};
		const sent = request(
			{
				host: "127.0.0.1",
				port,
				method,
				path,
				agent,
				headers: { host: `localhost:${port}`, ...headers, ...length },
			},
			(answer) => {
				answer.resume();
				answer.once("end", () =>
					resolve({ status: answer.statusCode ?? 0, cookies: answer.headers["set-cookie"] ?? [] }),
				);
				answer.once("error", () => resolve({ status: 0, cookies: [] }));
			},
		);
		sent.once("error", () => resolve({ status: 0, cookies: [] }));
		sent.end(body);
	});
}
