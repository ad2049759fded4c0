import SQLite from "better-sqlite3";
import { paidAt } from "../extras";

/**
 * Inserts one row into each table for which this file has values. Leaves out columns that the schema lacks.
 * @param number number of the person, which makes the ids of each call different
 */
export function insertEverywhere(path: string, number: number): void {
	const sqlite = new SQLite(path);
	sqlite.pragma("foreign_keys = ON");
	for (const [table, values] of Object.entries(rowsOfPerson(number))) {
		const columns = sqlite
			.prepare<[string], string>("SELECT name FROM pragma_table_info(?)")
			.pluck()
			.all(table)
			.filter((column) => Object.hasOwn(values, column));
		if (columns.length === 0) continue;
		const places = columns.map((column) => `@${column}`);
		sqlite
			.prepare(`INSERT INTO "${table}" (${columns.join(", ")}) VALUES (${places.join(", ")})`)
			.run(values);
	}
	sqlite.close();
}

/**
 * Rows by table, as sorted JSON texts, independent of the order of rows and columns. Leaves out the index of words that
 * databases had before schema 31.
 */
export function rowsByTable(path: string): Record<string, string[]> {
	const sqlite = new SQLite(path, { readonly: true });
	const tables = sqlite
		.prepare<[], string>(
			"SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'documents_search%' ORDER BY name",
		)
		.pluck()
		.all();
	const rows = tables.map((table) => {
		const all = sqlite.prepare<[], Record<string, unknown>>(`SELECT * FROM "${table}"`).all();
		return [table, all.map((row) => JSON.stringify(row, Object.keys(row).sort())).sort()];
	});
	sqlite.close();
	return Object.fromEntries(rows);
}

/** Id of a photo of the user with this number. Kind 3 is the profile photo, kind 6 the photo of the user's document. */
export function photoOf(number: number, kind: 3 | 6): string {
	return uuid(number, kind);
}

function uuid(number: number, kind: number): string {
	return `${String(kind).padStart(8, "0")}-0000-4000-8000-${String(number).padStart(12, "0")}`;
}

/** Rows of one person by table. A row may refer to rows of earlier tables. */
function rowsOfPerson(number: number): Record<string, Record<string, string | number>> {
	const id = (kind: number) => uuid(number, kind);
	const hash = (kind: number) => `${kind}${number}`.padStart(64, "0");
	const day = `2026-03-${String(number).padStart(2, "0")}`;
	const person = { user_id: id(1) };
	const times = { created_at: number, updated_at: number };
	return {
		diagramas: {
			id: `propio-${number}`,
			position: 900 + number,
			cycle: "MMFF",
			crews: 2,
			offset_days: 2,
			anchor: day,
			hours: '{"M":["06:00","14:00"]}',
			updated_at: number,
		},
		diagram_pictures: {
			diagram_id: `propio-${number}`,
			period: "2027-01",
			file: id(2),
			hash: "abc",
			width: 1,
			height: 1,
		},
		feriados: { date: day, name: `Fiesta ${number}`, kind: "gremial", confirmed: 1, source: "La seccional" },
		users: {
			id: id(1),
			email: `persona${number}@planta.example`,
			email_verified_at: number,
			username: `Persona ${number}`,
			password_hash: "hash",
			provider_auth: "NORMAL",
			real_name: "José Ñandú",
			photo: id(3),
			diagram: `propio-${number}`,
			crew: "B",
			auto_diagram: 1,
			web: "https://planta.example",
			pay_period: "closing-20",
			plant_number: `L-${number}`,
			...times,
		},
		provider_accounts: { provider: "GOOGLE", subject: `sub${number}`, ...person, created_at: number },
		sessions: { token_hash: hash(1), ...person, created_at: number, expires_at: number },
		push_subscriptions: {
			session_hash: hash(1),
			...person,
			endpoint: `https://fcm.googleapis.com/${number}`,
			p256dh: "p",
			auth: "a",
			created_at: number,
		},
		passkeys: {
			id: `passkey ${number}`,
			...person,
			user_handle: "h",
			public_key: "k",
			rp_id: "localhost",
			sign_count: 0,
			name: "Mi teléfono",
			created_at: number,
		},
		deleted_records: { ...person, kind: "extras", id: id(9), content: "{}", deleted_at: number },
		deleted_ids: { ...person, kind: "extras", id: id(9), deleted_at: number },
		devices: { token_hash: hash(2), ...person, expires_at: number },
		pending_registrations: { token_hash: hash(3), ...person, is_new: 1, expires_at: number },
		mail_tokens: {
			token_hash: hash(4),
			purpose: "reset",
			...person,
			email: "x@planta.example",
			expires_at: number,
		},
		mail_codes: { ...person, purpose: "delete", code_hash: hash(5), wrong_tries: 1, expires_at: number },
		attempts: { key: hash(6), tokens: 0.5, updated_at: number, full_at: number },
		outbox: {
			id: id(4),
			kind: "verify",
			...person,
			address: "x@planta.example",
			created_at: number,
			next_try_at: number,
		},
		documents: {
			id: number,
			...person,
			id_file: id(5),
			title: `Carné ${number}`,
			description: "Grúa puente",
			expires_on: day,
			created_at: number,
		},
		document_images: {
			id: id(6),
			...person,
			id_file: id(5),
			document_id: number,
			sha256: hash(7),
			width: 1600,
			height: 1200,
			bytes: 10,
			created_at: number,
			position: 0,
		},
		extras: {
			...person,
			date: day,
			created_at: number,
			id_file: id(7),
			minutes: 480,
			shift: "M",
			comment: "cambio de rodillos",
			start_minute: 360,
			compensation: "banco",
			...paidAt(480),
			// Columns of earlier schemas.
			...{ minutes_50: 480, minutes_100: 0, minutes_unclassified: 0 },
			minutes_night: 0,
			is_own_split: 0,
		},
		own_days: {
			...person,
			first_day: day,
			last_day: day,
			id: id(8),
			kind: "vacaciones",
			note: "Mar",
			...times,
		},
		changed_days: { ...person, date: day, changed_at: number },
		sent_notices: { ...person, kind: "shift", date: day, letter: "M" },
		rotation_history: { ...person, since: day, diagram: "3turnos", crew: "A", changed_at: number },
		calendar_feeds: { ...person, secret_hash: hash(9), alarms: "both", ...times },
		hour_values: { ...person, since: day, centavos: 700_000, ...times },
		agreements: {
			...person,
			since: day,
			name: "lct",
			weekday_percent: 50,
			saturday_percent: 100,
			sunday_percent: 100,
			holiday_percent: 100,
			own_shift_percent: 100,
			night_percent: 0,
			has_union_day: 0,
			...times,
		},
		slips: {
			...person,
			period_start: day,
			period_end: day,
			...paidAt(60),
			minutes_50: 60,
			minutes_100: 0,
			...times,
		},
	};
}
