/** Counts the pauses of `work`, in which other requests run. */
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
