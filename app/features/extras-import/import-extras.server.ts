import { randomUUID } from "node:crypto";
import { findPayTerms } from "~/features/agreement/pay-terms.server";
import { toValues } from "~/features/extras/form/extra-values.server";
import { toColumns } from "~/features/extras/rows/extras.server";
import { UNCLASSIFIED } from "~/features/law/premiums";
import { requireRoomForMore } from "~/lib/database/disk.server";
import { inSteps } from "~/lib/in-steps.server";
import { addInThread, type Entry } from "./add-in-thread.server";
import type { ReadExtra } from "./read-extras.server";

/**
 * Adds the rows that the user does not have yet: all of them or, after an error, none. The user's terms decide
 * the hours by premium unless the worker typed them. Entries whose premium the terms leave unknown are marked for review.
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
	const terms = await findPayTerms(userId, first, last);
	await inSteps(rows, (row) => {
		const { idFile = randomUUID(), startMinute = null, isStartProposed } = row;
		const read = toValues(row, { startMinute, isStartProposed }, terms);
		const isUnknown = read.premiums[UNCLASSIFIED] !== undefined && !read.hasOwnSplit;
		const values = isUnknown ? toValues(row, { startMinute, isStartProposed }, terms, true) : read;
		entries.push({
			user_id: userId,
			id_file: idFile,
			...toColumns(values),
			// Keeps the entries of one day in the order of the file.
			created_at: now - rows.length + entries.length,
			edited_at: null,
		});
	});
	return entries;
}
