import { describe, expect, onTestFinished, test, vi } from "vitest";
import { backupsToRemove } from "~/features/backups/remove-old.server";
import { startBackups } from "~/features/backups/scheduled.server";
import { backupName } from "~/lib/database/backup-times.server";
import { env } from "~/lib/env.server";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const NOW = Date.parse("2026-11-21T12:30:00Z");
const UNLIMITED = Number.POSITIVE_INFINITY;

const madeAt = (...times: number[]) => times.map((at) => ({ name: backupName(at), at, bytes: 100 }));

/** Ages in minutes of the backups that are kept. */
function keptAges(times: readonly number[], maxBytes = UNLIMITED, now = NOW): number[] {
	const removed = new Set(backupsToRemove(madeAt(...times), now, maxBytes));
	return times.filter((at) => !removed.has(backupName(at))).map((at) => (now - at) / MINUTE_MS);
}

describe("backups made every 15 minutes for 20 days", () => {
	const all: number[] = [];
	for (let age = 0; age <= 20 * DAY_MS; age += 15 * MINUTE_MS) all.push(NOW - age);
	const kept = keptAges(all);

	test("keep all of the last hour", () => {
		expect(kept.filter((age) => age <= 60)).toEqual([0, 15, 30, 45, 60]);
	});

	test("keep the newest of each hour of the last day", () => {
		const older = kept.filter((age) => age > 60 && age <= 24 * 60);
		expect(older).toEqual(Array.from({ length: 23 }, (_, hour) => 45 + 60 * (hour + 1)));
	});

	test("keep the newest of each of the last fourteen days, and nothing older", () => {
		const older = kept.filter((age) => age > 24 * 60);
		// Yesterday's newest backup was made at 23:45 UTC, 765 minutes before NOW (12:30 UTC). The newest backup of
		// each earlier day is older by a whole number of days.
		expect(older).toEqual(Array.from({ length: 13 }, (_, day) => 765 + 24 * 60 * (day + 1)));
	});

	test("gives the same result when the selection runs after every backup as when it runs once", () => {
		let stored: number[] = [];
		for (const at of all.toReversed()) {
			stored.push(at);
			const removed = new Set(backupsToRemove(madeAt(...stored), at, UNLIMITED));
			stored = stored.filter((time) => !removed.has(backupName(time)));
		}
		expect(stored.toReversed().map((at) => (NOW - at) / MINUTE_MS)).toEqual(kept);
	});
});

describe("more bytes than the bound", () => {
	const times = [0, 30, 90, 150, 13 * 60, 37 * 60, 61 * 60].map((minutes) => NOW - minutes * MINUTE_MS);

	test("removes the oldest hourly backups first, then the oldest days", () => {
		expect(keptAges(times, 700)).toHaveLength(7);
		expect(keptAges(times, 600)).toEqual([0, 30, 90, 13 * 60, 37 * 60, 61 * 60]);
		expect(keptAges(times, 400)).toEqual([0, 13 * 60, 37 * 60, 61 * 60]);
		expect(keptAges(times, 300)).toEqual([0, 13 * 60, 37 * 60]);
	});

	test("never removes the newest backup", () => {
		expect(keptAges(times, 0)).toEqual([0]);
	});
});

test("the newest backup stays, however old it is", () => {
	expect(keptAges([NOW - 40 * DAY_MS, NOW - 30 * DAY_MS])).toEqual([30 * 24 * 60]);
});

test("a backup with a time in the future stays and does not count as the newest", () => {
	const [future, newest, old] = [NOW + DAY_MS, NOW - 20 * DAY_MS, NOW - 21 * DAY_MS];
	expect(backupsToRemove(madeAt(future, newest, old), NOW, 0)).toEqual([backupName(old)]);
});

test("without backups there is nothing to remove", () => {
	expect(backupsToRemove([], NOW, 0)).toEqual([]);
});

test("a server makes backups by itself only if a time between them is set, and never in development", () => {
	const real = { ...env };
	vi.useFakeTimers();
	onTestFinished(() => {
		vi.useRealTimers();
		Object.assign(env, real);
	});
	const startsWith = (change: Partial<typeof env>) => {
		vi.clearAllTimers();
		Object.assign(env, real, { BACKUP_EVERY: 15 }, change);
		startBackups();
		return vi.getTimerCount() > 0;
	};
	expect(startsWith({})).toBe(true);
	expect(startsWith({ BACKUP_EVERY: 0 })).toBe(false);
	expect(startsWith({ NODE_ENV: "development" })).toBe(false);
});
