import { describe, expect, test } from "vitest";
import { isSlow, isWorthShrinking, maxResponseMs } from "../../../app/browser/send-speed";

const KB = 1024;

describe("the upload of a photo of 190 KB", () => {
	const total = 190 * KB;
	test.each([
		["4 KB a second or more is not called slow", { loaded: 40 * KB, ms: 10_000 }, false, false],
		["less is, and a smaller photo arrives sooner", { loaded: 39 * KB, ms: 10_000 }, true, true],
		["not in the first moments, in which nothing has left yet", { loaded: 0, ms: 7999 }, false, false],
		["but in the next one", { loaded: 0, ms: 8000 }, true, true],
		["with 60 kB left it is restarted", { loaded: total - 60_000, ms: 60_000 }, true, true],
		["near its end it is not restarted", { loaded: 150 * KB, ms: 60_000 }, true, false],
	])("%s", (_name, speed, slow, worth) => {
		expect([isSlow({ ...speed, total }), isWorthShrinking({ ...speed, total })]).toEqual([slow, worth]);
	});

	test("may take as long as at 1 KB a second, plus a minute of waiting for the server", () => {
		expect(maxResponseMs(total)).toBe(190_000 + 60_000);
	});
});
