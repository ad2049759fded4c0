/** Looks again and again until it is so. Ends with an error after 60 s: a bound for a hang, not a measure. */
export async function waitUntil(isSo: () => boolean, what: string): Promise<void> {
	const end = performance.now() + 60_000;
	while (!isSo()) {
		if (performance.now() > end) throw new Error(`still not so: ${what}`);
		await new Promise((resolve) => setTimeout(resolve, 5));
	}
}
