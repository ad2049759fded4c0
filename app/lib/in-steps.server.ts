import { setImmediate } from "node:timers/promises";

/** Number of items after which other requests can run: so few that these requests wait about a millisecond at most. */
const STEP = 200;

/** Calls `work` for each item in order. Lets other requests run after every STEP items. */
export async function inSteps<Item>(items: readonly Item[], work: (item: Item) => void): Promise<void> {
	for await (const piece of piecesOf(items)) for (const item of piece) work(item);
}

/** Yields the items in pieces of at most STEP. Lets other requests run between two pieces. */
export async function* piecesOf<Item>(items: readonly Item[]): AsyncGenerator<readonly Item[]> {
	for (let start = 0; start < items.length; start += STEP) {
		if (start > 0) await setImmediate();
		yield items.slice(start, start + STEP);
	}
}

/**
 * Works on one item after the other. One that fails holds up no other.
 * @throws the first error, once all have been tried: a full disk, where all fail, is logged once
 */
export async function tryEach<Item>(items: Iterable<Item>, work: (item: Item) => unknown): Promise<void> {
	let first: { error: unknown } | undefined;
	for (const item of items) {
		try {
			await work(item);
		} catch (error) {
			first ??= { error };
		}
	}
	if (first) throw first.error;
}
