export function median(values: readonly number[]): number {
	return percentile(values, 50);
}

/** The smallest value such that at least `percent` percent of the values are not larger; NaN for an empty list. */
export function percentile(values: readonly number[], percent: number): number {
	const sorted = values.toSorted((a, b) => a - b);
	const index = Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1);
	return sorted[index] ?? Number.NaN;
}
