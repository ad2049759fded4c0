import { type CivilDate, datePartsOf } from "~/lib/civil-date";
import { db } from "~/lib/db.server";
import { type Holiday, proposeHolidays } from "./holiday-rule";

/** More than any year has; a bound for a table that an operator fills. */
const MOST_HOLIDAYS_A_YEAR = 200;

/** The holidays of a year in order of date: its rows, or the rule's proposal (not confirmed) when it has none. */
export async function listHolidays(year: number): Promise<Holiday[]> {
	const rows = await db
		.selectFrom("feriados")
		.select(["date", "name", "kind", "confirmed", "source"])
		.where("date", ">=", `${year}-01-01`)
		.where("date", "<=", `${year}-12-31`)
		.orderBy("date")
		.orderBy("name")
		.limit(MOST_HOLIDAYS_A_YEAR)
		.execute();
	if (rows.length === 0) return proposeHolidays(year);
	return rows.map((row) => ({ ...row, confirmed: row.confirmed === 1 }));
}

/** The first holiday on or after `date`, within this year and the next. */
export async function findNextHoliday(date: CivilDate): Promise<Holiday | undefined> {
	const { year } = datePartsOf(date);
	const coming = [...(await listHolidays(year)), ...(await listHolidays(year + 1))];
	return coming.find((holiday) => holiday.date >= date);
}

/** Adds or corrects holidays, keyed by date and name, in one transaction. */
export async function saveHolidays(holidays: readonly Holiday[]): Promise<void> {
	await db.transaction().execute(async (trx) => {
		for (const holiday of holidays) {
			const values = {
				kind: holiday.kind,
				confirmed: holiday.confirmed ? (1 as const) : (0 as const),
				source: holiday.source,
			};
			await trx
				.insertInto("feriados")
				.values({ date: holiday.date, name: holiday.name, ...values })
				.onConflict((conflict) => conflict.columns(["date", "name"]).doUpdateSet(values))
				.execute();
		}
	});
}

/** Removes one holiday. False when there was none of that date and name. */
export async function deleteHoliday(date: string, name: string): Promise<boolean> {
	const result = await db
		.deleteFrom("feriados")
		.where("date", "=", date)
		.where("name", "=", name)
		.executeTakeFirst();
	return result.numDeletedRows > 0n;
}
