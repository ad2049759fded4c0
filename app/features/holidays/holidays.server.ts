import { db, keptUntilWrite, type Reader, type Trx } from "~/lib/database/db.server";
import { remembering } from "~/lib/remembering";
import { addDays, type CivilDate, datePartsOf } from "~/lib/time/civil-date";
import { type Holiday, type HolidaysOn, nextHoliday, proposeHolidays } from "./holiday-rule";

/** Maximum number of holidays that pages show of a year, to limit their size. A year has far fewer. */
const MAX_HOLIDAYS_A_YEAR = 200;

/** The holidays of some years in order. A year without stored holidays gets those computed by rule. */
export async function listHolidays(...years: number[]): Promise<Holiday[]> {
	const { ofYear } = await keptHolidays();
	return years.flatMap((year) => ofYear(year).slice(0, MAX_HOLIDAYS_A_YEAR));
}

/** Returns a function that gives the holidays of one day. */
export async function readHolidaysOn(): Promise<HolidaysOn> {
	return (await keptHolidays()).on;
}

const keptHolidays = keptUntilWrite(() => readHolidays(db));

async function readHolidays(reader: Reader) {
	const rows = await reader
		.selectFrom("feriados")
		.select(["date", "name", "kind", "confirmed", "source"])
		.orderBy("date")
		.orderBy("name")
		.execute();
	const stored = new Map<number, Holiday[]>();
	for (const row of rows) {
		const { year } = datePartsOf(row.date);
		stored.set(year, [...(stored.get(year) ?? []), { ...row, confirmed: row.confirmed === 1 }]);
	}
	const ofYear = remembering((year: number) => stored.get(year) ?? proposeHolidays(year));
	const on = remembering((date: CivilDate) =>
		ofYear(datePartsOf(date).year).filter((holiday) => holiday.date === date),
	);
	return { ofYear, on };
}

/** The first public holiday (`feriado`) on or after `date`, in the year of `date` or the next year. */
export async function findNextHoliday(date: CivilDate): Promise<Holiday | undefined> {
	const { year } = datePartsOf(date);
	const holidays = await listHolidays(year, year + 1);
	return nextHoliday(holidays, date);
}

/**
 * Adds or corrects holidays. Date and name identify a holiday.
 * @returns the days whose holidays may have changed
 */
export function saveHolidays(trx: Trx, holidays: readonly Holiday[]): Promise<CivilDate[]> {
	const dates = holidays.map(({ date }) => date);
	return datesChangedBy(trx, dates, async () => {
		for (const { date, name, kind, confirmed, source } of holidays) {
			const values = { date, name, kind, confirmed: confirmed ? (1 as const) : (0 as const), source };
			await trx.replaceInto("feriados").values(values).execute();
		}
	});
}

/** @returns the days whose holidays may have changed; undefined when there is no such holiday */
export async function deleteHoliday(trx: Trx, date: string, name: string) {
	let wasThere = false;
	const changedDates = await datesChangedBy(trx, [date], async () => {
		const { numDeletedRows } = await trx
			.deleteFrom("feriados")
			.where("date", "=", date)
			.where("name", "=", name)
			.executeTakeFirst();
		wasThere = numDeletedRows > 0n;
	});
	return wasThere ? changedDates : undefined;
}

/**
 * Times of the last change of the holidays of each date, in UTC milliseconds. Dates without a change are missing.
 */
export async function listHolidayChanges(from: CivilDate, to: CivilDate): Promise<Map<CivilDate, number>> {
	const rows = await db
		.selectFrom("changed_holidays")
		.select(["date", "changed_at"])
		.where("date", ">=", from)
		.where("date", "<=", to)
		.execute();
	return new Map(rows.map(({ date, changed_at }) => [date, changed_at]));
}

/**
 * Runs `change`, which changes the stored holidays on `dates`. Stores the time of the change for each day that shows
 * other holidays afterwards. Such a day need not be in `dates`: a year without stored holidays shows computed holidays,
 * so the first stored holiday may change the whole year.
 * @returns `dates`, and all other days that show other holidays afterwards
 */
async function datesChangedBy(
	trx: Trx,
	dates: readonly CivilDate[],
	change: () => Promise<void>,
): Promise<CivilDate[]> {
	const years = dates.map((date) => datePartsOf(date).year);
	const [first, last] = [`${Math.min(...years)}-01-01`, `${Math.max(...years)}-12-31`];
	const before = await readHolidays(trx);
	await change();
	const after = await readHolidays(trx);
	const now = Date.now();
	const changed: CivilDate[] = [];
	for (let date = first; date <= last; date = addDays(date, 1))
		if (shownText(before.on(date)) !== shownText(after.on(date))) changed.push(date);
	const changes = changed.map((date) => ({ date, changed_at: now }));
	if (changes.length > 0) await trx.replaceInto("changed_holidays").values(changes).execute();
	return Array.from(new Set([...dates, ...changed]));
}

/** Writes a day's holidays as one text, to compare them. */
function shownText(holidays: readonly Holiday[]): string {
	return JSON.stringify(holidays.map(({ name, kind, confirmed }) => [name, kind, confirmed]));
}
