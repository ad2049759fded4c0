/**
 * For glibc, which reads them before a program begins: without them it keeps what a decoded photo took, in one arena
 * for each thread. Ten photos of 50 megapixels in each of four forms: 455 MB instead of 713. The Dockerfile has the same.
 */
export const memorySettings = {
	MALLOC_ARENA_MAX: "2",
	MALLOC_MMAP_THRESHOLD_: "131072",
	MALLOC_TRIM_THRESHOLD_: "131072",
};
