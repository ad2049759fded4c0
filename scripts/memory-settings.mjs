/**
 * Environment variables of the server, the same as in the Dockerfile and the systemd unit.
 * - MALLOC: glibc, the C library, returns the memory of decoded photos to the system.
 * - NODE_OPTIONS: limits V8's heap to 256 MB, because decoded photos, which are outside the heap, need the rest, and its
 *   new objects to 48 MB (three times 16), half of what Node 24 lets them take.
 */
export const memorySettings = {
	MALLOC_ARENA_MAX: "2",
	MALLOC_MMAP_THRESHOLD_: "131072",
	MALLOC_TRIM_THRESHOLD_: "131072",
	NODE_OPTIONS: "--max-old-space-size=256 --max-semi-space-size=16",
};
