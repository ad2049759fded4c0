import { describe, expect, test } from "vitest";
import { backupGrowth } from "../../../scripts/operator/report/disks";
import { growthBetween } from "../../../scripts/operator/report/growth";

const DAY_MS = 24 * 3_600_000;
const now = Date.UTC(2026, 10, 22);

describe("growth per day", () => {
	const present = { at: now, databaseBytes: 5000, imageBytes: 900 };

	test("growth per day is the growth since the oldest kept backup, divided by the days", () => {
		const old = { at: now - 4 * DAY_MS, databaseBytes: 1000, imageBytes: 500 };
		expect(growthBetween(old, present)).toEqual({
			since: now - 4 * DAY_MS,
			databaseBytesPerDay: 1000,
			imageBytesPerDay: 100,
		});
	});

	test("growth is negative when more was deleted than added", () => {
		const old = { at: now - 10 * DAY_MS, databaseBytes: 5000, imageBytes: 2900 };
		expect(growthBetween(old, present)).toMatchObject({ databaseBytesPerDay: 0, imageBytesPerDay: -200 });
	});

	test("growth is unknown without a backup, or when the backup is less than three days old", () => {
		expect(growthBetween(undefined, present)).toBeUndefined();
		const young = { at: now - 3 * DAY_MS + 1, databaseBytes: 1, imageBytes: 1 };
		expect(growthBetween(young, present)).toBeUndefined();
	});
});

describe("growth of the backups' databases", () => {
	const present = { databaseBytes: 100, backupCount: 20 };

	test("each kept backup contains the whole database", () => {
		expect(backupGrowth(present, 10, 1e9)).toBe(200);
	});

	test("the total size stays below the backups' share of the disk", () => {
		expect(backupGrowth(present, 100, 2500)).toBe(500);
	});

	test("the newest backup is kept, however large it is", () => {
		expect(backupGrowth(present, 9900, 2500)).toBe(8000);
	});
});
