import { inSteps } from "~/lib/in-steps.server";

/** The fields by which `newExtras` compares entries. */
export interface Comparable {
	idFile?: string;
	date: string;
	minutes: number;
	shift: string;
	comment?: string | null;
	startMinute?: number | null;
}

/**
 * Returns the rows that are not stored yet. A row with the key of a stored entry counts as stored, even if the entry
 * was edited since. A row that repeats the key of an earlier row is left out. Any other row counts as stored if its
 * values equal those of a stored entry whose key no row has. Each such entry stands for one row: of two equal rows, the
 * second counts as stored only if two such entries have these values.
 */
export async function newExtras<Row extends Comparable>(
	present: readonly Comparable[],
	rows: readonly Row[],
): Promise<Row[]> {
	const keys = new Set(present.map(({ idFile }) => idFile));
	const keysOfRows = new Set(rows.map(({ idFile }) => idFile));
	const unmatched = new Map<string, number>();
	await inSteps(present, (extra) => {
		if (keysOfRows.has(extra.idFile)) return;
		const values = valuesOf(extra);
		unmatched.set(values, (unmatched.get(values) ?? 0) + 1);
	});
	const added: Row[] = [];
	await inSteps(rows, (row) => {
		if (row.idFile !== undefined && keys.has(row.idFile)) return;
		keys.add(row.idFile);
		const values = valuesOf(row);
		const count = unmatched.get(values) ?? 0;
		unmatched.set(values, count - 1);
		if (count <= 0) added.push(row);
	});
	return added;
}

function valuesOf({ date, startMinute, minutes, shift, comment }: Comparable): string {
	return [date, startMinute ?? "", minutes, shift, comment ?? ""].join(" ");
}
