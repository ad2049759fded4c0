import { expect, test, vi } from "vitest";
import { deleteExtra, eraseDeletedExtras } from "~/features/extras/rows/deleted-extras.server";
import { deleteOwnDay, eraseDeletedOwnDays } from "~/features/own-days/deleted-own-days.server";
import { deleteSlip, eraseDeletedSlips } from "~/features/pay/slips/deleted-slips.server";
import { db } from "~/lib/database/db.server";
import { startSweeps } from "~/lib/database/sweeps.server";
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
	await deleteExtra({ userId, idFile: EXTRA });
	await deleteOwnDay({ userId, id: OWN_DAY });
	await deleteSlip({ userId, start: SLIP_START });
	const kept = async () => {
		const { length: extras } = await db.selectFrom("deleted_extras").select("user_id").execute();
		const { length: ownDays } = await db.selectFrom("deleted_own_days").select("user_id").execute();
		const { length: slips } = await db.selectFrom("slips").select("user_id").execute();
		return { extras, ownDays, slips };
	};

	startSweeps({}, { eraseDeletedExtras, eraseDeletedOwnDays, eraseDeletedSlips });
	await vi.advanceTimersByTimeAsync(59_000);
	expect(await kept()).toEqual({ extras: 1, ownDays: 1, slips: 1 });
	await vi.advanceTimersByTimeAsync(10_000);
	expect(await kept()).toEqual({ extras: 0, ownDays: 0, slips: 0 });
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
