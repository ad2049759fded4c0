/** The load generator, in a process of its own: reads a job from standard input and writes its result to standard output. */
import { setTimeout as sleep } from "node:timers/promises";
import type { z } from "zod";
import { percentile } from "../figures/statistics";
import { RawConnection, requestText } from "../visitors/raw-connection";
import { type LoadResult, loadJob } from "./load-job";

type Job = z.output<typeof loadJob>;

/** More requests than this are never under way at once: those beyond wait, and their wait counts. */
const MAX_CONNECTIONS = 64;

let input = "";
for await (const chunk of process.stdin) input += chunk;
const job = loadJob.parse(JSON.parse(input));
const requests = job.paths.map((path) => requestText(job.port, path, job.headers));
const result: LoadResult = { answers: 0, lost: 0, seconds: 0, latencies: [], lateness: 0 };
const started = performance.now();
if (job.kind === "closed") await runClosed(job);
else if (job.kind === "open") await runOpen(job);
else await runSequence();
result.seconds = (performance.now() - started) / 1000;
process.stdout.write(JSON.stringify(result), () => process.exit(0));

async function runClosed({ connections, seconds, mostRequests }: Extract<Job, { kind: "closed" }>) {
	const end = performance.now() + seconds * 1000;
	let sent = 0;
	const ask = async () => {
		const connection = await RawConnection.open(job.port);
		while (sent < mostRequests && performance.now() < end) await send(connection, sent++);
		connection.close();
	};
	await Promise.all(Array.from({ length: connections }, ask));
}

async function runOpen({ rate }: Extract<Job, { kind: "open" }>) {
	const idle: RawConnection[] = [];
	const waiting: ((connection: RawConnection) => void)[] = [];
	let opened = 0;
	const begun = performance.now();
	const lateness: number[] = [];
	const all: Promise<void>[] = [];
	for (const index of requests.keys()) {
		const due = begun + (index * 1000) / rate;
		if (due > performance.now()) await sleep(due - performance.now());
		const dueNow = performance.now();
		lateness.push(dueNow - due);
		all.push(askOnce(index, dueNow));
	}
	await Promise.all(all);
	for (const connection of idle) connection.close();
	result.lateness = percentile(lateness, 99);

	async function askOnce(index: number, since: number): Promise<void> {
		const connection = await take();
		await send(connection, index, since);
		const next = connection.isOpen ? waiting.shift() : undefined;
		if (next) return next(connection);
		if (connection.isOpen) idle.push(connection);
		else opened--;
	}

	async function take(): Promise<RawConnection> {
		for (let found = idle.pop(); found; found = idle.pop()) {
			if (found.isFresh) return found;
			found.close();
			opened--;
		}
		if (opened >= MAX_CONNECTIONS) return new Promise((resolve) => waiting.push(resolve));
		opened++;
		return RawConnection.open(job.port);
	}
}

async function runSequence() {
	const connection = await RawConnection.open(job.port);
	for (const index of requests.keys()) await send(connection, index, performance.now());
	connection.close();
}

/** `since` is when the request was due; without it its latency is not wanted. */
async function send(connection: RawConnection, index: number, since?: number): Promise<void> {
	const request = requests[index % requests.length];
	if (!request) return;
	try {
		const { status } = await connection.send(request);
		if (status !== job.status) throw new Error(`status ${status}`);
		result.answers++;
		if (since !== undefined) result.latencies.push(performance.now() - since);
	} catch (error) {
		result.lost++;
		result.complaint ??= `${job.paths[index % job.paths.length]}: ${error}`;
		if (!connection.isOpen && job.kind !== "open") throw error;
	}
}
