import SQLite from "better-sqlite3";
import { beforeAll, describe, expect, test } from "vitest";
import { loader } from "~/routes/auth.export";
import {
	DOCUMENT,
	type SeededUser,
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

/** A column's name in the owner's export, or why the export leaves it out. */
type Fate = string | { leftOut: string };

interface Table {
	/** The file of the owner's export with the table's rows, and the way to them in it. */
	place?: readonly [file: string, ...names: string[]];
	/** Columns that are not there under their own name in camelCase, such as createdAt of created_at. */
	fates: Record<string, Fate>;
}

const KEY = { leftOut: "the key of the owner, who has the export" };
const SECRET = { leftOut: "the hash of a secret" };
const PASSING = { leftOut: "a request of an hour or a day: a mail, a code, a registration" };
const DELETED = { leftOut: "deleted by its owner, and erased for good soon after" };
const WORK = { leftOut: "work that the server has yet to do, or a time by which it orders its work" };
const TYPED = { leftOut: "when a value was typed, which no page shows" };

const all = (fate: Fate, ...columns: string[]) => Object.fromEntries(columns.map((column) => [column, fate]));
const inFile = (place: Table["place"], fates: Table["fates"]): Table => ({ place, fates });
const nowhere = (fate: Fate, ...columns: string[]): Table => ({ fates: all(fate, ...columns) });

/** Every table with rows of a person. A new table is named here, and a new column is exported or named, or the test fails. */
const tables: Record<string, Table> = {
	users: inFile(["perfil.json"], {
		email_verified_at: "emailVerified",
		password_hash: "hasPassword",
		photo: "photoUrl",
		own_cycle: "diagram",
		removal_notice_at: WORK,
		wrong_codes: WORK,
		auto_opening: { leftOut: "no longer used" },
	}),
	provider_accounts: inFile(["perfil.json", "providers"], { created_at: "since", user_id: KEY }),
	sessions: inFile(["perfil.json", "sessions"], {
		created_at: "since",
		expires_at: "until",
		user_id: KEY,
		token_hash: SECRET,
	}),
	devices: inFile(["perfil.json", "knownBrowsers"], {
		expires_at: "until",
		user_id: KEY,
		token_hash: SECRET,
	}),
	calendar_feeds: inFile(["perfil.json", "calendarAddress"], {
		created_at: "since",
		user_id: KEY,
		secret_hash: SECRET,
		updated_at: WORK,
	}),
	push_subscriptions: inFile(["perfil.json", "notices"], {
		created_at: "since",
		user_id: KEY,
		...all(SECRET, "session_hash", "endpoint", "p256dh", "auth"),
		wait_until: WORK,
	}),
	sent_notices: nowhere(WORK, "user_id", "kind", "date", "letter"),
	passkeys: inFile(["perfil.json", "passkeys"], {
		created_at: "since",
		used_at: "used",
		user_id: KEY,
		...all(WORK, "user_handle", "public_key", "rp_id", "sign_count"),
	}),
	documents: inFile(["documentos.json", "documents"], {
		id: { leftOut: "a number inside the database: idFile is the document's key" },
		user_id: KEY,
	}),
	document_images: inFile(["documentos.json", "documents", "images"], {
		id: "file",
		...all({ leftOut: "the document that has the photo among its own" }, "id_file", "document_id"),
		position: { leftOut: "the number in the name of the photo's file" },
		user_id: KEY,
		...all({ leftOut: "read from the photo's file" }, "sha256", "width", "height", "bytes"),
	}),
	extras: inFile(["extras.json", "extras"], {
		start_minute: "startTime",
		is_own_split: "hasOwnSplit",
		user_id: KEY,
	}),
	own_days: inFile(["dias.json", "ownDays"], { user_id: KEY }),
	rotation_history: inFile(["dias.json", "rotationHistory"], { user_id: KEY }),
	hour_values: inFile(["convenio.json", "hourValues"], {
		user_id: KEY,
		...all(TYPED, "created_at", "updated_at"),
	}),
	agreements: inFile(["convenio.json", "agreements"], {
		weekday_percent: "weekday",
		saturday_percent: "saturday",
		sunday_percent: "sunday",
		holiday_percent: "holiday",
		own_shift_percent: "ownShift",
		night_percent: "night",
		user_id: KEY,
		...all(TYPED, "created_at", "updated_at"),
	}),
	slips: inFile(["recibos.json", "slips"], {
		period_start: "start",
		period_end: "end",
		user_id: KEY,
		changed_at: WORK,
	}),
	deleted_records: nowhere(DELETED, "user_id", "kind", "id", "content", "deleted_at"),
	deleted_ids: nowhere(DELETED, "user_id", "kind", "id", "deleted_at"),
	changed_days: nowhere(WORK, "user_id", "date", "changed_at"),
	stale_pay: nowhere(WORK, ...["user_id", "first_day", "last_day", "after_created_at", "after_id_file"]),
	pending_registrations: nowhere(PASSING, "token_hash", "user_id", "is_new", "expires_at", "wrong_codes"),
	mail_tokens: nowhere(PASSING, "token_hash", "purpose", "user_id", "email", "expires_at"),
	mail_codes: nowhere(PASSING, "user_id", "purpose", "code_hash", "wrong_tries", "expires_at"),
	outbox: nowhere(
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

const inCamelCase = (column: string) => column.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

/** Adds a person with one row in each table that the export has, but for photos. */
function seedPerson(): SeededUser {
	const user = seedUser(databasePath);
	const { id } = user;
	const seeds = [seedDocument, seedExtra, seedOwnDay, seedHistory, seedAgreement];
	for (const seed of seeds) seed(databasePath, id);
	seedPasskey(databasePath, id, { id: `passkey ${id}` });
	seedSlip(databasePath, id, { settled_on: "2026-10-10", settled_premiums: "{}" });
	const file = new SQLite(databasePath);
	file
		.prepare(
			"INSERT INTO provider_accounts (provider, subject, user_id, created_at) VALUES ('GOOGLE', @id, @id, 1)",
		)
		.run({ id });
	file
		.prepare("INSERT INTO devices (token_hash, user_id, expires_at) VALUES (?, ?, ?)")
		.run(`device ${id}`, id, Date.now() + 60_000);
	file
		.prepare(
			"INSERT INTO calendar_feeds (user_id, secret_hash, alarms, created_at, updated_at) VALUES (?, ?, 'none', 1, 1)",
		)
		.run(id, `feed ${id}`);
	file
		.prepare(
			"INSERT INTO push_subscriptions (session_hash, user_id, endpoint, p256dh, auth, created_at) SELECT token_hash, user_id, token_hash, 'x', 'x', 1 FROM sessions WHERE user_id = ?",
		)
		.run(id);
	file.close();
	return user;
}

async function download({ cookie: Cookie }: SeededUser) {
	const response = await responseOf(async () => loader(argsFor("/auth/export", {}, { headers: { Cookie } })));
	return unzip(Buffer.from(await response.arrayBuffer()));
}

/** What is at a place of the export, in each list on the way at its first row. */
function everythingAt(files: ReadonlyMap<string, Buffer>, [file, ...names]: NonNullable<Table["place"]>) {
	return names.reduce((value, name) => firstOf(value)?.[name], JSON.parse(String(files.get(file))));
}

const firstOf = (value: unknown) => (Array.isArray(value) ? value[0] : value);

const sorted = (names: Record<string, readonly string[]>) =>
	Array.from(
		new Set(Object.entries(names).flatMap(([table, each]) => each.map((name) => `${table}.${name}`))),
	).sort();

describe("the owner's export", () => {
	let owner: SeededUser;
	beforeAll(() => {
		owner = seedPerson();
		seedImage({ databasePath, uploads: process.env.UPLOADS_DIR ?? "" }, owner.id);
	});

	test("knows every table of a person, and every column of a table that it leaves out", () => {
		const people = tablesOfPeople();
		const known = Object.entries(tables).map(([table, { place, fates }]) => {
			return [table, [...Object.keys(fates), ...((place && people[table]) ?? [])]];
		});
		expect(sorted(Object.fromEntries(known))).toEqual(sorted(people));
	});

	test("has all other columns under their names, and nothing else", async () => {
		const files = await download(owner);
		const places = Object.values(tables).map(({ place }) => String(place));
		const found: Record<string, string[]> = {};
		const stored: Record<string, string[]> = {};
		const people = tablesOfPeople();
		for (const [table, { place, fates }] of Object.entries(tables)) {
			if (!place) continue;
			const names = Object.keys(firstOf(everythingAt(files, place)));
			found[table] = names.filter((name) => !places.includes(String([...place, name])));
			stored[table] = (people[table] ?? []).flatMap((column) => {
				const fate = fates[column] ?? inCamelCase(column);
				return typeof fate === "string" ? [fate] : [];
			});
		}
		expect(sorted(found)).toEqual(sorted(stored));
		expect(files.get("documentos.json")?.toString()).toContain(DOCUMENT);
	});

	test("has no row of another person", async () => {
		const files = await download(seedPerson());
		expect(Array.from(files.keys()).filter((name) => name.endsWith(".webp"))).toEqual([]);
		const countsAt = (place: NonNullable<Table["place"]>) => [everythingAt(files, place)].flat().length;
		const counts = Object.entries(tables).flatMap(([table, { place }]) =>
			place ? [[table, countsAt(place)]] : [],
		);
		const one = counts.map(([table]) => [table, 1]);
		expect(Object.fromEntries(counts)).toEqual({
			...Object.fromEntries(one),
			document_images: 0,
			rotation_history: 2,
		});
	});
});
