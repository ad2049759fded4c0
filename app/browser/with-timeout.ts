/** Longer than this nobody waits for a script without which it works too. */
const MAX_LOADING_MS = 10_000;

/** What is loaded, if it comes in time. */
export function inTime<Module>(loading: Promise<Module>): Promise<Module> {
	const late = new Promise<never>((_resolve, reject) => setTimeout(reject, MAX_LOADING_MS));
	return Promise.race([loading, late]);
}
