import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { sendPhoto } from "~/browser/send-photo";

/** A request whose network the test plays. */
class FakeRequest {
	static last = new FakeRequest();
	upload: { onprogress?(sent: object): void; onload?(sent: object): void } = {};
	onloadend = () => {};
	status = 0;
	responseText = "";
	isAborted = false;
	constructor() {
		FakeRequest.last = this;
	}
	open() {}
	send() {}
	abort() {
		this.isAborted = true;
		this.onloadend();
	}
	answer(status: number, body: unknown) {
		this.status = status;
		this.responseText = typeof body === "string" ? body : JSON.stringify(body);
		this.onloadend();
	}
}

beforeEach(() => {
	vi.useFakeTimers();
	vi.stubGlobal("XMLHttpRequest", FakeRequest);
});
afterEach(() => {
	vi.useRealTimers();
	vi.unstubAllGlobals();
});

function sending(mayBeSmaller = true) {
	const leaving = new AbortController();
	const told: [number, boolean][] = [];
	const onProgress = (part: number, isSlow: boolean) => told.push([part, isSlow]);
	const { signal } = leaving;
	const result = sendPhoto({ address: "/x", body: new FormData(), onProgress, mayBeSmaller, signal });
	return { result, told, leaving, request: FakeRequest.last };
}

const NOT_NOW = "El servidor no puede recibirla ahora.";
const kept = { refused: [], kept: ["id-1"] };
const refusal = { refused: ["No es una foto."], kept: [] };

test.each([
	[200, kept, { kind: "saved", id: "id-1" }],
	[400, refusal, { kind: "refused", reason: "No es una foto." }],
	[413, "too large", { kind: "refused" }],
	[401, kept, { kind: "signed-out" }],
	[408, "", { kind: "failed" }],
	[429, refusal, { kind: "failed", reason: "No es una foto." }],
	[429, "", { kind: "failed", reason: NOT_NOW }],
	[500, kept, { kind: "failed", reason: NOT_NOW }],
	[500, "<html>", { kind: "failed", reason: NOT_NOW }],
	// What a hotel's network answers instead of the server is not the server's.
	[200, "<html>", { kind: "failed" }],
	[200, null, { kind: "failed" }],
	[200, { refused: [] }, { kind: "failed" }],
	[200, { kept: [] }, { kind: "failed" }],
	[200, refusal, { kind: "failed", reason: "No es una foto." }],
	[0, "", { kind: "failed" }],
])("a photo answered with %i and %j", async (status, body, result) => {
	const { request, result: coming } = sending();
	request.answer(status, body);
	expect(await coming).toEqual(result);
});

test("a photo on a slow way is given up for a smaller one, but no smaller one is, nor its last bytes", async () => {
	const total = 400_000;
	for (const [mayBeSmaller, loaded, kind] of [
		[true, 20_000, "slow"],
		[false, 20_000, "failed"],
		[true, 380_000, "failed"],
	] as const) {
		const { request, result, told } = sending(mayBeSmaller);
		vi.advanceTimersByTime(10_000);
		request.upload.onprogress?.({ loaded, total });
		expect(told).toEqual([[loaded / total, loaded === 20_000]]);
		expect(request.isAborted).toBe(kind === "slow");
		if (kind === "failed") request.abort();
		expect((await result).kind).toBe(kind);
	}
});

test("a photo is given up a minute after the last sign of life, and its answer after the time that the server may take", async () => {
	const { request, result } = sending();
	const total = 60_000;
	vi.advanceTimersByTime(59_000);
	request.upload.onprogress?.({ loaded: total, total });
	vi.advanceTimersByTime(59_000);
	request.upload.onload?.({ total });
	// A minute, and a second for each kilobyte.
	vi.advanceTimersByTime(118_000);
	expect(request.isAborted).toBe(false);
	vi.advanceTimersByTime(1000);
	expect(request.isAborted).toBe(true);
	expect(await result).toEqual({ kind: "failed" });
});

test("a page that is left sends no more", async () => {
	const { request, result, leaving } = sending();
	leaving.abort();
	expect(request.isAborted).toBe(true);
	expect(await result).toEqual({ kind: "failed" });
});
