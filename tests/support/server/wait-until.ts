/**
 * Polls until the condition holds.
 * @throws Error after 60 seconds
 */
export async function waitUntil(condition: () => boolean, what: string): Promise<void> {
	const end = performance.now() + 60_000;
	while (!condition()) {
		if (performance.now() > end) throw new Error(`timed out waiting until ${what}`);
		await new Promise((resolve) => setTimeout(resolve, 5));
	}
}
