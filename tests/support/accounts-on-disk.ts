import { createHash, randomBytes, randomUUID } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import SQLite from "better-sqlite3";
import type { OwnDaysTable, PasskeysTable, SlipsTable, UsersTable } from "db/schema";
import type { Insertable } from "kysely";
import { extraRow, paidAt, type RowValues } from "./extras";

export interface SeededUser {
	id: string;
	email: string;
	/** The Cookie header of a session of this user. */
	cookie: string;
}

/** The `id_file` of the document that `seedDocument` writes. */
export const DOCUMENT = "11111111-1111-4111-8111-111111111111";

export function seedDocument(databasePath: string, userId: string, title = "Licencia de conducir"): void {
	const file = new SQLite(databasePath, { timeout: 5000 });
	file
		.prepare(
			"INSERT INTO documents (user_id, id_file, title, description, created_at) VALUES (?, ?, ?, ?, 1)",
		)
		.run(userId, DOCUMENT, title, "Clase D1");
	file.close();
}

/** The id of the photo that `seedImage` writes. */
export const IMAGE = "00000000-0000-4000-8000-000000000000";

export function seedImage(
	{ databasePath, uploads }: { databasePath: string; uploads: string },
	userId: string,
): void {
	mkdirSync(uploads, { recursive: true });
	for (const px of [1600, 320]) writeFileSync(join(uploads, `${IMAGE}-${px}.webp`), `${px} px`);
	const file = new SQLite(databasePath, { timeout: 5000 });
	file
		.prepare(
			`INSERT INTO document_images (id, user_id, id_file, document_id, sha256, width, height, bytes, created_at, position)
			SELECT ?, user_id, id_file, id, ?, 1600, 1200, 1, 1, 0 FROM documents WHERE user_id = ? AND id_file = ?`,
		)
		.run(IMAGE, createHash("sha256").update("1600 px").digest("hex"), userId, DOCUMENT);
	file.close();
}

/** The `id_file` of the extra (overtime entry) that `seedExtra` writes. */
export const EXTRA = "22222222-2222-4222-8222-222222222222";

export function seedExtra(databasePath: string, userId: string, values: RowValues = {}): void {
	insert(databasePath, "extras", extraRow(userId, { id_file: EXTRA, ...values }));
}

/** The id of the own day (vacation, leave and the like) that `seedOwnDay` writes. */
export const OWN_DAY = "44444444-4444-4444-8444-444444444444";

/** Inserts own days, by default a week of vacation. The server may be running. */
export function seedOwnDay(
	databasePath: string,
	userId: string,
	values: Partial<Insertable<OwnDaysTable>> = {},
): void {
	insert(databasePath, "own_days", {
		user_id: userId,
		first_day: "2026-11-23",
		last_day: "2026-11-29",
		id: OWN_DAY,
		kind: "vacaciones",
		crew: null,
		note: "",
		created_at: 1,
		updated_at: 1,
		...values,
	});
}

/** First day of the user's current crew (B) in `seedHistory`. */
export const SINCE = "2026-10-01";

/** Inserts the user's crews: crew A before SINCE, crew B from SINCE on. */
export function seedHistory(databasePath: string, userId: string): void {
	const row = { user_id: userId, diagram: "3turnos", cycle_start: null, changed_at: 0 };
	insert(databasePath, "rotation_history", { ...row, since: "1900-01-01", crew: "A" });
	insert(databasePath, "rotation_history", { ...row, since: SINCE, crew: "B" });
}

/** Inserts an hourly rate and a collective agreement, both in force from SINCE on. */
export function seedAgreement(databasePath: string, userId: string): void {
	const row = { user_id: userId, since: SINCE, created_at: 1, updated_at: 1 };
	insert(databasePath, "hour_values", { ...row, centavos: 700_000, divisor: null });
	insert(databasePath, "agreements", {
		...row,
		name: "cct-260-75",
		weekday_percent: 50,
		saturday_percent: 100,
		sunday_percent: 100,
		holiday_percent: 100,
		own_shift_percent: 100,
		night_percent: 0,
		day_off: null,
		has_union_day: 1,
	});
}

/** First day of the pay slip that `seedSlip` writes. */
export const SLIP_START = "2026-09-01";

/** Inserts a pay slip of September 2026. */
export function seedSlip(
	databasePath: string,
	userId: string,
	values: Partial<Insertable<SlipsTable>> = {},
): void {
	insert(databasePath, "slips", {
		user_id: userId,
		period_start: SLIP_START,
		period_end: "2026-09-30",
		...paidAt(240),
		days_off: 1,
		amount: 4_500_000,
		created_at: 1,
		updated_at: 1,
		...values,
	});
}

/** The id of the passkey that `seedPasskey` writes. */
export const PASSKEY = "cGFzc2tleQ";

/** Inserts a passkey with which nobody can sign in. */
export function seedPasskey(
	databasePath: string,
	userId: string,
	values: Partial<Insertable<PasskeysTable>> = {},
): void {
	insert(databasePath, "passkeys", {
		id: PASSKEY,
		user_id: userId,
		user_handle: "aGFuZGxl",
		public_key: "a2V5",
		rp_id: "localhost",
		sign_count: 0,
		name: "Mi teléfono",
		created_at: 1,
		...values,
	});
}

/** Inserts one row of each kind: document, extra, own day, history, agreement and slip. */
export function seedEachKind(databasePath: string, userId: string): void {
	for (const seed of [seedDocument, seedExtra, seedOwnDay, seedHistory, seedAgreement, seedSlip])
		seed(databasePath, userId);
}

/** Inserts a verified user with a session, by default without a password. The server may be running. */
export function seedUser(databasePath: string, values: Partial<Insertable<UsersTable>> = {}): SeededUser {
	const id = values.id ?? randomUUID();
	const token = randomBytes(32).toString("base64url");
	const user = {
		id,
		email: `${id.slice(0, 8)}@planta.example`,
		email_verified_at: 1,
		username: "soldador",
		provider_auth: "NORMAL",
		created_at: 1,
		updated_at: 1,
		...values,
	};
	const session = {
		token_hash: createHash("sha256").update(token).digest("base64url"),
		user_id: id,
		created_at: Date.now(),
		expires_at: Date.now() + 24 * 3_600_000,
	};
	insertAll(databasePath, [
		["users", user],
		["sessions", session],
	]);
	return { id, email: user.email, cookie: `session=${token}` };
}

function insert(databasePath: string, table: string, row: object): void {
	insertAll(databasePath, [[table, row]]);
}

/** Inserts all rows in one transaction, so that a running server sees one change. */
function insertAll(databasePath: string, rows: readonly (readonly [table: string, row: object])[]): void {
	const file = new SQLite(databasePath, { timeout: 5000 });
	file.pragma("foreign_keys = ON");
	file.transaction(() => {
		for (const [table, row] of rows) {
			const columns = Object.keys(row);
			const values = columns.map((name) => `@${name}`).join(", ");
			file.prepare(`INSERT INTO ${table} (${columns.join(", ")}) VALUES (${values})`).run(row);
		}
	})();
	file.close();
}
