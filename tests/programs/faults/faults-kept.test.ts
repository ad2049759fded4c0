import { expect, test } from "vitest";
import { backUpRepeatedly } from "../../laboratory/faults/backups";
import { killMigration, startConcurrently } from "../../laboratory/faults/migrations";

/** A little of `npm run faults`: backups and migrations that are killed. */
test("backups under load hold what was confirmed before them, and one that is killed leaves nothing", async () => {
	const { compared, times, ...result } = await backUpRepeatedly(2, 1, 63);
	expect(result).toMatchObject({ wrong: [], afterKills: [], problems: [] });
	expect(compared).toBeGreaterThan(20);
	expect(times).toHaveLength(3);
});

test("a migration that is killed leaves the schema from before or the new one, and two starts agree", async () => {
	const { wrong, ...found } = await killMigration("long", 6);
	expect(wrong).toEqual([]);
	expect(found.old).toBeGreaterThan(0);
	expect(found.old + found.new).toBe(6);
	expect(await startConcurrently(1)).toEqual([]);
});
