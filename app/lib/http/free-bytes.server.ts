/**
 * Frees the memory of a received chunk that nobody reads any more. Otherwise the chunks of a fast upload, which V8
 * counts as small objects, would fill 100 MB before V8 collects them.
 */
export function freeBytes({ buffer, byteLength }: Uint8Array): void {
	// Node may share one small buffer among several chunks. A freed chunk has no bytes.
	const isOwn = byteLength > 0 && buffer.byteLength === byteLength;
	if (isOwn && buffer instanceof ArrayBuffer) buffer.transfer(0);
}
