import type SQLite from "better-sqlite3";
import { onTestFinished, vi } from "vitest";
import { sqlite } from "~/lib/database/db.server";

interface Ran {
	text: string;
	values: unknown[];
}

/**
 * Records executed SQL statements until `end`. Spies on their execution instead of `prepare`, because a prepared
 * statement may be executed many times.
 */
export function watchStatements(): { end: () => Ran[] } {
	// The prototype that all prepared statements share.
	const prototype: SQLite.Statement<unknown[]> = Object.getPrototypeOf(sqlite.prepare("SELECT 1"));
	const spies = [
		vi.spyOn(prototype, "all"),
		vi.spyOn(prototype, "get"),
		vi.spyOn(prototype, "run"),
		vi.spyOn(prototype, "iterate"),
	];
	const restore = () => {
		for (const spy of spies) spy.mockRestore();
	};
	onTestFinished(restore);
	return {
		end: () => {
			const ran = spies.flatMap(({ mock }) =>
				mock.calls.map((values, n) => ({
					text: String(Reflect.get(mock.contexts[n] ?? {}, "source")),
					values: values.flat(),
					order: mock.invocationCallOrder[n] ?? 0,
				})),
			);
			restore();
			return ran.sort((a, b) => a.order - b.order);
		},
	};
}

/** SQLite's query plan for a statement, one step per item. */
export function planOf(text: string): string[] {
	return sqlite
		.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${text}`)
		.all(Array.from(text.matchAll(/\?/g), () => "1"))
		.map(({ detail }) => detail);
}
