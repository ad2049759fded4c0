import { type Holiday, proposeHolidays } from "~/features/holidays/holiday-rule";
import { operatorCommand, shellWord } from "~/lib/files/operator-command.server";
import { holidaysSchema } from "./holiday-schema";
import { describeIssues, readJsonFile, refusal, spanishIssue } from "./input-file";
import { count } from "./output";
import { withProgress } from "./progress";

/**
 * Adds or corrects the holidays of a file, all or none, and prints the changes.
 * @throws CommandError that names each invalid holiday and field
 */
export async function importHolidays(file: string): Promise<void> {
	const holidays = parseHolidays(file);
	const { listHolidays } = await import("~/features/holidays/holidays.server");
	const { saveHolidaysAndReclassify } = await import("./change-holidays");
	const years = [...new Set(holidays.map(({ date }) => date.slice(0, 4)))].sort();
	const before = await Promise.all(years.map(storedHolidays));
	await withProgress("Guardando y recalculando extras, por día", (report) =>
		saveHolidaysAndReclassify(holidays, report),
	);
	for (const [index, year] of years.entries()) {
		const given = holidays.filter(({ date }) => date.startsWith(year));
		console.log(summaryOf(year, given, before[index] ?? []));
		for (const line of advice(given, before[index] ?? [], await listHolidays(Number(year))))
			console.log(line);
	}
}

function parseHolidays(file: string): Holiday[] {
	const content = readJsonFile(file);
	const parsed = holidaysSchema.safeParse(content, { error: spanishIssue });
	if (!parsed.success) {
		const reasons = parsed.error.issues.flatMap((issue) => {
			const [index, ...path] = issue.path;
			return describeIssues(subjectOf(content, index), [{ ...issue, path }]);
		});
		throw refusal(file, reasons);
	}
	const keys = parsed.data.map(({ date, name }) => `${date} ${name}`);
	const twice = keys.filter((key, index) => keys.indexOf(key) !== index);
	if (twice.length > 0) {
		throw refusal(
			file,
			twice.map((key) => `${key}: está más de una vez en el archivo`),
		);
	}
	return parsed.data;
}

/** Names a holiday in an error: "feriado 3 (2027-05-25)". */
function subjectOf(content: unknown, index: PropertyKey | undefined): string {
	if (typeof index !== "number") return "";
	const item: unknown = Array.isArray(content) ? content[index] : undefined;
	const date = typeof item === "object" && item !== null && "date" in item ? item.date : undefined;
	return `feriado ${index + 1}${typeof date === "string" ? ` (${date.slice(0, 20)})` : ""}`;
}

/**
 * Returns the holidays that the database contains for a year. For a year without stored holidays, `listHolidays` would
 * return computed holidays.
 */
async function storedHolidays(year: string): Promise<Holiday[]> {
	const { sqlite } = await import("~/lib/database/db.server");
	const { listHolidays } = await import("~/features/holidays/holidays.server");
	const rows = sqlite.prepare("SELECT 1 FROM feriados WHERE date LIKE ? LIMIT 1").all(`${year}-%`);
	return rows.length > 0 ? listHolidays(Number(year)) : [];
}

/** Returns a line such as "2027: 1 agregado, 2 corregidos, 15 sin cambios". */
function summaryOf(year: string, given: readonly Holiday[], before: readonly Holiday[]): string {
	const old = new Map(before.map((holiday) => [keyOf(holiday), valuesOf(holiday)]));
	const known = given.filter((holiday) => old.has(keyOf(holiday)));
	const equal = known.filter((holiday) => old.get(keyOf(holiday)) === valuesOf(holiday));
	const counts: [number, string, string][] = [
		[given.length - known.length, "agregado", "agregados"],
		[known.length - equal.length, "corregido", "corregidos"],
		[equal.length, "sin cambios", "sin cambios"],
	];
	const parts = counts.filter(([amount]) => amount > 0).map((each) => count(...each));
	return `${year}: ${parts.join(", ")}`;
}

/** Warns of likely mistakes: an incomplete year, or a moved holiday stored at both dates. */
function advice(given: readonly Holiday[], before: readonly Holiday[], after: readonly Holiday[]): string[] {
	const lines: string[] = [];
	const year = Number(given[0]?.date.slice(0, 4));
	if (before.length === 0 && after.length < proposeHolidays(year).length) {
		lines.push(
			`  Atención: ${year} no tenía datos y ahora muestra solo ${after.length}. Para el año entero: ${operatorCommand(`--silent holidays -- propose ${year}`)}`,
		);
	}
	const known = new Set(before.map(keyOf));
	const names = new Set(given.filter((holiday) => !known.has(keyOf(holiday))).map(({ name }) => name));
	const givenKeys = new Set(given.map(keyOf));
	for (const { date, name } of after.filter(
		(holiday) => names.has(holiday.name) && !givenKeys.has(keyOf(holiday)),
	)) {
		lines.push(
			`  «${name}» figura también el ${date}. Si se movió, quitá ese: ${operatorCommand(`holidays -- remove ${date} ${shellWord(name)}`)}`,
		);
	}
	return lines;
}

function keyOf({ date, name }: Holiday): string {
	return `${date} ${name}`;
}

function valuesOf({ kind, confirmed, source }: Holiday): string {
	return JSON.stringify([kind, confirmed, source]);
}
