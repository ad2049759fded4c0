import { Duplex } from "node:stream";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Connections } from "~/gate/connections.server";
import { env } from "~/lib/env.server";
import { notePerson } from "~/lib/http/request-context.server";
import { type SmallGate, startSmallGate } from "../../../support/server/small-gate";
import { waitUntil } from "../../../support/server/wait-until";

/** Tests which client is disconnected when clients that do not read their responses hold all connections. */

const MAX_CONNECTIONS = 8;
const KB = 1024;
/** Bytes that the kernel buffers before the client reads anything. */
const BUFFER = 87 * KB;
/** Number of bytes that a client must read from a real full kernel buffer before the buffer accepts more data. */
const BURST = 29 * KB;

let gate: SmallGate;
beforeEach(async () => {
	vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
	gate = await startSmallGate({
		page: { loader: () => new Response("a page") },
		small: { loader: () => new Response(new Uint8Array(15 * KB)) },
		large: { loader: () => new Response(new Uint8Array(1000 * KB)) },
		sheet: {
			loader: ({ request }) => {
				notePerson(new URL(request.url).searchParams.get("of") ?? "");
				return new Response(new Uint8Array(1000 * KB), { headers: { "Content-Type": "text/html" } });
			},
		},
		download: {
			loader: () =>
				new Response(new Uint8Array(1000 * KB), { headers: { "Content-Disposition": "attachment" } }),
		},
	});
	new Connections(gate.server, MAX_CONNECTIONS);
});
afterEach(async () => {
	env.TRUST_PROXY_HOPS = 0;
	vi.useRealTimers();
	await gate.stop();
});

/** A simulated socket whose client reads only when the test says so. */
class Line extends Duplex {
	text = "";
	#room = BUFFER;
	#waiting: { left: number; done: () => void } | undefined;

	readonly remoteAddress: string;

	/** @param count how often the page is requested at once */
	constructor(address: string, path: string, count = 1) {
		super();
		this.remoteAddress = env.TRUST_PROXY_HOPS ? "172.18.0.2" : address;
		this.on("error", () => {});
		gate.server.emit("connection", this);
		const client = env.TRUST_PROXY_HOPS ? `X-Forwarded-For: ${address}\r\n` : "";
		const request = `GET ${path} HTTP/1.1\r\nHost: ${new URL(gate.origin).host}\r\n${client}\r\n`;
		if (path) this.push(request.repeat(count));
	}

	get isWaitedFor(): boolean {
		return this.#waiting !== undefined;
	}

	/** Lets the client read `bytes` bytes, which frees the same number of bytes in the kernel's buffer. */
	readOn(bytes: number): void {
		this.#room += bytes;
		this.#take();
	}

	override _read(): void {}

	override _write(chunk: Buffer, _encoding: string, done: () => void): void {
		this.text += chunk.toString("latin1");
		this.#waiting = { left: chunk.byteLength, done };
		this.#take();
	}

	#take(): void {
		if (!this.#waiting) return;
		const taken = Math.min(this.#room, this.#waiting.left);
		this.#room -= taken;
		this.#waiting.left -= taken;
		if (this.#waiting.left > 0) return;
		const { done } = this.#waiting;
		this.#waiting = undefined;
		done();
	}
}

/** A client that has requested more than fits into the kernel's buffer. */
async function reader(address: string, path = "/large", count = 1): Promise<Line> {
	const line = new Line(address, path, count);
	await waitUntil(() => line.isWaitedFor);
	return line;
}

/** Positions of the lines that the server has closed. */
function destroyedOf(lines: readonly Line[]): number[] {
	return lines.flatMap(({ destroyed }, index) => (destroyed ? [index] : []));
}

/** Requests a page, and returns whether it arrives. */
async function visitPage(address: string): Promise<boolean> {
	const line = new Line(address, "/page");
	await waitUntil(() => line.text.includes("a page") || line.destroyed);
	const isSeen = line.text.includes("a page");
	await leave([line]);
	return isSeen;
}

/** Closes connections, and waits until the server knows it. */
async function leave(lines: readonly Line[]): Promise<void> {
	for (const line of lines) line.destroy();
	await new Promise((resolve) => setImmediate(resolve));
}

describe("when readers hold all connections", () => {
	test("each new connection closes the most overdue one, and never one that reads 2 KB/s", async () => {
		const moving = await reader("10.0.0.1");
		vi.advanceTimersByTime(14_000);
		moving.readOn(BURST);
		let stalled = await Promise.all(Array.from({ length: MAX_CONNECTIONS - 1 }, () => reader("10.0.0.1")));
		for (let second = 1; second <= 215; second++) {
			vi.advanceTimersByTime(1000);
			if (second % 14 === 0) moving.readOn(BURST);
			if (second % 5 > 0) continue;
			expect(await visitPage("10.0.0.1"), `second ${second}`).toBe(true);
			expect(moving.destroyed, `second ${second}`).toBe(false);
			const left = stalled.filter(({ destroyed }) => !destroyed);
			// The server has disconnected the client that read nothing for the longest time. A new client replaces it.
			expect(left.map((line) => stalled.indexOf(line))).toEqual([1, 2, 3, 4, 5, 6]);
			stalled = [...left, await reader("10.0.0.1")];
		}
		await waitUntil(() => moving.isWaitedFor);
	});

	test.each(["/large", "/download"])(
		"of %s, from as many addresses, a newcomer closes the one that is furthest behind",
		async (path) => {
			const readers = [await reader("10.0.0.1", path)];
			for (let index = 1; index < MAX_CONNECTIONS; index++) {
				vi.advanceTimersByTime(1000);
				readers.push(await reader(`10.0.${index}.1`, path));
			}
			// The first one goes on, so that the second has waited for longest.
			readers[0]?.readOn(BURST);
			await waitUntil(() => readers[0]?.isWaitedFor === true);
			expect(await visitPage("10.0.99.1")).toBe(true);
			expect(destroyedOf(readers)).toEqual([1]);
			readers.push(await reader("10.0.98.1", path));
			expect(await visitPage("10.0.99.1")).toBe(true);
			expect(destroyedOf(readers)).toEqual([1, 2]);
		},
	);

	test.each([
		["without a proxy", 0],
		["behind a proxy, which names it", 1],
	])("the slowest one of the address with most goes first, however small its share, %s", async (_, hops) => {
		env.TRUST_PROXY_HOPS = hops;
		const alone = await Promise.all(
			Array.from({ length: MAX_CONNECTIONS - 2 }, (_, index) => reader(`10.0.${index}.1`)),
		);
		vi.advanceTimersByTime(1000);
		const pair = [await reader("10.0.50.1")];
		vi.advanceTimersByTime(1000);
		pair.push(await reader("10.0.50.1"));
		expect(await visitPage("10.0.99.1")).toBe(true);
		expect([destroyedOf(pair), destroyedOf(alone)]).toEqual([[0], []]);
	});

	test.each([
		["10.0.50.1", "10.0.50.2", "10.0.50.3"],
		["2001:db8:50:1::1", "2001:db8:50:2::1", "2001:db8:50:ff00::1"],
	])("addresses of one network, such as %s and %s, count as one", async (...network) => {
		const alone = await Promise.all(
			Array.from({ length: MAX_CONNECTIONS - 5 }, (_, index) => reader(`10.0.${index}.1`)),
		);
		const pair = [await reader("2001:db8:51:1::1"), await reader("2001:db8:51:1::1")];
		vi.advanceTimersByTime(1000);
		const neighbours = await Promise.all(network.map((address) => reader(address)));
		expect(await visitPage("10.0.99.1")).toBe(true);
		expect([destroyedOf(neighbours), destroyedOf(pair), destroyedOf(alone)]).toEqual([[0], [], []]);
	});

	test("behind a proxy, its own connections that have asked for nothing yet do not count as a crowd", async () => {
		env.TRUST_PROXY_HOPS = 1;
		const silent = Array.from({ length: MAX_CONNECTIONS - 2 }, () => new Line("10.0.0.1", ""));
		const pair = [await reader("10.0.50.1"), await reader("10.0.50.1")];
		expect(await visitPage("10.0.99.1")).toBe(true);
		expect([destroyedOf(silent), destroyedOf(pair)]).toEqual([[], [0]]);
	});

	test("one that was idle for two seconds goes first, then who has read nothing for half a minute", async () => {
		const stalled = await reader("10.0.0.1");
		vi.advanceTimersByTime(31_000);
		const crowd = await Promise.all(Array.from({ length: MAX_CONNECTIONS - 2 }, () => reader("10.0.50.1")));
		const lines = [stalled, new Line("10.0.1.1", ""), ...crowd];
		vi.advanceTimersByTime(2001);
		expect(await visitPage("10.0.99.1")).toBe(true);
		expect(destroyedOf(lines)).toEqual([1]);
		lines.push(await reader("10.0.50.1"));
		expect(await visitPage("10.0.99.1")).toBe(true);
		expect(destroyedOf(lines)).toEqual([0, 1]);
	});

	test("many small answers that are left unread hold no place either", async () => {
		const count = Math.ceil(BUFFER / (15 * KB)) + 1;
		const lines = await Promise.all(
			Array.from({ length: MAX_CONNECTIONS }, () => reader("10.0.50.1", "/small", count)),
		);
		expect(await visitPage("10.0.99.1")).toBe(true);
		expect(destroyedOf(lines)).toHaveLength(1);
	});

	test("a newcomer from the address with most closes one of its own address", async () => {
		const alone = [await reader("10.0.0.1")];
		vi.advanceTimersByTime(1000);
		for (let index = 1; index < MAX_CONNECTIONS - 2; index++) alone.push(await reader(`10.0.${index}.1`));
		const crowd = [await reader("10.0.50.1"), await reader("10.0.50.1")];
		for (let index = 0; index < 5; index++) crowd.push(await reader("10.0.50.1"));
		expect([destroyedOf(crowd), destroyedOf(alone)]).toEqual([[0, 1, 2, 3, 4], []]);
	});

	test("connections that one address opens and leaves silent close no reader of another", async () => {
		const alone = await Promise.all(
			Array.from({ length: MAX_CONNECTIONS - 1 }, (_, index) => reader(`10.0.${index}.1`)),
		);
		const silent = Array.from({ length: 50 }, () => new Line("10.0.50.1", ""));
		expect([destroyedOf(silent).length, destroyedOf(alone)]).toEqual([49, []]);
	});

	test("of four addresses that open all of them again and again, no newcomer is refused", async () => {
		for (let round = 0; round < 10; round++) {
			const attackers = await Promise.all(
				Array.from({ length: MAX_CONNECTIONS }, (_, index) => reader(`10.0.${index % 4}.1`)),
			);
			for (let visit = 0; visit < 5; visit++) {
				vi.advanceTimersByTime(5000);
				expect(await visitPage(`10.0.${90 + visit}.1`), `round ${round}, visit ${visit}`).toBe(true);
				const line = await reader(`10.0.${visit % 4}.1`);
				attackers.push(line);
			}
			await leave(attackers);
		}
	});

	test("the credit of a fast reader lasts for two minutes, not for hours", async () => {
		const quick = await reader("10.0.0.1");
		for (let second = 0; second < 200; second++) {
			vi.advanceTimersByTime(1000);
			quick.readOn(4 * KB);
			await waitUntil(() => quick.isWaitedFor);
		}
		// Its pause of 130 s counts less than one of 31 s without credit, but one of 161 s counts more.
		vi.advanceTimersByTime(99_000);
		for (const isClosed of [false, true]) {
			const others = await Promise.all(Array.from({ length: MAX_CONNECTIONS - 1 }, () => reader("10.0.1.1")));
			vi.advanceTimersByTime(31_000);
			expect(await visitPage("10.0.99.1")).toBe(true);
			expect(quick.destroyed).toBe(isClosed);
			await leave(others);
		}
	});
});

test("a third large page that a person leaves unread closes the first, and nobody else's", async () => {
	const pages = ["ana", "ana", "beto", "beto"].map((name) => `/sheet?of=${name}`);
	const lines = await Promise.all(pages.map((path) => reader("10.0.0.1", path)));
	expect(destroyedOf(lines)).toEqual([]);
	lines.push(await reader("10.0.0.1", "/sheet?of=ana"));
	expect(destroyedOf(lines)).toEqual([0]);
	lines[1]?.readOn(1000 * KB);
	await waitUntil(() => lines[1]?.isWaitedFor === false);
	await new Promise((resolve) => setImmediate(resolve));
	lines.push(await reader("10.0.0.1", "/sheet?of=ana"));
	expect(destroyedOf(lines)).toEqual([0]);
});
