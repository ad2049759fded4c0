/** Usual maximum number of results that a function remembers: ten years of days. */
const MAX_REMEMBERED = 3_653;

/**
 * Returns `compute` with a memory of its results. For keys of a small range that a page needs hundreds of times, and for
 * results that take long to make.
 * @param max maximum number of results in memory
 */
export function remembering<Key, Result>(
	compute: (key: Key) => Result,
	max = MAX_REMEMBERED,
): (key: Key) => Result {
	const known = new Map<Key, Result>();
	return (key) => {
		const kept = known.get(key);
		if (kept !== undefined) return kept;
		const result = compute(key);
		if (known.size === max) known.clear();
		known.set(key, result);
		return result;
	};
}
