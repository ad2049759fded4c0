/** What the owner's export has of records: every field in a JSON file, and those with a heading in a table. */

/** Heading of a column, and what it says of a row. */
export type Column<Row> = readonly [heading: string, toText: (row: Row) => string];
type Columns<Row> = null | string | readonly Column<Row>[];

/**
 * The table of some records, by the fields of a row in the table's order, so that no field is forgotten: the heading
 * alone where the table has the stored text, any number of columns, or null for a field that only the JSON has.
 */
export type Table<Row> = Readonly<Record<keyof Row, Columns<Row>>>;

/** The lines of a table, its headings first. */
export function tableLines<Row extends object>(table: Table<Row>, rows: readonly Row[]): string[][] {
	const columns = columnsOf(table);
	return [
		columns.map(([heading]) => heading),
		...rows.map((row) => columns.map(([, toText]) => toText(row))),
	];
}

function columnsOf<Row extends object>(table: Readonly<Record<string, Columns<Row>>>): Column<Row>[] {
	return Object.entries(table).flatMap(([name, columns]) =>
		typeof columns === "string"
			? [[columns, (row: Row) => String(Reflect.get(row, name) ?? "")] as const]
			: (columns ?? []),
	);
}

/** JSON of exported records. Times, whose names end in "At", are ISO 8601. */
export function exportedJson(data: object): string {
	return `${JSON.stringify(data, withIsoTimes, "\t")}\n`;
}

/** Function for `JSON.stringify` that writes a time in milliseconds as ISO 8601. */
export function withIsoTimes(name: string, value: unknown): unknown {
	return name.endsWith("At") && typeof value === "number" ? isoTime(value) : value;
}

export function isoTime(ms: number): string {
	return new Date(ms).toISOString();
}
