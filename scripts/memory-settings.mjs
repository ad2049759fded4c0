/**
 * Environment variables that glibc reads when a process starts. They make glibc return the memory of decoded photos,
 * which it would otherwise hold in one arena per thread: 455 MB instead of 713 MB for four forms with ten 50-megapixel
 * photos each. The Dockerfile repeats them.
 */
export const memorySettings = {
	MALLOC_ARENA_MAX: "2",
	MALLOC_MMAP_THRESHOLD_: "131072",
	MALLOC_TRIM_THRESHOLD_: "131072",
};
