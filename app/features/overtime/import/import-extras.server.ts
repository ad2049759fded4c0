import { randomUUID } from "node:crypto";
import { holidaysBetween } from "~/features/holidays/holidays.server";
import { toColumns } from "~/features/overtime/extras/extras.server";
import { toValues } from "~/features/overtime/form/extra-values.server";
import { requireRoomForMore } from "~/lib/database/disk.server";
import { inSteps } from "~/lib/in-steps.server";
import { addDays } from "~/lib/time/civil-date";
import { addInThread, type Entry } from "./add-in-thread.server";
import type { ReadExtra } from "./read-extras.server";

/**
 * Adds the rows that the user does not have yet: all of them or, after an error, none. The current legal rules compute
 * the hours by premium unless the worker typed them. Entries whose premium the rules leave unknown are marked for review.
 * @returns the number of added entries; "full" if the user would have more than MAX_EXTRAS
 * @throws Error when the disk is full
 */
export async function importExtras(
	userId: string,
	rows: readonly ReadExtra[],
	now = Date.now(),
): Promise<number | "full"> {
	requireRoomForMore();
	return addInThread(userId, await toEntries(userId, rows, now));
}

async function toEntries(userId: string, rows: readonly ReadExtra[], now: number): Promise<Entry[]> {
	const entries: Entry[] = [];
	const dates = rows.map(({ date }) => date).sort();
	const [first, last] = [dates[0], dates.at(-1)];
	if (!first || !last) return entries;
	const holidaysOn = await holidaysBetween(first, addDays(last, 1));
	await inSteps(rows, (row) => {
		const { idFile = randomUUID(), startMinute = null, isStartProposed } = row;
		const values = toValues(row, { startMinute, isStartProposed }, holidaysOn);
		entries.push({
			user_id: userId,
			id_file: idFile,
			...toColumns(values),
			needs_review: values.minutesUnclassified > 0 && !values.hasOwnSplit ? 1 : 0,
			// Keeps the entries of one day in the order of the file.
			created_at: now - rows.length + entries.length,
			edited_at: null,
		});
	});
	return entries;
}
