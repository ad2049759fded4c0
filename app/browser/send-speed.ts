/**
 * Longest time without progress. The server closes a silent connection earlier; this limit detects a connection that
 * broke unnoticed.
 */
export const SILENCE_MS = 60_000;
/** Longest wait for the response after the upload: the server may be busy. */
const MAX_PROCESSING_MS = 60_000;
/**
 * Slowest upload that the server accepts. Bounds the time for bytes that the browser has counted as sent but that have
 * not arrived.
 */
const MIN_BYTES_PER_MS = 1024 / 1000;
/** Below this speed a connection counts as slow: a photo of 200 KB takes about a minute. */
const SLOW_BYTES_PER_MS = 4096 / 1000;
/** The speed is judged only after this time. */
const MIN_MEASURED_MS = 8000;
/** Restarting with a smaller photo pays off only when at least this much is left to send. */
const MIN_LEFT_BYTES = 60_000;

/** Progress of an upload: `loaded` of `total` bytes were sent in `ms`. */
export interface Speed {
	loaded: number;
	total: number;
	ms: number;
}

/** Whether the connection is so slow that the user should be informed. */
export function isSlow({ loaded, ms }: Speed): boolean {
	return ms >= MIN_MEASURED_MS && loaded < ms * SLOW_BYTES_PER_MS;
}

/** Whether restarting the upload with a smaller photo would be faster. */
export function isWorthShrinking(speed: Speed): boolean {
	return isSlow(speed) && speed.total - speed.loaded >= MIN_LEFT_BYTES;
}

/** How long to wait for the response after the upload of `total` bytes. */
export function maxResponseMs(total: number): number {
	return MAX_PROCESSING_MS + total / MIN_BYTES_PER_MS;
}
