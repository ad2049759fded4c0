import { describe, expect, test } from "vitest";
import { QueueFullError, Semaphore } from "~/lib/semaphore.server";

/** Makes a job that starts with `run` and ends with `end`. */
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

describe("a semaphore", () => {
	test("runs as many jobs as it has permits, the others in order of arrival", async () => {
		const log: string[] = [];
		const semaphore = new Semaphore({ permits: 2 });
		const works = ["a", "b", "c", "d"].map((name) => makeWork(log, name));
		const runs = works.map(({ run }) => semaphore.run(run));
		await nextTick();
		expect(log).toEqual(["a", "b"]);
		works[1]?.end();
		await nextTick();
		expect(log).toEqual(["a", "b", "c"]);
		for (const { end } of works) end();
		expect(await Promise.all(runs)).toEqual(["a", "b", "c", "d"]);
	});

	test("runs a job that needs all permits alone, and later smaller jobs do not overtake it", async () => {
		const log: string[] = [];
		const semaphore = new Semaphore({ permits: 2 });
		const [light, heavy, later] = ["light", "heavy", "later"].map((name) => makeWork(log, name));
		const runs = [
			semaphore.run(light?.run ?? fail),
			semaphore.run(heavy?.run ?? fail, { weight: 2 }),
			semaphore.run(later?.run ?? fail),
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

	test("may start lighter jobs first, until a heavier one has been passed as often as allowed", async () => {
		const log: string[] = [];
		const semaphore = new Semaphore({ permits: 2, maxOvertakings: 2 });
		const run = (name: string, weight: number) => semaphore.run(async () => void log.push(name), { weight });
		const blocker = makeWork(log, "blocker");
		const jobs = [
			semaphore.run(blocker.run, { weight: 2 }),
			run("heavy", 2),
			run("heavy too", 2),
			...["a", "b", "c", "d", "e"].map((name) => run(name, 1)),
		];
		blocker.end();
		await Promise.all(jobs);
		expect(log).toEqual(["blocker", "a", "b", "heavy", "c", "d", "heavy too", "e"]);
	});

	test("starts at once what waited only for a heavy job that is refused", async () => {
		const log: string[] = [];
		const semaphore = new Semaphore({ permits: 2, maxWaiting: 3, maxOvertakings: 1 });
		const works = ["a", "b", "c", "d", "heavy", "other", "last"].map((name) => makeWork(log, name));
		const run = (place: number, key: string, weight = 1) =>
			semaphore.run(works[place]?.run ?? fail, { weight, fairKeys: [key] });
		const runs = [run(0, "one"), run(1, "one"), run(2, "one"), run(3, "one")];
		const refused = expect(run(4, "one", 2)).rejects.toThrow(QueueFullError);
		for (const { end } of works.slice(0, 2)) {
			end();
			await nextTick();
		}
		expect(log).toEqual(["a", "b", "c"]);
		runs.push(run(5, "two"), run(6, "three"));
		await refused;
		await nextTick();
		expect(log).toEqual(["a", "b", "c", "other"]);
		for (const { end } of works) end();
		await Promise.all(runs);
	});

	test("limits the permits of one holder; jobs of other holders start before its further jobs", async () => {
		const log: string[] = [];
		const semaphore = new Semaphore({ permits: 4, maxWaiting: 2, maxPermitsPerHolder: 2 });
		const works = ["mine", "mine too", "mine again", "other", "heavy", "last"].map((name) =>
			makeWork(log, name),
		);
		const run = (place: number, holder: string, weight = 1) =>
			semaphore.run(works[place]?.run ?? fail, { weight, holder });
		const runs = [run(0, "me"), run(1, "me"), run(2, "me"), run(3, "other"), run(4, "somebody", 2)];
		await nextTick();
		expect(log).toEqual(["mine", "mine too", "other"]);
		// One permit is free, but the job "heavy" waits for two, and no later job may start before it. The full queue
		// refuses the new job.
		await expect(run(5, "new")).rejects.toThrow(QueueFullError);
		works[0]?.end();
		await nextTick();
		expect(log).toEqual(["mine", "mine too", "other", "mine again"]);
		for (const { end } of works) end();
		await Promise.all(runs);
		expect(log).toEqual(["mine", "mine too", "other", "mine again", "heavy"]);
		expect(semaphore.usage.waiting).toBe(0);
	});

	test("refuses a new job at once when the queue is full; a job that fails frees its permit", async () => {
		const log: string[] = [];
		const semaphore = new Semaphore({ permits: 1, maxWaiting: 1 });
		const first = makeWork(log, "first");
		const running = semaphore.run(first.run);
		const waiting = semaphore.run(fail);
		await expect(semaphore.run(async () => log.push("never"))).rejects.toThrow(QueueFullError);
		first.end();
		await running;
		await expect(waiting).rejects.toThrow("failed");
		await semaphore.run(async () => log.push("after"));
		expect(log).toEqual(["first", "after"]);
	});
});

describe("fair keys", () => {
	test("share the permits evenly at each level, in order of arrival within a group", async () => {
		const semaphore = new Semaphore({ permits: 1 });
		const order: string[] = [];
		const run = (...fairKeys: string[]) =>
			semaphore.run(
				async () => {
					order.push(fairKeys.join(" "));
				},
				{ fairKeys },
			);
		const jobs = [run("a", "x"), run("a", "x"), run("a", "x"), run("a", "y"), run("b", "z")];
		await Promise.all(jobs);
		expect(order).toEqual(["a x", "a x", "b z", "a y", "a x"]);
	});

	test("let a group that comes later go before the further jobs of one that was served alone", async () => {
		const log: string[] = [];
		const semaphore = new Semaphore({ permits: 1 });
		const [first, second, third, late] = ["a1", "a2", "a3", "b"].map((name) => makeWork(log, name));
		if (!first || !second || !third || !late) throw new Error("four jobs");
		const runs = [first, second, third].map(({ run }) => semaphore.run(run, { fairKeys: ["a"] }));
		first.end();
		await nextTick();
		runs.push(semaphore.run(late.run, { fairKeys: ["b"] }));
		for (const { end } of [second, third, late]) end();
		await Promise.all(runs);
		expect(log).toEqual(["a1", "a2", "b", "a3"]);
	});

	test("refuse the last job of the largest group when the queue is full", async () => {
		const semaphore = new Semaphore({ permits: 1, maxWaiting: 2 });
		const done: string[] = [];
		const run = (name: string, key: string) =>
			semaphore
				.run(async () => void done.push(name), { fairKeys: [key] })
				.catch((error: unknown) => {
					expect(error).toBeInstanceOf(QueueFullError);
				});
		await Promise.all([run("first", "a"), run("second", "a"), run("third", "a"), run("other", "b")]);
		expect(done).toEqual(["first", "second", "other"]);
	});
});

async function fail(): Promise<string> {
	throw new Error("failed");
}
