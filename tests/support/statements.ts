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
	const prototype = statementPrototype();
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

/** Calls `act` once, right before the first statement that contains `part` is executed. */
export function beforeStatement(part: string, act: () => void): void {
	const prototype = statementPrototype();
	let isWaiting = true;
	const actOnce = ({ source }: SQLite.Statement<unknown[]>) => {
		if (!isWaiting || !source.includes(part)) return;
		isWaiting = false;
		act();
	};
	const { all, run } = prototype;
	const spies = [
		vi.spyOn(prototype, "all").mockImplementation(function (this: typeof prototype, ...values) {
			actOnce(this);
			return all.apply(this, values);
		}),
		vi.spyOn(prototype, "run").mockImplementation(function (this: typeof prototype, ...values) {
			actOnce(this);
			return run.apply(this, values);
		}),
	];
	onTestFinished(() => {
		for (const spy of spies) spy.mockRestore();
	});
}

/** The prototype that all prepared statements share. */
function statementPrototype(): SQLite.Statement<unknown[]> {
	return Object.getPrototypeOf(sqlite.prepare("SELECT 1"));
}

/** SQLite's query plan for a statement, one step per item. */
export function planOf(text: string): string[] {
	return sqlite
		.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${text}`)
		.all(Array.from(text.matchAll(/\?/g), () => "1"))
		.map(({ detail }) => detail);
}
