import type SQLite from "better-sqlite3";

/**
 * A text that changes with all that decides what a worker's entries are paid, but for the rules of the law. Whoever
 * stores what terms gave compares it with that from before they were read: while a write waits for its turn, an
 * operator's command may change them.
 */
export function termsVersion(sqlite: SQLite.Database, userId: string): string {
	return sqlite.prepare<{ userId: string }, string>(QUERY).pluck().get({ userId }) ?? "";
}

const QUERY = `
	SELECT json_array(
		(SELECT json_group_array(updated_at) FROM diagramas),
		(SELECT max(changed_at) FROM changed_holidays),
		(SELECT json_array(diagram, own_cycle, crew, cycle_start) FROM users WHERE id = @userId),
		(SELECT json_group_array(json_array(since, diagram, crew, cycle_start)) FROM rotation_history
			WHERE user_id = @userId),
		(SELECT json_group_array(json_array(since, updated_at)) FROM agreements WHERE user_id = @userId),
		(SELECT json_group_array(json_array(id, updated_at)) FROM own_days WHERE user_id = @userId)
	)`;
