/** How alive the network was just now. */

/** How long an answer may take before the phone answers, and when the network was just seen to be dead. */
export const [PATIENCE_MS, DEAD_PATIENCE_MS] = [3000, 250];
const DEAD_FOR_MS = 30_000;

let deadUntil = 0;

export const isDead = () => Date.now() < deadUntil;

export function noteNetwork(isAlive: boolean): void {
	deadUntil = isAlive ? 0 : Date.now() + DEAD_FOR_MS;
}

export const patience = () => wait(isDead() ? DEAD_PATIENCE_MS : PATIENCE_MS);

function wait(ms: number): Promise<undefined> {
	return new Promise((resolve) => setTimeout(resolve, ms));
}
