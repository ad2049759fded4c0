/** The server ends a connection that is silent for half a minute; this is for one that ended without a word. */
export const SILENCE_MS = 60_000;
/** All bytes have left this program: the server may have others before us. */
const MAX_ANSWER_MS = 60_000;
/** What the server takes at least on average, in bytes per millisecond: some bytes are still on their way by then. */
const SLOWEST = 1024 / 1000;
/** Below this a photo of some 200 KB takes a minute, in bytes per millisecond. */
const SLOW = 4096 / 1000;
/** Nobody is judged by the first moments, nor made to begin anew for little. */
const MIN_MS = 8000;
const MIN_LEFT_BYTES = 60_000;

/** How much of how many bytes has left in how many milliseconds. */
export interface Speed {
	loaded: number;
	total: number;
	ms: number;
}

/** Whether it goes so slowly that the person has to be told. */
export function isSlow({ loaded, ms }: Speed): boolean {
	return ms >= MIN_MS && loaded < ms * SLOW;
}

/** Whether it is worth beginning anew with a smaller photo. */
export function isWorthShrinking(speed: Speed): boolean {
	return isSlow(speed) && speed.total - speed.loaded >= MIN_LEFT_BYTES;
}

/** How long to wait for the answer once all bytes have left, in milliseconds. */
export function longestAnswerMs(total: number): number {
	return MAX_ANSWER_MS + total / SLOWEST;
}
