import type { AgreementsTable } from "db/schema";
import type { Selectable } from "kysely";
import type { Agreement } from "~/features/law/rates";
import { db } from "~/lib/database/db.server";
import { requireRoomForMore } from "~/lib/database/disk.server";
import type { IsPresent, SavedRecord } from "~/lib/records/save-record-form.server";
import type { CivilDate } from "~/lib/time/civil-date";
import type { HourValue } from "./agreement";

/** Maximum number of a user's agreements, and of a user's hourly rates. */
export const MAX_CHANGES = 500;

/** Result of saving an agreement or an hourly rate. "taken": another row has the same first day. */
export type SavedChange<Row> = SavedRecord<Row> | { status: "taken" };

/** The stored agreement or hourly rate that a form edits. */
export interface EditedRow<Row> {
	/** First day in the stored row, which identifies the row. The form may change this day. */
	since: CivilDate;
	/** Whether the stored row still has the values with which the form was loaded. */
	isPresent: IsPresent<Row>;
}

type Reader = Pick<typeof db, "selectFrom">;

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
	return rows.map(toAgreement);
}

/**
 * Saves an hourly rate. A form that is sent twice creates only one hourly rate.
 * @param edited the stored hourly rate that the form edits; undefined for a new hourly rate
 * @throws Error when the disk is full
 */
export async function saveHourValue(
	userId: string,
	values: HourValue,
	edited?: EditedRow<HourValue>,
	now = Date.now(),
): Promise<SavedChange<HourValue>> {
	requireRoomForMore();
	return db.transaction().execute(async (trx) => {
		const place = placeOf(await listHourValues(userId, trx), values, edited);
		if (typeof place === "object") return place;
		await (place === "new"
			? trx.insertInto("hour_values").values({ user_id: userId, ...values, created_at: now, updated_at: now })
			: trx
					.updateTable("hour_values")
					.set({ ...values, updated_at: now })
					.where("user_id", "=", userId)
					.where("since", "=", edited?.since ?? values.since)
		).execute();
		return { status: "saved" };
	});
}

/**
 * Saves an agreement. A form that is sent twice creates only one agreement.
 * @param edited the stored agreement that the form edits; undefined for a new agreement
 * @throws Error when the disk is full
 */
export async function saveAgreement(
	userId: string,
	values: Agreement,
	edited?: EditedRow<Agreement>,
	now = Date.now(),
): Promise<SavedChange<Agreement>> {
	requireRoomForMore();
	return db.transaction().execute(async (trx) => {
		const place = placeOf(await listAgreements(userId, trx), values, edited);
		if (typeof place === "object") return place;
		const row = toRow(values);
		await (place === "new"
			? trx.insertInto("agreements").values({ user_id: userId, ...row, created_at: now, updated_at: now })
			: trx
					.updateTable("agreements")
					.set({ ...row, updated_at: now })
					.where("user_id", "=", userId)
					.where("since", "=", edited?.since ?? values.since)
		).execute();
		return { status: "saved" };
	});
}

/**
 * Decides how to store `values`, an agreement or an hourly rate. "new": add a row. "edited": replace the row that the
 * form edits. Status "saved": do nothing, because an equal row is stored. The other results refuse `values`.
 */
function placeOf<Row extends { since: CivilDate }>(
	rows: readonly Row[],
	values: Row,
	edited: EditedRow<Row> | undefined,
): SavedChange<Row> | "new" | "edited" {
	const current = edited && rows.find(({ since }) => since === edited.since);
	if (edited && !current) return { status: "gone" };
	const same = rows.find(({ since }) => since === values.since);
	if (same && (same === current || !edited) && isSame(same, values)) return { status: "saved" };
	if (same && same !== current) return { status: "taken" };
	if (edited && current) return edited.isPresent(current) ? "edited" : { status: "stale", current };
	return rows.length < MAX_CHANGES ? "new" : { status: "full" };
}

function isSame(one: object, other: object): boolean {
	const values = new Map(Object.entries(other));
	return Object.entries(one).every(([name, value]) => values.get(name) === value);
}

function toAgreement(row: Selectable<AgreementsTable>): Agreement {
	return {
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
	};
}

function toRow(agreement: Agreement) {
	return {
		since: agreement.since,
		name: agreement.name,
		weekday_percent: agreement.weekday,
		saturday_percent: agreement.saturday,
		sunday_percent: agreement.sunday,
		holiday_percent: agreement.holiday,
		own_shift_percent: agreement.ownShift,
		night_percent: agreement.night,
		day_off: agreement.dayOff,
		has_union_day: agreement.hasUnionDay ? (1 as const) : (0 as const),
	};
}
