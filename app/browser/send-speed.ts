/**
 * Time without upload progress after which the browser aborts an upload. The server ends such an upload sooner, but
 * over a broken connection the browser does not learn of the end.
 */
export const SILENCE_MS = 60_000;
/** Longest time for which the server may process an upload, including its wait in the queue. */
const MAX_PROCESSING_MS = 60_000;
/**
 * Minimum upload speed that the server accepts. A browser counts buffered bytes as sent, so an upload that seems
 * complete may still take the time of the whole upload at this speed.
 */
const MIN_BYTES_PER_MS = 1024 / 1000;
/** Upload speed below which a connection counts as slow. At this speed a photo of 200 KB takes 50 seconds. */
const SLOW_BYTES_PER_MS = 4096 / 1000;
/** Time from the start of an upload until its speed is judged. */
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
