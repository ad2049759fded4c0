/** Longest wait for a script that the page can do without. */
const TIMEOUT_MS = 10_000;

/** Waits for a script module to load. Rejects after TIMEOUT_MS. */
export function withTimeout<Module>(loading: Promise<Module>): Promise<Module> {
	const timeout = new Promise<never>((_resolve, reject) => setTimeout(reject, TIMEOUT_MS));
	return Promise.race([loading, timeout]);
}
