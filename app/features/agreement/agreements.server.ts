import { isDeepStrictEqual } from "node:util";
import { readHolidaysOn } from "~/features/holidays/holidays.server";
import type { PayTerms } from "~/features/law/parts-of-day";
import type { Agreement } from "~/features/law/rates";
import { findOwnCalendar } from "~/features/own-days/find-own-calendar.server";
import { type OwnCalendar, workDaysIn } from "~/features/shift/own-calendar";
import { db, type Reader, type Trx } from "~/lib/database/db.server";
import type { IsPresent, SavedRecord } from "~/lib/records/save-record-form.server";
import { storeRecord } from "~/lib/records/store-record.server";
import type { CivilDate } from "~/lib/time/civil-date";
import type { HourValue } from "./agreement";

/** Maximum number of a user's agreements, and of a user's hourly rates. */
export const MAX_CHANGES = 500;

/** Result of saving an agreement or an hourly rate. "taken": another row has the same first day. */
export type SavedChange<Row> = SavedRecord<Row> | { status: "taken" };

export interface Saving<Row> {
	/** First day of the stored row that the form edits, which may change it; undefined for a new row. */
	edited?: CivilDate;
	isPresent?: IsPresent<Row>;
}

/** A user's hourly rates, oldest first. A user without an hourly rate sees no estimates. */
export function listHourValues(userId: string, reader: Reader = db): Promise<HourValue[]> {
	return reader
		.selectFrom("hour_values")
		.select(["since", "centavos", "divisor"])
		.where("user_id", "=", userId)
		.orderBy("since")
		.execute();
}

/** A user's agreements, oldest first. */
export async function listAgreements(userId: string, reader: Reader = db): Promise<Agreement[]> {
	const rows = await reader
		.selectFrom("agreements")
		.select(["since", "name", "weekday_percent as weekday", "saturday_percent as saturday"])
		.select(["sunday_percent as sunday", "holiday_percent as holiday", "own_shift_percent as ownShift"])
		.select(["night_percent as night", "day_off as dayOff", "has_union_day as hasUnionDay"])
		.where("user_id", "=", userId)
		.orderBy("since")
		.execute();
	return rows.map((row) => ({ ...row, hasUnionDay: row.hasUnionDay === 1 }));
}

/** The form's values of a stored agreement. */
export function toAgreementForm({ name, since, dayOff, hasUnionDay, ...rates }: Agreement) {
	return {
		name,
		since,
		weekday: String(rates.weekday),
		saturday: String(rates.saturday),
		sunday: String(rates.sunday),
		holiday: String(rates.holiday),
		night: String(rates.night),
		ownShift: String(rates.ownShift),
		dayOff,
		unionDay: hasUnionDay ? "si" : "no",
	};
}

/** Saves an hourly rate, as `saveRow` does. */
export function saveHourValue(userId: string, values: HourValue, saving: Saving<HourValue> = {}) {
	return saveRow("hour_values", listHourValues, userId, values, saving, (trx, row) =>
		trx.insertInto("hour_values").values({ ...row, ...values }),
	);
}

/** Saves an agreement, as `saveRow` does. */
export function saveAgreement(userId: string, values: Agreement, saving: Saving<Agreement> = {}) {
	return saveRow("agreements", listAgreements, userId, values, saving, (trx, row) =>
		trx.insertInto("agreements").values({
			...row,
			since: values.since,
			name: values.name,
			weekday_percent: values.weekday,
			saturday_percent: values.saturday,
			sunday_percent: values.sunday,
			holiday_percent: values.holiday,
			own_shift_percent: values.ownShift,
			night_percent: values.night,
			day_off: values.dayOff,
			has_union_day: values.hasUnionDay ? 1 : 0,
		}),
	);
}

/**
 * Saves a row, in place of the one that the form edits: its first day, which is its key, may change.
 * @param insert adds a row with the given columns and the values
 * @throws Error when the disk is full
 */
function saveRow<Row extends { since: CivilDate }>(
	kind: "agreements" | "hour_values",
	list: (userId: string, reader: Reader) => Promise<Row[]>,
	userId: string,
	values: Row,
	{ edited, isPresent = () => true }: Saving<Row>,
	insert: (
		trx: Trx,
		row: { user_id: string; created_at: number; updated_at: number },
	) => { execute(): Promise<unknown> },
): Promise<SavedChange<Row>> {
	return db.transaction().execute(async (trx) => {
		const rows = await list(userId, trx);
		const isSame = (row: Row) => isDeepStrictEqual(row, values);
		const beginning = (since: CivilDate) => rows.find((row) => row.since === since);
		const same = beginning(values.since);
		// A form that is sent twice finds the row that it has added.
		const known = edited ? beginning(edited) : same && isSame(same) ? same : undefined;
		return storeRecord<Row, { status: "taken" }>(
			trx,
			{ user_id: userId, kind, id: values.since },
			{
				known,
				isEdit: edited !== undefined,
				isSame,
				isPresent,
				most: MAX_CHANGES,
				refuse: async () => (same && same !== known ? { status: "taken" } : undefined),
				async write() {
					if (edited)
						await trx.deleteFrom(kind).where("user_id", "=", userId).where("since", "=", edited).execute();
					const now = Date.now();
					await insert(trx, { user_id: userId, created_at: now, updated_at: now }).execute();
					return undefined;
				},
			},
		);
	});
}

/**
 * Reads everything that decides what a worker's entries are paid.
 * @param calendar the worker's own, if it is known already
 */
export async function findPayTerms(userId: string, calendar?: OwnCalendar): Promise<PayTerms> {
	return {
		agreements: await listAgreements(userId),
		workDayOn: workDaysIn(calendar ?? (await findOwnCalendar(userId))),
		holidaysOn: await readHolidaysOn(),
	};
}
