import { Duplex } from "node:stream";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { Connections } from "~/gate/connections.server";
import { type SmallGate, startSmallGate } from "../../../support/server/small-gate";

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
		large: { loader: () => new Response(new Uint8Array(1000 * KB)) },
		download: {
			loader: () =>
				new Response(new Uint8Array(1000 * KB), { headers: { "Content-Disposition": "attachment" } }),
		},
	});
	new Connections(gate.server, MAX_CONNECTIONS);
});
afterEach(async () => {
	vi.useRealTimers();
	await gate.stop();
});

/** A simulated socket whose client reads only when the test says so. */
class Line extends Duplex {
	text = "";
	#room = BUFFER;
	#waiting: { left: number; done: () => void } | undefined;

	constructor(
		readonly remoteAddress: string,
		path: string,
	) {
		super();
		this.on("error", () => {});
		gate.server.emit("connection", this);
		this.push(`GET ${path} HTTP/1.1\r\nHost: ${new URL(gate.origin).host}\r\n\r\n`);
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
async function reader(address: string, path = "/large"): Promise<Line> {
	const line = new Line(address, path);
	await until(() => line.isWaitedFor);
	return line;
}

/** Requests a page, and returns whether it arrives. */
async function visitPage(address: string): Promise<boolean> {
	const line = new Line(address, "/page");
	await until(() => line.text.includes("a page") || line.destroyed);
	const isSeen = line.text.includes("a page");
	line.destroy();
	await until(() => line.closed);
	return isSeen;
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
		await until(() => moving.isWaitedFor);
	});

	test.each(["/large", "/download"])(
		"of %s, none is closed before it has read nothing for 30 s",
		async (path) => {
			const first = await reader("10.0.0.0", path);
			vi.advanceTimersByTime(1000);
			const others = await Promise.all(
				Array.from({ length: MAX_CONNECTIONS - 1 }, (_, index) => reader(`10.0.0.${index + 1}`, path)),
			);
			vi.advanceTimersByTime(28_000);
			expect(await visitPage("10.0.1.1")).toBe(false);
			expect([first, ...others].some(({ destroyed }) => destroyed)).toBe(false);
			vi.advanceTimersByTime(1500);
			expect(await visitPage("10.0.1.1")).toBe(true);
			expect(first.destroyed).toBe(true);
			expect(others.some(({ destroyed }) => destroyed)).toBe(false);
		},
	);

	test("one is closed sooner only if its address holds more than a quarter of them", async () => {
		const alone = await Promise.all(
			Array.from({ length: MAX_CONNECTIONS - 3 }, (_, index) => reader(`10.0.0.${index + 1}`)),
		);
		vi.advanceTimersByTime(1000);
		const crowd = await Promise.all(Array.from({ length: 3 }, () => reader("10.0.2.1")));
		vi.advanceTimersByTime(1000);
		expect(await visitPage("10.0.1.1")).toBe(true);
		const destroyed = () => crowd.map((line) => line.destroyed);
		expect(destroyed()).toEqual([true, false, false]);
		alone.push(await reader("10.0.3.1"));
		expect(await visitPage("10.0.1.1")).toBe(false);
		expect(await visitPage("10.0.2.1")).toBe(false);
		expect(destroyed()).toEqual([true, false, false]);
		expect(alone.some((line) => line.destroyed)).toBe(false);
	});

	test("the credit of a fast reader lasts for two minutes, not for hours", async () => {
		const quick = await reader("10.0.0.1");
		vi.advanceTimersByTime(1000);
		const others = await Promise.all(
			Array.from({ length: MAX_CONNECTIONS - 1 }, (_, index) => reader(`10.0.1.${index}`)),
		);
		for (let second = 0; second < 200; second++) {
			vi.advanceTimersByTime(1000);
			for (const line of [quick, ...others]) line.readOn(4 * KB);
			await Promise.all([quick, ...others].map((line) => until(() => line.isWaitedFor)));
		}
		vi.advanceTimersByTime(148_000);
		expect(await visitPage("10.0.0.9")).toBe(false);
		vi.advanceTimersByTime(4000);
		expect(await visitPage("10.0.0.9")).toBe(true);
	});
});

/** Like `waitUntil`, but without timers, for tests with a fake clock. */
async function until(isSo: () => boolean): Promise<void> {
	const end = Date.now() + 10_000;
	while (!isSo()) {
		if (Date.now() > end) throw new Error(`still not so: ${isSo}`);
		await new Promise((resolve) => setImmediate(resolve));
	}
}
