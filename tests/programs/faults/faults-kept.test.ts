import { expect, test } from "vitest";
import { backUpRepeatedly } from "../../laboratory/faults/backups";
import { killMigration, startConcurrently } from "../../laboratory/faults/migrations";

/** Runs a short version of `npm run faults` that kills backups and migrations. */
test("a backup under load contains all earlier confirmed writes, and a killed one leaves nothing", async () => {
	const { compared, times, ...result } = await backUpRepeatedly(2, 1, 63);
	expect(result).toMatchObject({ wrong: [], afterKills: [], problems: [] });
	expect(compared).toBeGreaterThan(20);
	expect(times).toHaveLength(3);
});

test("a killed migration leaves the old or the new schema, and two starts at once agree", async () => {
	const { wrong, ...found } = await killMigration("long", 6);
	expect(wrong).toEqual([]);
	expect(found.old).toBeGreaterThan(0);
	expect(found.old + found.new).toBe(6);
	expect(await startConcurrently(1)).toEqual([]);
});
