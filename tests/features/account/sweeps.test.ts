import { readdirSync, renameSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { documentRecord } from "~/features/documents/document-record.server";
import { extraRecord } from "~/features/extras/rows/extras.server";
import { ownDayRecord } from "~/features/own-days/own-day-record.server";
import { slipRecord } from "~/features/pay/slips/slip-actions.server";
import { db, emptyLog, sqlite } from "~/lib/database/db.server";
import { watchDatabaseFile } from "~/lib/database/lost-file.server";
import { repeat, startSweeps } from "~/lib/database/sweeps.server";
import { runInContext } from "~/lib/http/request-context.server";
import { wasDeletedMeanwhile } from "~/lib/records/deleted-ids.server";
import { deleteRecord, eraseDeletedRecords } from "~/lib/records/deleted-records.server";
import {
	DOCUMENT,
	EXTRA,
	OWN_DAY,
	SLIP_START,
	seedDocument,
	seedExtra,
	seedOwnDay,
	seedSlip,
	seedUser,
} from "../../support/accounts-on-disk";
import { contextFor } from "../../support/requests";

const databasePath = process.env.DATABASE_PATH ?? "";

test("what was deleted just before a restart is erased within two minutes after the start", async () => {
	const { id: userId } = seedUser(databasePath);
	for (const seed of [seedDocument, seedExtra, seedOwnDay, seedSlip]) seed(databasePath, userId);
	vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"] });
	await deleteRecord(documentRecord, { userId, id: DOCUMENT });
	await deleteRecord(extraRecord, { userId, id: EXTRA });
	await deleteRecord(ownDayRecord, { userId, id: OWN_DAY });
	await deleteRecord(slipRecord, { userId, id: SLIP_START });
	const kept = async () =>
		(await db.selectFrom("deleted_records").select("kind").orderBy("kind").execute()).map(({ kind }) => kind);

	startSweeps({}, { eraseDeletedRecords });
	await vi.advanceTimersByTimeAsync(59_000);
	expect(await kept()).toEqual(["documents", "extras", "own_days", "slips"]);
	await vi.advanceTimersByTimeAsync(61_000);
	expect(await kept()).toEqual([]);
});

test("the write-ahead log is emptied when something was erased, and not each minute", async () => {
	const { id: userId } = seedUser(databasePath);
	seedExtra(databasePath, userId);
	await deleteRecord(extraRecord, { userId, id: EXTRA });
	const logBytes = () => statSync(`${databasePath}-wal`).size;
	expect(await eraseDeletedRecords()).toBe(0);
	expect(logBytes()).toBeGreaterThan(0);
	expect(await eraseDeletedRecords(Date.now() + 60_000)).toBe(1);
	expect(logBytes()).toBe(0);
});

test("the write-ahead log is emptied after a transaction that is open, as that of an account's removal may be for long", async () => {
	const { id: userId } = seedUser(databasePath);
	seedExtra(databasePath, userId);
	const removal = db.transaction().execute(async (trx) => {
		await trx.deleteFrom("users").where("id", "=", userId).execute();
		await pause(100);
		return sqlite.inTransaction;
	});
	await vi.waitUntil(() => sqlite.inTransaction);
	await emptyLog();
	expect(await removal).toBe(true);
	expect(statSync(`${databasePath}-wal`).size).toBe(0);
});

test("only a form that the phone had first sent before a deletion is refused because of it", async () => {
	const { id: userId } = seedUser(databasePath);
	seedExtra(databasePath, userId);
	await deleteRecord(extraRecord, { userId, id: EXTRA });
	const isRefused = (firstSentAt?: number) => {
		const resend = firstSentAt === undefined ? undefined : { person: userId, firstSentAt };
		return runInContext({ ...contextFor("/"), resend }, () =>
			db
				.transaction()
				.execute((trx) => wasDeletedMeanwhile(trx, { user_id: userId, kind: "extras", id: EXTRA })),
		);
	};
	expect(await isRefused(Date.now() - 60_000)).toBe(true);
	expect(await isRefused(Date.now() + 60_000)).toBe(false);
	expect(await isRefused()).toBe(false);
});

test("sweeps run after the start and then every hour or minute, also after a failure", async () => {
	vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout", "performance"] });
	const started = Date.now();
	const seconds: Record<string, number[]> = { hourly: [], eachMinute: [] };
	const note = (kind: string) => async () => seconds[kind]?.push((Date.now() - started) / 1000);
	const fails = () => Promise.reject(new Error("disk I/O error"));
	startSweeps({ fails, notes: note("hourly") }, { alsoFails: fails, notesToo: note("eachMinute") });
	await vi.advanceTimersByTimeAsync(2.5 * 3_600_000);
	expect(seconds.hourly).toEqual([5, 3605, 7205]);
	expect(seconds.eachMinute?.slice(0, 3)).toEqual([5, 65, 125]);
	expect(seconds.eachMinute).toHaveLength(150);
});

test("a clock that is set back while a job runs does not put its next run off", async () => {
	vi.useFakeTimers({ toFake: ["Date", "setTimeout", "performance"] });
	const job = vi.fn(async () => void vi.setSystemTime(Date.now() - 3 * 3_600_000));
	repeat(job, 1000, 1000);
	await vi.advanceTimersByTimeAsync(3000);
	expect(job).toHaveBeenCalledTimes(3);
});

test("no job runs once the database is lost, lest backups of another file push good ones out", async () => {
	vi.useFakeTimers({ toFake: ["Date", "setTimeout", "setInterval", "clearInterval", "performance"] });
	watchDatabaseFile();
	const job = vi.fn(() => Promise.resolve());
	repeat(job, 1000, 1000);
	await vi.advanceTimersByTimeAsync(3000);
	renameSync(databasePath, `${databasePath}.old`);
	await vi.advanceTimersByTimeAsync(10_000);
	expect(job).toHaveBeenCalledTimes(3);
	// Ends when the rescued copy stands beside, whose folder would otherwise be removed meanwhile.
	vi.useRealTimers();
	await expect.poll(() => readdirSync(dirname(databasePath)).join()).toMatch(/rescued/);
});
