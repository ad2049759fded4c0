/**
 * Recomputes all stored entries after a change of `overtime-rules.ts` or `SPLITTING_VERSION`, in small steps. Each
 * step also stores how far it came, so that the next server start continues from there.
 */
import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import type { DB } from "db/schema";
import type { Transaction } from "kysely";
import type { HolidaysOn } from "~/features/holidays/holiday-rule";
import { holidaysBetween } from "~/features/holidays/holidays.server";
import { db, sqlite } from "~/lib/database/db.server";
import { logEvent } from "~/lib/log.server";
import { addDays } from "~/lib/time/civil-date";
import { SPLITTING_VERSION } from "./classify";
import { type OvertimeRules, overtimeRules } from "./overtime-rules";
import { type SplitRow, saveSplit, splitColumns, splitRow } from "./reclassify.server";

/** Number of entries per step, so small that other requests wait only briefly. */
const STEP = 50;

/**
 * Recomputes the hours by premium of all stored entries if the legal rules or SPLITTING_VERSION have changed. Hours that
 * the worker typed stay; entries that depend on an unknown start time keep their hours and are marked for review. Runs
 * at start and every hour.
 * @returns the number of updated entries
 */
export async function reclassifyAll(rules: OvertimeRules = overtimeRules): Promise<number> {
	const fingerprint = fingerprintOf(rules);
	let written = 0;
	while (sqlite.open && (await isPending(db, fingerprint))) {
		written += await db.transaction().execute((trx) => takeStep(trx, fingerprint, rules));
		await setImmediate();
	}
	if (written > 0) logEvent("extras_reclassified", { written });
	return written;
}

/** Hash of the rules, and of the version of the code, by which entries are split by premium. */
function fingerprintOf(rules: OvertimeRules): string {
	const deciding = rules.map((rule) => [
		rule.from,
		rule.saturday100Minute,
		[rule.nightStartMinute, rule.nightEndMinute],
	]);
	return createHash("sha256")
		.update(JSON.stringify([SPLITTING_VERSION, deciding]))
		.digest("hex");
}

async function isPending(reader: Pick<typeof db, "selectFrom">, fingerprint: string): Promise<boolean> {
	const done = await findDone(reader);
	return done?.fingerprint !== fingerprint || done.done_user_id !== null;
}

function findDone(reader: Pick<typeof db, "selectFrom">) {
	return reader
		.selectFrom("extras_splitting")
		.select(["fingerprint", "done_user_id", "done_id_file"])
		.executeTakeFirst();
}

/**
 * Recomputes the next STEP entries, and all deleted entries, which the user may still restore.
 * @returns the number of updated entries, without the deleted ones
 */
async function takeStep(trx: Transaction<DB>, fingerprint: string, rules: OvertimeRules): Promise<number> {
	const known = await findDone(trx);
	// Ignores stored progress that was made under other rules: the work then begins again with the first entry.
	const done = known?.fingerprint === fingerprint ? known : undefined;
	const rows = await selectNext(trx, done?.done_user_id ?? "", done?.done_id_file ?? "");
	const deleted = await trx.selectFrom("deleted_extras").select(splitColumns).execute();
	const dates = [...rows, ...deleted].map(({ date }) => date).sort();
	const [first, end] = [dates[0], dates.at(-1)];
	let written = 0;
	if (first && end) {
		const holidaysOn = await holidaysBetween(first, addDays(end, 1), trx);
		for (const row of rows) if (await splitAnew(trx, "extras", row, holidaysOn, rules)) written++;
		for (const row of deleted) await splitAnew(trx, "deleted_extras", row, holidaysOn, rules);
	}
	const last = rows.length < STEP ? undefined : rows.at(-1);
	const values = {
		fingerprint,
		done_user_id: last?.user_id ?? null,
		done_id_file: last?.id_file ?? null,
	};
	await trx
		.insertInto("extras_splitting")
		.values({ id: 1, ...values })
		.onConflict((conflict) => conflict.column("id").doUpdateSet(values))
		.execute();
	return written;
}

function selectNext(trx: Transaction<DB>, userId: string, idFile: string) {
	return trx
		.selectFrom("extras")
		.select(splitColumns)
		.where(({ eb, refTuple, tuple }) => eb(refTuple("user_id", "id_file"), ">", tuple(userId, idFile)))
		.orderBy("user_id")
		.orderBy("id_file")
		.limit(STEP)
		.execute();
}

async function splitAnew(
	trx: Transaction<DB>,
	table: "extras" | "deleted_extras",
	row: SplitRow,
	holidaysOn: HolidaysOn,
	rules: OvertimeRules,
): Promise<boolean> {
	const split = splitRow(row, holidaysOn, rules);
	if (row.is_own_split === 1) return saveNight(trx, table, row, split.minutesNight);
	if (split.minutesUnclassified === 0) return saveSplit(trx, table, row, split);
	if (row.needs_review === 1) return false;
	await trx
		.updateTable(table)
		.set({ needs_review: 1 })
		.where("user_id", "=", row.user_id)
		.where("id_file", "=", row.id_file)
		.execute();
	return true;
}

async function saveNight(
	trx: Transaction<DB>,
	table: "extras" | "deleted_extras",
	row: SplitRow,
	minutesNight: number | null,
): Promise<boolean> {
	if (row.minutes_night === minutesNight) return false;
	await trx
		.updateTable(table)
		.set({ minutes_night: minutesNight })
		.where("user_id", "=", row.user_id)
		.where("id_file", "=", row.id_file)
		.execute();
	return true;
}
