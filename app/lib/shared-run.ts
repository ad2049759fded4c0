/**
 * Returns `work` so that simultaneous calls share one run: a disk that does not respond then blocks at most one thread, and
 * a phone sends nothing twice.
 */
export function sharedRun<Result>(work: () => Promise<Result>): () => Promise<Result> {
	let running: Promise<Result> | undefined;
	return () => {
		running ??= work().finally(() => {
			running = undefined;
		});
		return running;
	};
}
