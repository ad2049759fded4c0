import { expect, test } from "vitest";
import { deployRepeatedly } from "../../laboratory/faults/deploys";

/** Runs a short version of `npm run faults -- --only deploys`. */
test("deploys of new versions lose no acknowledged write and fail no request", async () => {
	const result = await deployRepeatedly(2, 71, false);
	expect(result).toMatchObject({ lost: [], problems: [], damage: [], dangling: [], wrong: [] });
	expect(result.acknowledged).toBeGreaterThan(10);
	expect(result.longestStopMs).toBeLessThan(20_000);
});
