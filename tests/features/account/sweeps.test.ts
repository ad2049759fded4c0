import { expect, test, vi } from "vitest";
import { extraRecord } from "~/features/extras/rows/extra-record.server";
import { ownDayRecord } from "~/features/own-days/own-day-record.server";
import { slipRecord } from "~/features/pay/slips/slip-record.server";
import { db } from "~/lib/database/db.server";
import { startSweeps } from "~/lib/database/sweeps.server";
import { deleteRecord, eraseDeletedRecords } from "~/lib/records/deleted-records.server";
import {
	EXTRA,
	OWN_DAY,
	SLIP_START,
	seedExtra,
	seedOwnDay,
	seedSlip,
	seedUser,
} from "../../support/accounts-on-disk";

const databasePath = process.env.DATABASE_PATH ?? "";

test("what was deleted just before a restart is erased a minute after the start", async () => {
	const { id: userId } = seedUser(databasePath);
	for (const seed of [seedExtra, seedOwnDay, seedSlip]) seed(databasePath, userId);
	vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
	await deleteRecord(extraRecord, { userId, id: EXTRA });
	await deleteRecord(ownDayRecord, { userId, id: OWN_DAY });
	await deleteRecord(slipRecord, { userId, id: SLIP_START });
	const kept = async () =>
		(await db.selectFrom("deleted_records").select("kind").orderBy("kind").execute()).map(({ kind }) => kind);

	startSweeps({}, { eraseDeletedRecords });
	await vi.advanceTimersByTimeAsync(59_000);
	expect(await kept()).toEqual(["extras", "own_days", "slips"]);
	await vi.advanceTimersByTimeAsync(10_000);
	expect(await kept()).toEqual([]);
});

test("sweeps run after the start and then every hour, also after a failure; erasers also after a minute", async () => {
	vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
	const started = Date.now();
	const seconds: Record<string, number[]> = { sweep: [], eraser: [] };
	const note = (kind: string) => async () => seconds[kind]?.push((Date.now() - started) / 1000);
	const fails = () => Promise.reject(new Error("disk I/O error"));
	startSweeps({ fails, notes: note("sweep") }, { alsoFails: fails, notesToo: note("eraser") });
	await vi.advanceTimersByTimeAsync(2.5 * 3_600_000);
	expect(seconds).toEqual({ sweep: [5, 3666, 7266], eraser: [5, 66, 3666, 7266] });
});
