/**
 * What the server sends without being asked, and finishes before it stops: a mail that the mail server has taken would be sent
 * again after the stop, and a notice that no push service has taken would never be.
 */
import { setTimeout as pause } from "node:timers/promises";

const underWay = new Set<Promise<unknown>>();
let isEnding = false;

/** Lets a stopping server wait for `work`, which must not reject. */
export function finishBeforeStop(work: Promise<unknown>): void {
	underWay.add(work);
	void work.then(() => underWay.delete(work));
}

/** Whether the server stops, and nothing more is to be sent. */
export function isStopping(): boolean {
	return isEnding;
}

/** Ends the sending. Resolves when what is under way is finished, or after `maxMs`. */
export async function finishSending(maxMs: number): Promise<void> {
	isEnding = true;
	await Promise.race([Promise.all(underWay), pause(maxMs)]);
}
