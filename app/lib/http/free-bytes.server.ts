/**
 * Frees the memory of a received chunk that nobody reads any more. Otherwise the chunks of a fast upload, which V8
 * counts as small objects, would fill 100 MB before V8 collects them. Node 20 cannot free them early.
 */
export function freeBytes(chunk: Buffer<ArrayBuffer> | undefined): void {
	// Node may share one small buffer among several chunks.
	if (chunk && chunk.buffer.byteLength === chunk.byteLength) chunk.buffer.transfer?.(0);
}
