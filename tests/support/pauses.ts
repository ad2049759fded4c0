/** Counts how often `work` yields to the event loop, so that a server could handle other requests. */
export async function countPauses<Result>(
	work: () => Promise<Result>,
): Promise<{ result: Result; pauses: number }> {
	let pauses = 0;
	let isOver = false;
	const count = () => {
		pauses++;
		if (!isOver) setImmediate(count);
	};
	count();
	const result = await work();
	isOver = true;
	return { result, pauses };
}
