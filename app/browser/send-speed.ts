/** Longest time without progress. The server closes a silent connection earlier; this detects one that broke unnoticed. */
export const SILENCE_MS = 60_000;
/** Longest wait for the response after the upload: the server may be busy. */
const MAX_PROCESSING_MS = 60_000;
/** Slowest upload that the server accepts; bounds how long the bytes still on their way take. */
const MIN_BYTES_PER_MS = 1024 / 1000;
/** Below this speed a photo of 200 KB takes about a minute. */
const SLOW_BYTES_PER_MS = 4096 / 1000;
/** The speed counts only after this time, and a restart pays off only for more bytes than these. */
const MIN_MEASURED_MS = 8000;
const MIN_LEFT_BYTES = 60_000;

/** Progress of an upload: `loaded` of `total` bytes were sent in `ms`. */
export interface Speed {
	loaded: number;
	total: number;
	ms: number;
}

/** Whether the connection is so slow that the user is told. */
export function isSlow({ loaded, ms }: Speed): boolean {
	return ms >= MIN_MEASURED_MS && loaded < ms * SLOW_BYTES_PER_MS;
}

/** Whether restarting with a smaller photo is worth it. */
export function isWorthShrinking(speed: Speed): boolean {
	return isSlow(speed) && speed.total - speed.loaded >= MIN_LEFT_BYTES;
}

/** How long to wait for the response after the upload of `total` bytes. */
export function maxResponseMs(total: number): number {
	return MAX_PROCESSING_MS + total / MIN_BYTES_PER_MS;
}
