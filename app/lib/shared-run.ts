/** Returns `work` so that simultaneous calls share one run: what does not respond then blocks at most one thread. */
export function sharedRun<Result>(work: () => Promise<Result>): () => Promise<Result> {
	let running: Promise<Result> | undefined;
	return () => {
		running ??= work().finally(() => {
			running = undefined;
		});
		return running;
	};
}
