/** Maximum number of results that a function remembers: ten years of days. */
const MAX_REMEMBERED = 3_653;

/** Returns `compute` with a memory of its results. For keys of a small range. */
export function remembering<Key, Result>(compute: (key: Key) => Result): (key: Key) => Result {
	const known = new Map<Key, Result>();
	return (key) => {
		const kept = known.get(key);
		if (kept !== undefined) return kept;
		const result = compute(key);
		if (known.size === MAX_REMEMBERED) known.clear();
		known.set(key, result);
		return result;
	};
}

/** Returns `compute` with a memory of its last result. For large results whose key seldom changes, such as today. */
export function rememberingLast<Key, Result>(compute: (key: Key) => Result): (key: Key) => Result {
	let last: { key: Key; result: Result } | undefined;
	return (key) => {
		if (!last || last.key !== key) last = { key, result: compute(key) };
		return last.result;
	};
}
