/** Counts the rows of a database, without personal data. */

import type SQLite from "better-sqlite3";
import { maxImageBytes } from "~/features/documents/saving/image-bytes";
import { DAY_MS, MINUTE_MS } from "~/lib/units/durations";

const WEEK_MS = 7 * DAY_MS;
/** Minimum age in ms at which a tried mail counts as failed: a younger mail may still be on its first attempt. */
const MIN_FAILED_AGE_MS = MINUTE_MS;

export function countRows(sqlite: SQLite.Database, now: number) {
	const number = (query: string, ...values: number[]) =>
		sqlite
			.prepare<number[], number>(query)
			.pluck()
			.get(...values) ?? 0;
	const newIn = (table: string) =>
		number(`SELECT count(*) FROM ${table} WHERE created_at > ?`, now - WEEK_MS);
	return {
		people: number("SELECT count(*) FROM users"),
		verified: number("SELECT count(*) FROM users WHERE email_verified_at IS NOT NULL"),
		documents: number("SELECT count(*) FROM documents"),
		images: number("SELECT count(*) FROM document_images"),
		extras: number("SELECT count(*) FROM extras"),
		ownDays: number(
			"SELECT CAST(coalesce(sum(julianday(last_day) - julianday(first_day) + 1), 0) AS INTEGER) FROM own_days",
		),
		lastWeek: {
			people: newIn("users"),
			documents: newIn("documents"),
			images: newIn("document_images"),
			extras: newIn("extras"),
		},
	};
}

/** The user with the most bytes of photos, and this user's limit; null without photos. */
export function readLargestPerson(sqlite: SQLite.Database) {
	const row = sqlite
		.prepare<[], { images: number; bytes: number; isVerified: 0 | 1 }>(
			`SELECT images, bytes, email_verified_at IS NOT NULL AS isVerified
			FROM (SELECT user_id, count(*) AS images, sum(bytes) AS bytes FROM document_images
				GROUP BY user_id ORDER BY bytes DESC LIMIT 1)
			JOIN users ON users.id = user_id`,
		)
		.get();
	return row
		? { images: row.images, bytes: row.bytes, mostBytes: maxImageBytes(row.isVerified === 1) }
		: null;
}

/**
 * Counts the unsent mails (`waiting`) and those of them that have been tried in vain and are older than
 * MIN_FAILED_AGE_MS (`failed`). `oldestAt` is the creation time of the oldest unsent mail.
 */
export function readMail(sqlite: SQLite.Database, now: number) {
	const row = sqlite
		.prepare<[number], { waiting: number; failed: number; oldestAt: number | null }>(
			`SELECT count(*) AS waiting, coalesce(sum(tries > 0 AND created_at <= ?), 0) AS failed,
				min(created_at) AS oldestAt
			FROM outbox`,
		)
		.get(now - MIN_FAILED_AGE_MS);
	return row ?? { waiting: 0, failed: 0, oldestAt: null };
}
