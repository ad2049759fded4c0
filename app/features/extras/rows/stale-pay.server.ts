/**
 * Computes again what stored overtime entries are paid, after a change of what decides it: agreements, own days,
 * rotations, diagrams (triggers in db/migrations mark these), holidays, legal rules. Works in small steps; each step also
 * stores how far it came. Whoever reads sums calls `refreshPay` first, so nobody reads sums by old terms.
 */
import { hash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { findPayTerms } from "~/features/agreement/agreements.server";
import { termsVersion } from "~/features/agreement/terms-version";
import { type OvertimeRules, overtimeRules } from "~/features/law/overtime-rules";
import { PAY_VERSION, payOf } from "~/features/law/paid-parts";
import type { PayTerms } from "~/features/law/parts-of-day";
import { UNCLASSIFIED } from "~/features/law/premiums";
import { storedPay } from "~/features/law/reason";
import { db, type Reader, sql, sqlite, type Trx } from "~/lib/database/db.server";
import { tryEach } from "~/lib/in-steps.server";
import { logEvent, logFailure } from "~/lib/log.server";
import type { OnProgress } from "~/lib/progress";
import { addDays, type CivilDate } from "~/lib/time/civil-date";
import { type Extra, toColumns, toExtra } from "./extras.server";

/** Number of entries per step, so small that other requests wait only briefly. */
const STEP_EXTRAS = 50;

/** Brings a user's stored entries up to date. After an error, which is only logged, the next call or sweep goes on. */
export async function refreshPay(userId: string): Promise<void> {
	if (!(await isStale(userId))) return;
	try {
		await refreshUser(userId, overtimeRules);
	} catch (error) {
		logFailure("pay_not_refreshed", error);
	}
}

/**
 * Brings the stored entries of all users up to date, also after a change of the legal rules or of PAY_VERSION. Hours
 * that the worker typed stay. Runs at start and every hour.
 * @returns the number of changed entries
 * @throws the first error, after all other users' entries
 */
export async function refreshAllPay(rules: OvertimeRules = overtimeRules, onProgress?: OnProgress) {
	await markAllAfterNewRules(rules);
	const stale = await db.selectFrom("stale_pay").select("user_id").execute();
	let written = 0;
	await tryEach(stale.entries(), async ([index, { user_id }]) => {
		onProgress?.(index, stale.length);
		written += await refreshUser(user_id, rules);
	});
	if (written > 0) logEvent("extras_reclassified", { written });
	return written;
}

/**
 * Marks the entries that start on one of `dates` or on the day before, because an entry may last beyond midnight. The index
 * of dates lacks the entries with hours that the worker typed, whose doubts depend on holidays too.
 */
export async function markStaleDates(trx: Trx, dates: readonly CivilDate[]): Promise<void> {
	const touched = JSON.stringify([...new Set(dates.flatMap((date) => [addDays(date, -1), date]))]);
	await sql`
		INSERT INTO marked_stale_pay
		SELECT user_id, min(date), max(date) FROM (
			SELECT user_id, date FROM extras
			WHERE date IN (SELECT value FROM json_each(${touched})) AND is_own_split = 0
			UNION ALL
			SELECT user_id, date FROM users
			CROSS JOIN json_each(${touched}) AS day
			CROSS JOIN extras ON extras.user_id = users.id AND extras.date = day.value
			WHERE is_own_split = 1
		)
		GROUP BY user_id`.execute(trx);
}

async function refreshUser(userId: string, rules: OvertimeRules): Promise<number> {
	let written = 0;
	while (sqlite.open && (await isStale(userId))) {
		written += await takeStep(userId, rules);
		await setImmediate();
	}
	return written;
}

/** Marks all entries, and notes that they are, if the rules have changed since. */
async function markAllAfterNewRules(rules: OvertimeRules): Promise<void> {
	const deciding = rules.map((rule) => [
		rule.from,
		rule.saturday100Minute,
		[rule.nightStartMinute, rule.nightEndMinute],
	]);
	const fingerprint = hash("sha256", JSON.stringify([PAY_VERSION, deciding]));
	await db.transaction().execute(async (trx) => {
		const done = await trx.selectFrom("extras_splitting").select("fingerprint").executeTakeFirst();
		if (done?.fingerprint === fingerprint) return;
		await sql`
			INSERT INTO marked_stale_pay
			SELECT user_id, min(date), max(date) FROM extras GROUP BY user_id`.execute(trx);
		await trx
			.insertInto("extras_splitting")
			.values({ id: 1, fingerprint })
			.onConflict((conflict) => conflict.column("id").doUpdateSet({ fingerprint }))
			.execute();
	});
}

/** Computes a user's next STEP_EXTRAS entries again. Keeps nothing if their terms change meanwhile. */
async function takeStep(userId: string, rules: OvertimeRules): Promise<number> {
	const version = termsVersion(sqlite, userId);
	const terms = { ...(await findPayTerms(userId)), rules };
	return db.transaction().execute(async (trx) => {
		if (termsVersion(sqlite, userId) !== version) return 0;
		const rows = await selectNext(trx, userId).execute();
		let written = 0;
		for (const row of rows) if (await payAgain(trx, userId, toExtra(row), terms)) written++;
		const end = rows.at(-1);
		if (end && rows.length === STEP_EXTRAS)
			await trx
				.updateTable("stale_pay")
				.set({ first_day: end.date, after_created_at: end.created_at, after_id_file: end.id_file })
				.where("user_id", "=", userId)
				.execute();
		else await trx.deleteFrom("stale_pay").where("user_id", "=", userId).execute();
		return written;
	});
}

function isStale(userId: string) {
	return db.selectFrom("stale_pay").select("user_id").where("user_id", "=", userId).executeTakeFirst();
}

function selectNext(reader: Reader, userId: string) {
	return reader
		.selectFrom("stale_pay")
		.innerJoin("extras", "extras.user_id", "stale_pay.user_id")
		.selectAll("extras")
		.where("stale_pay.user_id", "=", userId)
		.where("extras.user_id", "=", userId)
		.whereRef("extras.date", "<=", "stale_pay.last_day")
		.where(({ eb, refTuple }) =>
			eb(
				refTuple("extras.date", "extras.created_at", "extras.id_file"),
				">",
				refTuple("stale_pay.first_day", "stale_pay.after_created_at", "stale_pay.after_id_file"),
			),
		)
		.orderBy("extras.date")
		.orderBy("extras.created_at")
		.orderBy("extras.id_file")
		.limit(STEP_EXTRAS);
}

/** Stores what an entry is paid by the present terms. @returns whether the row was written */
async function payAgain(trx: Trx, userId: string, extra: Extra, terms: PayTerms) {
	const isUnknown = payOf(extra, terms).premiums[UNCLASSIFIED] !== undefined;
	// An entry whose unknown premium the worker has seen needs no second look.
	const needsReview = isUnknown && (extra.needsReview || extra.premiums[UNCLASSIFIED] === undefined);
	const columnsOf = (values: Extra) => {
		const { premiums, doubts, reason, minutes_night, needs_review } = toColumns(values);
		return { premiums, doubts, reason, minutes_night, needs_review };
	};
	const columns = columnsOf({ ...extra, needsReview, ...storedPay({ ...extra, needsReview }, terms) });
	if (JSON.stringify(columns) === JSON.stringify(columnsOf(extra))) return false;
	await trx
		.updateTable("extras")
		.set(columns)
		.where("user_id", "=", userId)
		.where("id_file", "=", extra.idFile)
		.execute();
	return true;
}
