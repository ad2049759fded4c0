import { describe, expect, test } from "vitest";
import { NoTurnError, Turns } from "~/lib/turns.server";

/** Work that ends when it is told to. */
function makeWork(log: string[], name: string) {
	let end = () => {};
	const ended = new Promise<void>((resolve) => {
		end = resolve;
	});
	const run = async () => {
		log.push(name);
		await ended;
		return name;
	};
	return { run, end };
}

const nextTick = () => new Promise((resolve) => setImmediate(resolve));

describe("turns", () => {
	test("so many at once, the others in the order in which they came", async () => {
		const log: string[] = [];
		const turns = new Turns(2);
		const works = ["a", "b", "c", "d"].map((name) => makeWork(log, name));
		const runs = works.map(({ run }) => turns.run(run));
		await nextTick();
		expect(log).toEqual(["a", "b"]);
		works[1]?.end();
		await nextTick();
		expect(log).toEqual(["a", "b", "c"]);
		for (const { end } of works) end();
		expect(await Promise.all(runs)).toEqual(["a", "b", "c", "d"]);
	});

	test("heavy work runs alone, and light work that came later does not overtake it", async () => {
		const log: string[] = [];
		const turns = new Turns(2);
		const [light, heavy, later] = ["light", "heavy", "later"].map((name) => makeWork(log, name));
		const runs = [
			turns.run(light?.run ?? fail),
			turns.run(heavy?.run ?? fail, 2),
			turns.run(later?.run ?? fail),
		];
		await nextTick();
		expect(log).toEqual(["light"]);
		light?.end();
		await nextTick();
		expect(log).toEqual(["light", "heavy"]);
		heavy?.end();
		await nextTick();
		expect(log).toEqual(["light", "heavy", "later"]);
		later?.end();
		await Promise.all(runs);
	});

	test("who comes when everybody waits already is told so at once; a failure frees its place", async () => {
		const log: string[] = [];
		const turns = new Turns(1, 1);
		const first = makeWork(log, "first");
		const running = turns.run(first.run);
		const waiting = turns.run(fail);
		await expect(turns.run(async () => log.push("never"))).rejects.toThrow(NoTurnError);
		first.end();
		await running;
		await expect(waiting).rejects.toThrow("failed");
		await turns.run(async () => log.push("after"));
		expect(log).toEqual(["first", "after"]);
	});
});

async function fail(): Promise<string> {
	throw new Error("failed");
}
