import { expect, test } from "vitest";
import { freeBytes } from "~/lib/http/free-bytes.server";

const canFree = "transfer" in ArrayBuffer.prototype;

test("a chunk that has a buffer of its own is freed at once, where Node can", () => {
	const chunk = Buffer.from(new ArrayBuffer(65_536));
	freeBytes(chunk);
	expect(chunk.byteLength).toBe(canFree ? 0 : 65_536);
	// A freed chunk has no buffer that could be freed again.
	expect(() => freeBytes(chunk)).not.toThrow();
});

test("a chunk that shares its buffer with others stays", () => {
	const shared = new ArrayBuffer(100);
	const chunk = Buffer.from(shared, 0, 50);
	freeBytes(chunk);
	expect(chunk.byteLength).toBe(50);
	expect(shared.byteLength).toBe(100);
});
