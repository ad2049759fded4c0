/** How alive the network was just now. */

/** How long an answer may take before the phone answers, and when the network was just seen to be dead. */
export const PATIENCE_MS = 3000;
export const DEAD_PATIENCE_MS = 250;
const DEAD_FOR_MS = 30_000;

let deadUntil = 0;

export function noteNetwork(isAlive: boolean): void {
	deadUntil = isAlive ? 0 : Date.now() + DEAD_FOR_MS;
}

/** What comes soon enough; undefined when it fails, or takes longer, by default than people wait. */
export function soon<Result>(
	coming: Promise<Result>,
	ms = Date.now() < deadUntil ? DEAD_PATIENCE_MS : PATIENCE_MS,
): Promise<Result | undefined> {
	return Promise.race([
		coming.catch(() => undefined),
		new Promise<undefined>((resolve) => setTimeout(resolve, ms)),
	]);
}
