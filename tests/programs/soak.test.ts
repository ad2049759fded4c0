import { expect, test } from "vitest";
import { soak } from "../laboratory/soak/soak-runs";

/** Runs a short version of `npm run soak`. */

test("two people on one phone lose nothing, double nothing, mix up nothing, and leave nothing to read", async () => {
	const { runs, answered, logs, ...found } = await soak(12, 3000);
	expect(logs).toEqual([]);
	expect(found).toMatchObject({ lost: [], doubled: [], foreign: [], readable: [], problems: [] });
	expect(runs).toBe(12);
	expect(answered).toBeGreaterThan(15);
});
