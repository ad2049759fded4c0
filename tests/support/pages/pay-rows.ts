import type { DB } from "db/schema";
import { type Insertable, sql } from "kysely";
import { lawRates } from "~/features/law/rates";
import { db } from "~/lib/database/db.server";
import { signedInUser } from "../accounts";
import { extraRow, paidAt, type RowValues } from "../extras";

type Table = "slips" | "hour_values" | "agreements";
const made = { created_at: 1, updated_at: 1 };

/**
 * What signs in a user with these extras and rows.
 * @param fails table in which none of these rows can be deleted
 */
export const who =
	(extras: RowValues[], rows: { [T in Table]?: Partial<Insertable<DB[T]>>[] } = {}, fails?: Table) =>
	async () => {
		const { user, headers } = await signedInUser();
		const owned = { user_id: user.id, ...made };
		for (const values of extras) await db.insertInto("extras").values(extraRow(user.id, values)).execute();
		for (const values of rows.slips ?? [])
			await db
				.insertInto("slips")
				.values({ ...owned, period_start: "2026-10-01", period_end: "2026-10-31", ...paidAt(480), ...values })
				.execute();
		for (const values of rows.hour_values ?? [])
			await db
				.insertInto("hour_values")
				.values({ ...owned, since: "2026-01-01", centavos: 100_000, divisor: null, ...values })
				.execute();
		for (const values of rows.agreements ?? [])
			await db
				.insertInto("agreements")
				.values({
					...owned,
					since: "2026-01-01",
					name: "lct",
					weekday_percent: lawRates.weekday,
					saturday_percent: lawRates.saturday,
					sunday_percent: lawRates.sunday,
					holiday_percent: lawRates.holiday,
					own_shift_percent: lawRates.ownShift,
					night_percent: lawRates.night,
					day_off: null,
					has_union_day: 0,
					...values,
				})
				.execute();
		if (fails)
			await sql
				.raw(
					`CREATE TRIGGER "${user.id}" BEFORE DELETE ON ${fails} WHEN OLD.user_id = '${user.id}' BEGIN SELECT RAISE(FAIL, 'no'); END`,
				)
				.execute(db);
		return headers;
	};
