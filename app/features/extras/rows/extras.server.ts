import { isDeepStrictEqual } from "node:util";
import type { ExtrasTable } from "db/schema";
import type { Selectable } from "kysely";
import * as extraMessages from "~/features/extras/extra-messages";
import type { Doubt } from "~/features/law/doubts";
import type { PaidExtra } from "~/features/law/paid-parts";
import { db, type Reader, sql } from "~/lib/database/db.server";
import { hasRoom, type RecordKind } from "~/lib/records/deleted-records.server";
import { addDays, type PlantClock } from "~/lib/time/civil-date";

/** An overtime entry: extra hours that a worker has recorded. */
export interface Extra extends PaidExtra {
	idFile: string;
	comment: string | null;
	/** Minutes within the legal night hours; null without a start time. */
	minutesNight: number | null;
	doubts: readonly Doubt[];
	/** Why the pay is what it is, by the terms when the row was last worked out; "" before that. */
	reason: string;
	createdAt: number;
	editedAt: number | null;
}

/** Maximum number of entries per user: enough for one entry a day for fifty years. */
export const MAX_EXTRAS = 20_000;

export interface ExtraKey {
	userId: string;
	idFile: string;
}

/** The values that the form saves, and what its minutes are paid. */
export type ExtraValues = Omit<Extra, "idFile" | "createdAt" | "editedAt">;

/** @param reader the transaction in which to find the entry, if there is one */
export async function findExtra({ userId, idFile }: ExtraKey, reader: Reader = db) {
	const row = await reader
		.selectFrom("extras")
		.selectAll()
		.where("user_id", "=", userId)
		.where("id_file", "=", idFile)
		.executeTakeFirst();
	return row && toExtra(row);
}

export function toExtra(row: Selectable<ExtrasTable>): Extra {
	return {
		idFile: row.id_file,
		date: row.date,
		minutes: row.minutes,
		shift: row.shift,
		comment: row.comment,
		startMinute: row.start_minute,
		compensation: row.compensation,
		premiums: JSON.parse(row.premiums),
		doubts: JSON.parse(row.doubts),
		reason: row.reason ?? "",
		minutesNight: row.minutes_night,
		hasOwnSplit: row.is_own_split === 1,
		isStartProposed: row.is_start_proposed === 1,
		needsReview: row.needs_review === 1,
		createdAt: row.created_at,
		editedAt: row.edited_at,
	};
}

/** Converts the form's values to columns. */
export function toColumns(values: ExtraValues) {
	return {
		date: values.date,
		minutes: values.minutes,
		shift: values.shift,
		comment: values.comment,
		start_minute: values.startMinute,
		compensation: values.compensation,
		premiums: JSON.stringify(values.premiums),
		doubts: JSON.stringify(values.doubts),
		reason: values.reason,
		minutes_night: values.minutesNight,
		is_own_split: values.hasOwnSplit ? (1 as const) : (0 as const),
		is_start_proposed: values.isStartProposed ? (1 as const) : (0 as const),
		needs_review: values.needsReview ? (1 as const) : (0 as const),
	};
}

/**
 * Whether an entry has the values that the user typed in the form. Ignores computed values, because these change with
 * holidays and diagrams.
 */
export function isSame(extra: Extra, values: ExtraValues): boolean {
	const { doubts, minutesNight, needsReview, reason, ...typed } = values;
	if (extra.isStartProposed) typed.startMinute = extra.startMinute;
	if (!extra.hasOwnSplit) typed.premiums = extra.premiums;
	return isDeepStrictEqual({ ...extra, ...typed }, extra);
}

/**
 * SQL condition for a row of `extras`: the entry has ended. Only such entries count as worked or earned; all others are
 * planned. An entry without a start time counts from its date on.
 */
export function hasEnded({ today, minute }: PlantClock) {
	return sql<boolean>`(extras.date < ${addDays(today, -1)} OR extras.date <= ${today} AND (
		extras.start_minute IS NULL
		OR extras.start_minute + extras.minutes <= ${minute} + iif(extras.date = ${today}, 0, 1440)
	))`;
}

export const extraRecord: RecordKind<"extras"> = {
	table: "extras",
	idColumn: "id_file",
	list: "/auth/work-overtime",
	texts: {
		place: "tus extras",
		deleted: extraMessages.extraDeleted,
		notDeleted: extraMessages.extraNotDeleted,
		restored: "La extra volvió a la lista.",
	},
	several: (count) => ({
		deleted: `${count} extras eliminadas.`,
		notDeleted: `No se pudieron eliminar las ${count} extras`,
		restored: `Las ${count} extras volvieron a la lista.`,
	}),
	async findObstacle(trx, { user_id }) {
		return (await hasRoom(trx, "extras", user_id, MAX_EXTRAS)) ? undefined : FULL;
	},
	// The terms may have changed since the deletion.
	async afterRestore(trx, { user_id, date }) {
		await trx.insertInto("marked_stale_pay").values({ user_id, first_day: date, last_day: date }).execute();
	},
};

const FULL = `No se puede deshacer: ya tenés ${MAX_EXTRAS.toLocaleString("es-AR")} extras, que es el máximo.`;
