import SQLite from "better-sqlite3";
import { describe, expect, test } from "vitest";
import { loader } from "~/routes/auth.export";
import {
	DOCUMENT,
	seedAgreement,
	seedDocument,
	seedExtra,
	seedHistory,
	seedImage,
	seedOwnDay,
	seedPasskey,
	seedSlip,
	seedUser,
} from "../../support/accounts-on-disk";
import { argsFor, responseOf } from "../../support/requests";
import { unzip } from "../../support/unzip";

/** A column of a person's table: its file and name in the owner's export, or why the export leaves it out. */
type Fate = readonly [file: string, name: string] | { leftOut: string };

const KEY = { leftOut: "the key of the owner, who has the export" };
const SECRET = { leftOut: "the hash of a secret" };
const PASSING = { leftOut: "a request of an hour or a day: a mail, a code, a registration" };
const DELETED = { leftOut: "deleted by its owner, and erased for good soon after" };
const WORK = { leftOut: "work that the server has yet to do, or a time by which it orders its work" };
const TYPED = { leftOut: "when a value was typed, which no page shows" };

const all = (fate: Fate, ...columns: string[]) => Object.fromEntries(columns.map((column) => [column, fate]));
const inFile = (file: string, names: Record<string, string>): Record<string, Fate> =>
	Object.fromEntries(Object.entries(names).map(([column, name]) => [column, [file, name] as const]));

/** Every table with rows of a person, and every column of it. A new column is named here, or the test fails. */
const fates: Record<string, Record<string, Fate>> = {
	users: {
		...inFile("perfil.json", {
			id: "id",
			email: "email",
			email_verified_at: "emailVerified",
			username: "username",
			password_hash: "hasPassword",
			provider_auth: "providerAuth",
			real_name: "realName",
			photo: "photoUrl",
			diagram: "diagram",
			own_cycle: "diagram",
			crew: "crew",
			auto_diagram: "autoDiagram",
			twitter: "twitter",
			facebook: "facebook",
			instagram: "instagram",
			web: "web",
			created_at: "createdAt",
			updated_at: "updatedAt",
			expiry_reminders: "expiryReminders",
			shift_notices: "shiftNotices",
			diagram_notices: "diagramNotices",
			cycle_start: "cycleStart",
			pay_period: "payPeriod",
			plant_number: "plantNumber",
			answered_anchor: "answeredAnchor",
		}),
		removal_notice_at: WORK,
		wrong_codes: WORK,
		auto_opening: { leftOut: "no longer used" },
	},
	provider_accounts: {
		...inFile("perfil.json", { provider: "provider", subject: "subject", created_at: "since" }),
		user_id: KEY,
	},
	sessions: {
		...inFile("perfil.json", { created_at: "since", expires_at: "until" }),
		user_id: KEY,
		token_hash: SECRET,
	},
	devices: { ...inFile("perfil.json", { expires_at: "knownBrowsers" }), user_id: KEY, token_hash: SECRET },
	calendar_feeds: {
		...inFile("perfil.json", { alarms: "alarms", created_at: "calendarAddress" }),
		user_id: KEY,
		secret_hash: SECRET,
		updated_at: WORK,
	},
	push_subscriptions: {
		...inFile("perfil.json", { created_at: "notices" }),
		user_id: KEY,
		...all(SECRET, "session_hash", "endpoint", "p256dh", "auth"),
		wait_until: WORK,
	},
	sent_notices: all(WORK, "user_id", "kind", "date"),
	passkeys: {
		...inFile("perfil.json", { id: "id", name: "name", created_at: "since", used_at: "used" }),
		user_id: KEY,
		...all(WORK, "user_handle", "public_key", "rp_id", "sign_count"),
	},
	documents: {
		...inFile("documentos.json", {
			id_file: "idFile",
			title: "title",
			description: "description",
			category: "category",
			at_hand: "atHand",
			expires_on: "expiresOn",
			reminded_days: "remindedDays",
			created_at: "createdAt",
			edited_at: "editedAt",
		}),
		id: { leftOut: "a number inside the database: idFile is the document's key" },
		user_id: KEY,
	},
	documents_search: all({ leftOut: "an index of the texts of documents" }, "title", "description", "user_id"),
	document_images: {
		...inFile("documentos.json", {
			id: "file",
			id_file: "idFile",
			document_id: "images",
			created_at: "createdAt",
		}),
		position: { leftOut: "the number in the name of the photo's file" },
		user_id: KEY,
		...all({ leftOut: "read from the photo's file" }, "sha256", "width", "height", "bytes"),
	},
	extras: {
		...inFile("extras.json", {
			id_file: "idFile",
			date: "date",
			minutes: "minutes",
			shift: "shift",
			comment: "comment",
			start_minute: "startTime",
			compensation: "compensation",
			premiums: "premiums",
			doubts: "doubts",
			reason: "reason",
			minutes_night: "minutesNight",
			is_own_split: "hasOwnSplit",
			is_start_proposed: "isStartProposed",
			needs_review: "needsReview",
			created_at: "createdAt",
			edited_at: "editedAt",
		}),
		user_id: KEY,
	},
	own_days: {
		...inFile("dias.json", {
			id: "id",
			kind: "kind",
			first_day: "firstDay",
			last_day: "lastDay",
			crew: "crew",
			bank_minutes: "bankMinutes",
			note: "note",
			created_at: "createdAt",
			updated_at: "updatedAt",
		}),
		user_id: KEY,
	},
	rotation_history: {
		...inFile("dias.json", {
			since: "since",
			diagram: "diagram",
			crew: "crew",
			cycle_start: "cycleStart",
			changed_at: "changedAt",
		}),
		user_id: KEY,
	},
	hour_values: {
		...inFile("convenio.json", { since: "since", centavos: "centavos", divisor: "divisor" }),
		user_id: KEY,
		...all(TYPED, "created_at", "updated_at"),
	},
	agreements: {
		...inFile("convenio.json", {
			since: "since",
			name: "name",
			weekday_percent: "weekday",
			saturday_percent: "saturday",
			sunday_percent: "sunday",
			holiday_percent: "holiday",
			own_shift_percent: "ownShift",
			night_percent: "night",
			day_off: "dayOff",
			has_union_day: "hasUnionDay",
		}),
		user_id: KEY,
		...all(TYPED, "created_at", "updated_at"),
	},
	slips: {
		...inFile("recibos.json", {
			period_start: "start",
			period_end: "end",
			premiums: "premiums",
			days_off: "daysOff",
			amount: "amount",
			settled_on: "settledOn",
			settled_premiums: "settledPremiums",
			created_at: "createdAt",
			updated_at: "updatedAt",
		}),
		user_id: KEY,
		changed_at: WORK,
	},
	deleted_records: all(DELETED, "user_id", "kind", "id", "content", "deleted_at"),
	deleted_ids: all(DELETED, "user_id", "kind", "id", "deleted_at"),
	changed_days: all(WORK, "user_id", "date", "changed_at"),
	stale_pay: all(
		WORK,
		...["user_id", "first_day", "last_day", "after_created_at", "after_id_file", "generation"],
	),
	pending_registrations: all(PASSING, "token_hash", "user_id", "is_new", "expires_at", "wrong_codes"),
	mail_tokens: all(PASSING, "token_hash", "purpose", "user_id", "email", "expires_at"),
	mail_codes: all(PASSING, "user_id", "purpose", "code_hash", "wrong_tries", "expires_at"),
	outbox: all(
		PASSING,
		...["id", "kind", "user_id", "address", "tries", "created_at", "next_try_at", "asked_by"],
	),
};

const databasePath = process.env.DATABASE_PATH ?? "";

/** The tables that reach `users`, by a foreign key or by a column `user_id`, with their columns. */
function tablesOfPeople(): Record<string, string[]> {
	const file = new SQLite(databasePath, { readonly: true });
	const names = file.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all();
	const columnsOf = (table: string) =>
		file.prepare<[string], string>("SELECT name FROM pragma_table_info(?)").pluck().all(table);
	const parentsOf = (table: string) =>
		file.prepare<[string], string>('SELECT "table" FROM pragma_foreign_key_list(?)').pluck().all(table);
	const reached = new Set(["users", ...names.filter((table) => columnsOf(table).includes("user_id"))]);
	for (let before = 0; before < reached.size; ) {
		before = reached.size;
		for (const table of names) if (parentsOf(table).some((parent) => reached.has(parent))) reached.add(table);
	}
	const tables = Object.fromEntries(Array.from(reached, (table) => [table, columnsOf(table)]));
	file.close();
	return tables;
}

const sorted = (tables: Record<string, readonly string[]>) =>
	Object.entries(tables)
		.flatMap(([table, columns]) => columns.map((column) => `${table}.${column}`))
		.sort();

describe("the owner's export", () => {
	test("has every column of a person's tables, or leaves it out for a reason that stands here", () => {
		const named = Object.entries(fates).map(([table, columns]) => [table, Object.keys(columns)]);
		expect(sorted(tablesOfPeople())).toEqual(sorted(Object.fromEntries(named)));
	});

	test("has the columns under the names that stand here", async () => {
		const user = seedUser(databasePath);
		seedDocument(databasePath, user.id);
		seedImage({ databasePath, uploads: process.env.UPLOADS_DIR ?? "" }, user.id);
		seedExtra(databasePath, user.id);
		seedOwnDay(databasePath, user.id);
		seedHistory(databasePath, user.id);
		seedAgreement(databasePath, user.id);
		seedPasskey(databasePath, user.id);
		seedSlip(databasePath, user.id, { settled_on: "2026-10-10", settled_premiums: "{}" });
		const file = new SQLite(databasePath);
		file
			.prepare(
				"INSERT INTO provider_accounts (provider, subject, user_id, created_at) VALUES ('GOOGLE', 'x', ?, 1)",
			)
			.run(user.id);
		file
			.prepare("INSERT INTO devices (token_hash, user_id, expires_at) VALUES (?, ?, ?)")
			.run("d".repeat(43), user.id, Date.now() + 60_000);
		file
			.prepare(
				"INSERT INTO calendar_feeds (user_id, secret_hash, alarms, created_at, updated_at) VALUES (?, ?, 'none', 1, 1)",
			)
			.run(user.id, "f".repeat(43));
		file.close();
		const response = await responseOf(async () =>
			loader(argsFor("/auth/export", {}, { headers: { Cookie: user.cookie } })),
		);
		const files = unzip(Buffer.from(await response.arrayBuffer()));
		const missing = Object.entries(fates).flatMap(([table, columns]) =>
			Object.entries(columns).flatMap(([column, fate]) => {
				if ("leftOut" in fate) return [];
				const [name, key] = fate;
				return files.get(name)?.toString().includes(`"${key}":`)
					? []
					: [`${table}.${column}: ${name} "${key}"`];
			}),
		);
		expect(missing).toEqual([]);
		expect(files.get("documentos.json")?.toString()).toContain(DOCUMENT);
	});
});
