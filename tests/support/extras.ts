import { randomUUID } from "node:crypto";
import type { ExtrasTable } from "db/schema";
import type { Insertable } from "kysely";

/** A row of `extras`: 8 hours at 50 % of a common Friday unless `values` says more. What it says of hours fits together. */
export function extraRow(
	userId: string,
	values: Partial<Insertable<ExtrasTable>> = {},
): Insertable<ExtrasTable> {
	const { minutes = 480, minutes_100 = 0, minutes_unclassified = 0 } = values;
	return {
		user_id: userId,
		date: "2026-11-20",
		created_at: 1,
		id_file: randomUUID(),
		minutes,
		shift: "N",
		comment: null,
		start_minute: null,
		compensation: null,
		minutes_50: minutes - minutes_100 - minutes_unclassified,
		minutes_100,
		minutes_unclassified,
		minutes_night: null,
		is_own_split: 0,
		edited_at: null,
		...values,
	};
}

/** What the form of an extra sends: `idFile` is another one each time. */
export function extraFields(values: Record<string, string> = {}): Record<string, string> {
	return { idFile: randomUUID(), hour: "8", date: "2026-11-20", shift: "N", ...values };
}
