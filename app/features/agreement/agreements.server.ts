import { isDeepStrictEqual } from "node:util";
import type { DB } from "db/schema";
import type { Transaction } from "kysely";
import type { Agreement } from "~/features/law/rates";
import { db, type Reader } from "~/lib/database/db.server";
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
		.selectAll()
		.where("user_id", "=", userId)
		.orderBy("since")
		.execute();
	return rows.map((row) => ({
		since: row.since,
		name: row.name,
		weekday: row.weekday_percent,
		saturday: row.saturday_percent,
		sunday: row.sunday_percent,
		holiday: row.holiday_percent,
		ownShift: row.own_shift_percent,
		night: row.night_percent,
		dayOff: row.day_off,
		hasUnionDay: row.has_union_day === 1,
	}));
}

/** Saves an hourly rate, as `saveRow` does. */
export function saveHourValue(userId: string, values: HourValue, saving: Saving<HourValue> = {}) {
	const row = { ...values, updated_at: Date.now() };
	return saveRow("hour_values", listHourValues, userId, values, saving, (trx, key) =>
		key
			? trx
					.updateTable("hour_values")
					.set(row)
					.where(({ and }) => and(key))
			: trx.insertInto("hour_values").values({ user_id: userId, ...row, created_at: row.updated_at }),
	);
}

/** Saves an agreement, as `saveRow` does. */
export function saveAgreement(userId: string, values: Agreement, saving: Saving<Agreement> = {}) {
	const row = {
		since: values.since,
		name: values.name,
		weekday_percent: values.weekday,
		saturday_percent: values.saturday,
		sunday_percent: values.sunday,
		holiday_percent: values.holiday,
		own_shift_percent: values.ownShift,
		night_percent: values.night,
		day_off: values.dayOff,
		has_union_day: values.hasUnionDay ? (1 as const) : (0 as const),
		updated_at: Date.now(),
	};
	return saveRow("agreements", listAgreements, userId, values, saving, (trx, key) =>
		key
			? trx
					.updateTable("agreements")
					.set(row)
					.where(({ and }) => and(key))
			: trx.insertInto("agreements").values({ user_id: userId, ...row, created_at: row.updated_at }),
	);
}

/**
 * Saves a row.
 * @param write changes the row with the given key, or without one adds a row
 * @throws Error when the disk is full
 */
function saveRow<Row extends { since: CivilDate }>(
	kind: "agreements" | "hour_values",
	list: (userId: string, reader: Reader) => Promise<Row[]>,
	userId: string,
	values: Row,
	{ edited, isPresent = () => true }: Saving<Row>,
	write: (
		trx: Transaction<DB>,
		key: { user_id: string; since: CivilDate } | undefined,
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
					await write(trx, edited ? { user_id: userId, since: edited } : undefined).execute();
					return undefined;
				},
			},
		);
	});
}
