import { setImmediate } from "node:timers/promises";
import {
	type Extra,
	type ExtraKey,
	findExtra,
	hasEnded,
	toExtra,
} from "~/features/extras/rows/extras.server";
import { db, sql } from "~/lib/database/db.server";
import { publicOrigin } from "~/lib/env.server";
import { returnPath } from "~/lib/http/http.server";
import { requestContext } from "~/lib/http/request-context.server";
import { type CivilDate, type PlantClock, runsOfDays } from "~/lib/time/civil-date";
import { addressAfterDelete, rowId } from "~/ui/toast/list-row";
import { type ExtrasFilter, filterAddress, readFilter } from "./filter";

const PAGE_EXTRAS = 25;
/** Maximum number of entries on the printable sheet: about thirty pages. */
export const MAX_ON_SHEET = 1000;
/** Number of entries that `pagesOfExtras` has in memory at once. */
const PART_EXTRAS = 100;

/**
 * Maximum number of entries whose times are read for the notes and warnings about rests and working weeks on one page of
 * the list. A page needs far fewer.
 */
const MAX_TIMES = 5000;

export type ExtraTime = Pick<
	Extra,
	"idFile" | "date" | "shift" | "minutes" | "startMinute" | "isStartProposed"
>;

type Cursor = Pick<Extra, "date" | "createdAt" | "idFile">;

/**
 * One page of entries by date and creation time, newest first.
 * @param after cursor of the previous page; ignored if unreadable
 */
export async function listExtras(userId: string, filter: ExtrasFilter, after?: string) {
	// One row more than the page, which tells whether there is a next page.
	const found = await ordered(filtered(userId, filter), "desc", PAGE_EXTRAS + 1, readCursor(after));
	const shown = found.slice(0, PAGE_EXTRAS);
	const last = found.length > PAGE_EXTRAS ? shown.at(-1) : undefined;
	return { extras: shown, next: last && cursorOf(last) };
}

/** Cursor of the page that begins with an entry, namely of the entry before; undefined for the first in the list. */
export async function findCursorBefore(key: ExtraKey, filter: ExtrasFilter) {
	const after = await findExtra(key);
	const [before] = after ? await listOldestExtras(key.userId, filter, 1, { after }) : [];
	return before && cursorOf(before);
}

function cursorOf({ date, createdAt, idFile }: Cursor): string {
	return `${date}_${createdAt}_${idFile}`;
}

/**
 * The first `limit` matching entries, oldest first.
 * @param scope `endedBy`: leaves out entries that have not ended at this time; `after`: entry after which to begin
 */
export function listOldestExtras(
	userId: string,
	filter: ExtrasFilter,
	limit: number,
	{ endedBy, after }: { endedBy?: PlantClock; after?: Cursor } = {},
) {
	const found = filtered(userId, filter);
	return ordered(endedBy ? found.where(hasEnded(endedBy)) : found, "asc", limit, after);
}

/** Reads entries by date and creation time, from the one after `after` on in this order. */
async function ordered(
	found: ReturnType<typeof filtered>,
	order: "asc" | "desc",
	limit: number,
	after: Cursor | undefined,
) {
	let query = found.selectAll().limit(limit);
	for (const column of ["date", "created_at", "id_file"] as const) query = query.orderBy(column, order);
	if (after)
		query = query.where(({ refTuple, tuple, eb }) => {
			const place = tuple(after.date, after.createdAt, after.idFile);
			return eb(refTuple("date", "created_at", "id_file"), order === "asc" ? ">" : "<", place);
		});
	return (await query.execute()).map(toExtra);
}

/**
 * Reads all entries that match the filter page by page, oldest first. If the user changes an entry's date between two
 * pages, that entry may be repeated or missing.
 */
export async function* pagesOfExtras(userId: string, filter: ExtrasFilter): AsyncGenerator<Extra[]> {
	let last: Extra | undefined;
	do {
		const extras = await listOldestExtras(userId, filter, PART_EXTRAS, { after: last });
		if (extras.length > 0) yield extras;
		last = extras[PART_EXTRAS - 1];
		// Lets other requests run between two pages.
		await setImmediate();
	} while (last);
}

/**
 * Times of the entries on the given days.
 * @param dates sorted
 */
export async function listTimes(userId: string, dates: readonly CivilDate[]): Promise<ExtraTime[]> {
	const wanted = JSON.stringify(runsOfDays(dates).map(({ first, last }) => [first, last]));
	const { rows } = await sql<Omit<ExtraTime, "isStartProposed"> & { isStartProposed: 0 | 1 }>`
		WITH wanted AS MATERIALIZED (
			SELECT value ->> 0 AS first, value ->> 1 AS last FROM json_each(${wanted})
		)
		SELECT
			id_file AS idFile, date, shift, start_minute AS startMinute, minutes, is_start_proposed AS isStartProposed
		FROM wanted JOIN extras ON user_id = ${userId} AND date BETWEEN first AND last
		LIMIT ${MAX_TIMES}`.execute(db);
	return rows.map((row) => ({ ...row, isStartProposed: row.isStartProposed === 1 }));
}

/** Query for a user's entries that match the filter. */
function filtered(userId: string, { start, end, shift, review }: ExtrasFilter) {
	let query = db.selectFrom("extras").where("user_id", "=", userId);
	if (start) query = query.where("date", ">=", start);
	if (end) query = query.where("date", "<=", end);
	if (shift) query = query.where("shift", "=", shift);
	if (review) query = query.where("needs_review", "=", 1);
	return query;
}

function readCursor(after: string | undefined): Cursor | undefined {
	const match = /^(\d{4}-\d{2}-\d{2})_(\d{1,15})_([0-9a-f-]{36})$/.exec(after ?? "");
	if (!match) return undefined;
	const [, date = "", createdAt, idFile = ""] = match;
	return { date, createdAt: Number(createdAt), idFile };
}

/**
 * Finds the page of the list with an entry: the page from which the user came (`redirectTo`), the first page, or the page
 * that begins with the entry.
 * @returns the page's URL with the entry's row, open, and the URL to open after the entry is deleted again. `isHidden`:
 *   the filter hides the entry, so that no page of the list has its row
 */
export async function findListPlace({ userId, idFile }: ExtraKey) {
	const from = returnPath(requestContext().url.searchParams.get("redirectTo"));
	const { searchParams } = new URL(from ?? "/", publicOrigin);
	const { filter } = readFilter(searchParams);
	const given = searchParams.get("after") ?? undefined;
	const cursors = [() => given, () => undefined, () => findCursorBefore({ userId, idFile }, filter)];
	for (const findCursor of cursors) {
		const after = await findCursor();
		const { extras, next } = await listExtras(userId, filter, after);
		const index = extras.findIndex((extra) => extra.idFile === idFile);
		if (index < 0) continue;
		const page: Record<string, string> = after === undefined ? {} : { after };
		const address = filterAddress(filter, { ...page, open: idFile });
		return {
			address: `${address}#${rowId(index)}`,
			afterDelete: addressAfterDelete(filterAddress(filter, page), index, extras.length, next !== undefined),
			isHidden: false,
		};
	}
	const address = filterAddress(filter);
	return { address, afterDelete: address, isHidden: true };
}
