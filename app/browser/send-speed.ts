/**
 * Longest time without upload progress. The server closes a silent connection earlier, so this limit applies to a
 * connection that broke unnoticed.
 */
export const SILENCE_MS = 60_000;
/** Longest wait for the response after an upload: the server may be busy. */
const MAX_PROCESSING_MS = 60_000;
/**
 * Slowest upload that the server accepts. This speed limits the wait for bytes that the browser has counted as sent
 * but that the server has not received.
 */
const MIN_BYTES_PER_MS = 1024 / 1000;
/** Upload speed below which a connection counts as slow: a photo of 200 KB takes about a minute. */
const SLOW_BYTES_PER_MS = 4096 / 1000;
/** Duration of an upload before its speed is judged. */
const MIN_MEASURED_MS = 8000;
/** Minimum number of unsent bytes for which restarting the upload with a smaller photo saves time. */
const MIN_LEFT_BYTES = 60_000;

/** Progress of an upload: `loaded` of `total` bytes were sent in `ms` milliseconds. */
export interface Speed {
	loaded: number;
	total: number;
	ms: number;
}

/** Whether an upload is so slow that the user should be informed. */
export function isSlow({ loaded, ms }: Speed): boolean {
	return ms >= MIN_MEASURED_MS && loaded < ms * SLOW_BYTES_PER_MS;
}

/** Whether restarting the upload with a smaller photo would be faster. */
export function isWorthShrinking(speed: Speed): boolean {
	return isSlow(speed) && speed.total - speed.loaded >= MIN_LEFT_BYTES;
}

/** Longest wait in milliseconds for the response after an upload of `total` bytes. */
export function maxResponseMs(total: number): number {
	return MAX_PROCESSING_MS + total / MIN_BYTES_PER_MS;
}
