import { describe, expect, test } from "vitest";
import { NoTurnError, Turns } from "~/lib/semaphore.server";

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

	test("one person's work leaves places for others, who go before the rest of it", async () => {
		const log: string[] = [];
		const turns = new Turns(4, 2, 2);
		const works = ["mine", "mine too", "mine again", "other", "heavy", "last"].map((name) =>
			makeWork(log, name),
		);
		const run = (place: number, whose: string, weight = 1) =>
			turns.run(works[place]?.run ?? fail, weight, whose);
		const runs = [run(0, "me"), run(1, "me"), run(2, "me"), run(3, "other"), run(4, "somebody", 2)];
		await nextTick();
		expect(log).toEqual(["mine", "mine too", "other"]);
		// Two wait, and there is a place, but it is kept for who came before.
		await expect(run(5, "new")).rejects.toThrow(NoTurnError);
		works[0]?.end();
		await nextTick();
		expect(log).toEqual(["mine", "mine too", "other", "mine again"]);
		for (const { end } of works) end();
		await Promise.all(runs);
		expect(log).toEqual(["mine", "mine too", "other", "mine again", "heavy"]);
		expect(turns.waiting).toBe(0);
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
