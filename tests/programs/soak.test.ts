import { expect, test } from "vitest";
import { soak } from "../laboratory/soak/soak-runs";

/** Runs a short version of `npm run soak`. */

test("two people on one phone lose nothing, double nothing, mix up nothing, and leave nothing to read", async () => {
	// In these runs both people type and sign out, and session, signal, server and browser fail.
	const { runs, answered, logs, ...found } = await soak(5, 3028);
	expect(logs).toEqual([]);
	expect(found).toMatchObject({ lost: [], doubled: [], foreign: [], readable: [], problems: [] });
	expect(runs).toBe(5);
	expect(answered).toBeGreaterThan(6);
});
