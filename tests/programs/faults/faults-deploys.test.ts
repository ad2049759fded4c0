import { expect, test } from "vitest";
import { deployRepeatedly } from "../../laboratory/faults/deploys";

/** A little of `npm run faults -- --only deploys`: deploys lose no acknowledged write. */
test("new versions in place of the running one: what was confirmed is there, and nobody sees a failure", async () => {
	const result = await deployRepeatedly(2, 71, false);
	expect(result).toMatchObject({ lost: [], problems: [], damage: [], dangling: [], wrong: [] });
	expect(result.acknowledged).toBeGreaterThan(10);
	expect(result.longestStopMs).toBeLessThan(20_000);
});
