/** Timer and clock as they were before a test replaced them by fake ones. */
const [later, now] = [setTimeout, performance.now.bind(performance)];

/**
 * Polls until the condition holds, also in tests with a fake clock.
 * @throws Error after five minutes, which only end a wait for what never comes
 */
export async function waitUntil(condition: () => boolean, what = String(condition)): Promise<void> {
	const end = now() + 300_000;
	while (!condition()) {
		if (now() > end) throw new Error(`timed out waiting until ${what}`);
		await new Promise((resolve) => later(resolve, 5));
	}
}
