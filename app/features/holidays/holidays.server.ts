import type { DB } from "db/schema";
import type { Transaction } from "kysely";
import { db } from "~/lib/database/db.server";
import { addDays, type CivilDate, datePartsOf } from "~/lib/time/civil-date";
import { type Holiday, proposeHolidays } from "./holiday-rule";

/** More than any year has; a bound for a table that an operator fills. */
const MOST_HOLIDAYS_A_YEAR = 200;

type HolidaysOn = (date: CivilDate) => readonly Holiday[];

/**
 * What depends on holidays and changes with them, in the same transaction.
 * @param dates the days whose holidays may be others now
 * @param holidaysOn the holidays after the change, of these days and their neighbours
 */
export type AfterChange = (
	trx: Transaction<DB>,
	dates: readonly CivilDate[],
	holidaysOn: HolidaysOn,
) => Promise<void>;

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

/**
 * The holidays of each day from `start` to `end`, both inclusive: of a year without rows, the rule's proposal.
 * @returns a function that gives those of one day
 */
export async function holidaysBetween(
	start: CivilDate,
	end: CivilDate,
	reader: Pick<typeof db, "selectFrom"> = db,
): Promise<HolidaysOn> {
	const [first, last] = [datePartsOf(start).year, datePartsOf(end).year];
	const rows = await reader
		.selectFrom("feriados")
		.select(["date", "name", "kind", "confirmed", "source"])
		.where("date", ">=", `${first}-01-01`)
		.where("date", "<=", `${last}-12-31`)
		.orderBy("date")
		.orderBy("name")
		.execute();
	const known = new Set(rows.map(({ date }) => datePartsOf(date).year));
	const proposed = Array.from({ length: last - first + 1 }, (_, index) => first + index)
		.filter((year) => !known.has(year))
		.flatMap(proposeHolidays);
	const byDate = new Map<CivilDate, Holiday[]>();
	for (const holiday of [...rows.map((row) => ({ ...row, confirmed: row.confirmed === 1 })), ...proposed]) {
		byDate.set(holiday.date, [...(byDate.get(holiday.date) ?? []), holiday]);
	}
	return (date) => byDate.get(date) ?? [];
}

/** The first holiday on or after `date`, within this year and the next. */
export async function findNextHoliday(date: CivilDate): Promise<Holiday | undefined> {
	const { year } = datePartsOf(date);
	const coming = [...(await listHolidays(year)), ...(await listHolidays(year + 1))];
	return coming.find((holiday) => holiday.date >= date);
}

/** Adds or corrects holidays, keyed by date and name, and what depends on them: all of it or nothing. */
export async function saveHolidays(holidays: readonly Holiday[], afterChange: AfterChange): Promise<void> {
	const dates = holidays.map(({ date }) => date);
	await changeHolidays(dates, afterChange, async (trx) => {
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

/** Removes one holiday, and what depends on it: both or nothing. False when there was none of that date and name. */
export async function deleteHoliday(date: string, name: string, afterChange: AfterChange): Promise<boolean> {
	return changeHolidays([date], afterChange, async (trx) => {
		const result = await trx
			.deleteFrom("feriados")
			.where("date", "=", date)
			.where("name", "=", name)
			.executeTakeFirst();
		return result.numDeletedRows > 0n;
	});
}

/**
 * One transaction of a change on `dates` and of what comes after it. Other days change too: the first row of a year
 * takes its proposed days away, and without the last one they are back.
 */
async function changeHolidays<Result>(
	dates: readonly CivilDate[],
	afterChange: AfterChange,
	change: (trx: Transaction<DB>) => Promise<Result>,
): Promise<Result> {
	const years = dates.map((date) => datePartsOf(date).year);
	const [first, last] = [`${Math.min(...years)}-01-01`, `${Math.max(...years)}-12-31`];
	return db.transaction().execute(async (trx) => {
		const read = () => holidaysBetween(addDays(first, -1), addDays(last, 1), trx);
		const before = await read();
		const result = await change(trx);
		const after = await read();
		const changed = new Set(dates);
		for (let date = first; date <= last; date = addDays(date, 1))
			if (JSON.stringify(before(date)) !== JSON.stringify(after(date))) changed.add(date);
		await afterChange(trx, [...changed], after);
		return result;
	});
}
