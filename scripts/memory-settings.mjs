/**
 * Environment variables of a server, also set in the Dockerfile. With the first three, glibc (the C library) returns the
 * memory of decoded photos to the system: 455 MB instead of 713 MB for four forms with ten 50-megapixel photos.
 * NODE_OPTIONS limits the two parts of V8's heap, because photos are outside of it: long-lived objects to 256 MB, and
 * each half of the new objects to 16 MB instead of up to 64, which costs less memory and less processor time.
 */
export const memorySettings = {
	MALLOC_ARENA_MAX: "2",
	MALLOC_MMAP_THRESHOLD_: "131072",
	MALLOC_TRIM_THRESHOLD_: "131072",
	NODE_OPTIONS: "--max-old-space-size=256 --max-semi-space-size=16",
};
