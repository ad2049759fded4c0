/** Load generator: reads a job from stdin, sends its requests, writes the result to stdout. */
import { setTimeout as sleep } from "node:timers/promises";
import type { z } from "zod";
import { percentile } from "../figures/statistics";
import { RawConnection, requestText } from "../visitors/raw-connection";
import { type LoadResult, loadJob } from "./load-job";

type Job = z.output<typeof loadJob>;

/**
 * Maximum number of connections of a job of the kind "open", which sends requests at a fixed rate. If all connections
 * are in use, a request waits, and its latency includes this wait.
 */
const MAX_CONNECTIONS = 64;

let input = "";
for await (const chunk of process.stdin) input += chunk;
const job = loadJob.parse(JSON.parse(input));
const requests = job.paths.map((path) => requestText(job.port, path, job.headers));
const result: LoadResult = { responses: 0, lost: 0, seconds: 0, latencies: [], lateness: 0 };
const started = performance.now();
if (job.kind === "closed") await runClosed(job);
else if (job.kind === "open") await runOpen(job);
else await runSequence();
result.seconds = (performance.now() - started) / 1000;
process.stdout.write(JSON.stringify(result), () => process.exit(0));

async function runClosed({ connections, seconds, maxRequests }: Extract<Job, { kind: "closed" }>) {
	const end = performance.now() + seconds * 1000;
	let sent = 0;
	const work = async () => {
		const connection = await RawConnection.open(job.port);
		while (sent < maxRequests && performance.now() < end) await send(connection, sent++);
		connection.close();
	};
	await Promise.all(Array.from({ length: connections }, work));
}

async function runOpen({ rate }: Extract<Job, { kind: "open" }>) {
	const idle: RawConnection[] = [];
	const queue: ((connection: RawConnection) => void)[] = [];
	let opened = 0;
	const begun = performance.now();
	const lateness: number[] = [];
	const all: Promise<void>[] = [];
	for (const index of requests.keys()) {
		const due = begun + (index * 1000) / rate;
		if (due > performance.now()) await sleep(due - performance.now());
		const dueNow = performance.now();
		lateness.push(dueNow - due);
		all.push(sendWhenFree(index, dueNow));
	}
	await Promise.all(all);
	for (const connection of idle) connection.close();
	result.lateness = percentile(lateness, 99);

	async function sendWhenFree(index: number, since: number): Promise<void> {
		const connection = await takeConnection();
		await send(connection, index, since);
		if (!connection.isOpen) opened--;
		const next = queue.shift();
		if (next) next(connection.isOpen ? connection : await openConnection());
		else if (connection.isOpen) idle.push(connection);
	}

	async function takeConnection(): Promise<RawConnection> {
		for (let found = idle.pop(); found; found = idle.pop()) {
			if (found.isFresh) return found;
			found.close();
			opened--;
		}
		if (opened >= MAX_CONNECTIONS) return new Promise((resolve) => queue.push(resolve));
		return openConnection();
	}

	function openConnection(): Promise<RawConnection> {
		opened++;
		return RawConnection.open(job.port);
	}
}

async function runSequence() {
	const connection = await RawConnection.open(job.port);
	for (const index of requests.keys()) await send(connection, index, performance.now());
	connection.close();
}

/** Sends a request. If `since` is given, records the time from `since` to the response as latency. */
async function send(connection: RawConnection, index: number, since?: number): Promise<void> {
	const request = requests[index % requests.length];
	if (!request) return;
	try {
		const { status } = await connection.send(request);
		if (status !== job.status) throw new Error(`status ${status}`);
		result.responses++;
		if (since !== undefined) result.latencies.push(performance.now() - since);
	} catch (error) {
		result.lost++;
		result.firstError ??= `${job.paths[index % job.paths.length]}: ${error}`;
		if (!connection.isOpen && job.kind !== "open") throw error;
	}
}
