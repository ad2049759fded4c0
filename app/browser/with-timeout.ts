/** Time after which an optional script is given up. */
const TIMEOUT_MS = 10_000;

/** The loaded module. Rejects when it takes too long. */
export function withTimeout<Module>(loading: Promise<Module>): Promise<Module> {
	const timeout = new Promise<never>((_resolve, reject) => setTimeout(reject, TIMEOUT_MS));
	return Promise.race([loading, timeout]);
}
