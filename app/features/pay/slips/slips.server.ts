import { isDeepStrictEqual } from "node:util";
import type { User } from "~/features/auth/users.server";
import { type DateRange, type PayPeriod, periodOn } from "~/features/law/pay-period";
import type { Premiums } from "~/features/law/premiums";
import { db, type Reader } from "~/lib/database/db.server";
import type { IsPresent, SavedRecord } from "~/lib/records/save-record-form.server";
import { storeRecord } from "~/lib/records/store-record.server";
import type { CivilDate } from "~/lib/time/civil-date";
import { plantDay } from "~/lib/time/plant-clock.server";
import type { Slip } from "./slip";

/** Maximum number of a user's slips: enough for forty years of half-month periods. */
export const MAX_SLIPS = 1_000;

export interface StoredSlip extends Slip {
	/** What was logged when the slip was settled. */
	settledPremiums?: Premiums;
	/** Day on which the logged hours last changed after the slip was settled. */
	changedOn?: CivilDate;
	createdAt: number;
	updatedAt: number;
}

/** The slip of the period that begins on `start`. */
export interface SlipKey {
	userId: string;
	start: CivilDate;
}

type SlipValues = Pick<Slip, "premiums" | "daysOff" | "amount">;

/**
 * Returns a function that gives a user's pay period on a date. The periods of slips come first, so that all pages group
 * the same after a change of the setting.
 */
export async function findPeriodOn({ id, payPeriod }: User): Promise<(date: CivilDate) => DateRange> {
	const slips = await listSlips(id);
	return (date) => periodOn(date, payPeriod, slips);
}

/** Lists a user's pay slips, newest first. */
export async function listSlips(userId: string, trx: Reader = db): Promise<StoredSlip[]> {
	const rows = await trx
		.selectFrom("slips")
		.selectAll()
		.where("user_id", "=", userId)
		.orderBy("period_start", "desc")
		.execute();
	return rows.map((row) => ({
		start: row.period_start,
		end: row.period_end,
		premiums: JSON.parse(row.premiums),
		settledPremiums: row.settled_premiums === null ? undefined : JSON.parse(row.settled_premiums),
		changedOn: row.changed_at === null ? undefined : plantDay(row.changed_at),
		daysOff: row.days_off,
		amount: row.amount,
		settledOn: row.settled_on,
		createdAt: row.created_at,
		updatedAt: row.updated_at,
	}));
}

/**
 * Adds or changes the pay slip of a period. A slip that is marked as settled stays settled.
 * @param key with the last day of the period that the worker saw, if it is known
 * @param setting kind of pay period, which determines the end of a new slip's period
 * @param isPresent whether the stored slip still has the values with which the form was loaded
 * @returns status "gone" when no pay period begins on the date `start`, or it ends on another day than `end`
 * @throws Error when the disk is full
 */
export async function saveSlip(
	{ userId, start, end }: SlipKey & { end?: string },
	setting: PayPeriod,
	values: SlipValues,
	isPresent: IsPresent<Slip>,
): Promise<SavedRecord<Slip>> {
	const now = Date.now();
	return db.transaction().execute(async (trx) => {
		const slips = await listSlips(userId, trx);
		const known = slips.find((slip) => slip.start === start);
		const period = periodOn(start, setting, slips);
		const isShown = period.start === start && period.end === (end ?? period.end);
		return storeRecord<Slip, { status: "gone" }>(
			trx,
			{ user_id: userId, kind: "slips", id: start },
			{
				known,
				isSame: (slip) => isDeepStrictEqual({ ...slip, ...values }, slip),
				isPresent,
				most: MAX_SLIPS,
				refuse: async () => (isShown ? undefined : { status: "gone" }),
				async write() {
					const columns = {
						premiums: JSON.stringify(values.premiums),
						days_off: values.daysOff,
						amount: values.amount,
						updated_at: now,
					};
					const key = { user_id: userId, period_start: start };
					await trx
						.insertInto("slips")
						.values({ ...key, period_end: period.end, ...columns, created_at: now })
						.onConflict((conflict) => conflict.columns(["user_id", "period_start"]).doUpdateSet(columns))
						.execute();
					return undefined;
				},
			},
		);
	});
}

/**
 * Marks a pay slip as settled (its differences need no more attention) or as open again.
 * @param settled date of the settlement, and what was logged then; null marks the slip as open
 * @param isSeen whether the person has seen what the stored slip says
 * @returns false when the user has no such slip, or has not seen it
 */
export async function updateSettled(
	{ userId, start }: SlipKey,
	settled: { on: CivilDate; premiums: Premiums } | null,
	isSeen: (slip: Slip) => boolean,
): Promise<boolean> {
	return db.transaction().execute(async (trx) => {
		const slip = (await listSlips(userId, trx)).find((each) => each.start === start);
		if (!slip || !isSeen(slip)) return false;
		await trx
			.updateTable("slips")
			.set({
				settled_on: settled?.on ?? null,
				settled_premiums: settled && JSON.stringify(settled.premiums),
				changed_at: null,
				updated_at: Date.now(),
			})
			.where("user_id", "=", userId)
			.where("period_start", "=", start)
			.execute();
		return true;
	});
}
