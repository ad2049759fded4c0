/**
 * glibc reads these when a process starts. They make it return the memory of decoded photos, which it otherwise keeps in
 * one arena per thread: 455 MB instead of 713 for four forms with ten 50-megapixel photos each. Repeated in the Dockerfile.
 */
export const memorySettings = {
	MALLOC_ARENA_MAX: "2",
	MALLOC_MMAP_THRESHOLD_: "131072",
	MALLOC_TRIM_THRESHOLD_: "131072",
};
