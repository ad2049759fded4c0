/** Maximum number of results that a function remembers: ten years of days. */
const MAX_REMEMBERED = 3_653;

/**
 * Returns `compute` with a memory of its results, for keys of a small range.
 * @param most 1 for large results whose key seldom changes, such as today
 */
export function remembering<Key, Result>(compute: (key: Key) => Result, most = MAX_REMEMBERED) {
	const known = new Map<Key, Result>();
	return (key: Key): Result => {
		const kept = known.get(key);
		if (kept !== undefined) return kept;
		const result = compute(key);
		if (known.size === most) known.clear();
		known.set(key, result);
		return result;
	};
}
