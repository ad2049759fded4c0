import { randomUUID } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { deleteAccount } from "~/features/account/delete-account.server";
import * as accountMessages from "~/features/auth/account-messages";
import { issueMailCode, issueMailToken } from "~/features/auth/links-and-codes.server";
import { addPending } from "~/features/auth/registration/registration.server";
import { extraRecord } from "~/features/extras/rows/extras.server";
import { db, sqlite } from "~/lib/database/db.server";
import { saveUploads, uploadPath } from "~/lib/images/uploads.server";
import { enqueueMail } from "~/lib/mail/outbox.server";
import { deleteRecord } from "~/lib/records/deleted-records.server";
import { action, loader } from "~/routes/auth.delete-account";
import { loader as download } from "~/routes/auth.export";
import { loader as account } from "~/routes/auth.my-account";
import { loader as resetPage } from "~/routes/auth.reset-pass";
import { loader as verifyPage } from "~/routes/auth.verify-email";
import { loader as image } from "~/routes/images.$file";
import { formOf, makeUser, PASSWORD, signedIn, signedInUser } from "../../support/accounts";
import { extraRow, paidAt } from "../../support/extras";
import { argsFor, errorsOf, responseOf } from "../../support/requests";
import { insertEverywhere, rowsByTable } from "../../support/server/rows-everywhere";
import { toastOf } from "../../support/toasts";
import { unzip } from "../../support/unzip";

beforeEach(async () => {
	await db.deleteFrom("attempts").execute();
	await db.deleteFrom("outbox").execute();
	await db.deleteFrom("users").execute();
	rmSync(uploads, { recursive: true, force: true });
});

const WORD_ERROR = "Escribí ELIMINAR, en mayúsculas, para confirmar.";

function send(fields: Record<string, string>, headers: Record<string, string>) {
	return responseOf(() => action(argsFor("/auth/delete-account", {}, formOf(fields, headers))));
}

const remove = (headers: Record<string, string>, fields: Record<string, string> = {}) =>
	send({ intent: "delete", currentPassword: PASSWORD, confirmation: "ELIMINAR", ...fields }, headers);

const exists = async ({ id }: { id: string }) =>
	(await db.selectFrom("users").select("id").where("id", "=", id).executeTakeFirst()) !== undefined;

/**
 * Adds a document with unique words, a published photo and a pending photo (one that no saved form contains yet).
 * @returns the photos' ids
 */
async function addDocument({ id: user_id }: { id: string }): Promise<string[]> {
	const id_file = randomUUID();
	const { id: documentId } = await db
		.insertInto("documents")
		.values({
			user_id,
			id_file,
			title: "Hfrotulo Qxtitulo",
			description: "Zvdescrip jwbajada",
			expires_on: "2027-03-01",
			reminded_days: null,
			created_at: 1,
			edited_at: null,
		})
		.returning("id")
		.executeTakeFirstOrThrow();
	const images = [documentId, null].map((document_id, position) => ({
		id: randomUUID(),
		user_id,
		id_file,
		document_id,
		sha256: String(position).repeat(64),
		width: 1600,
		height: 1200,
		bytes: 12,
		created_at: 1,
		position,
	}));
	await db.insertInto("document_images").values(images).execute();
	const names = images.flatMap(({ id }) => [`${id}-1600.webp`, `${id}-320.webp`]);
	await saveUploads(names.map((name) => ({ name, content: Buffer.from("kbfoto") })));
	return images.map(({ id }) => id);
}

/** An id that sorts before all others. */
const FIRST_ID = "00000000-0000-4000-8000-000000000000";

/** Adds two extras (overtime entries) with unique words. The second one is deleted, but could still be restored. */
async function addExtras({ id: user_id }: { id: string }, id_file = randomUUID()): Promise<void> {
	const extra = {
		user_id,
		date: "2026-11-04",
		created_at: 1,
		minutes: 480,
		shift: "N",
		start_minute: null,
		compensation: null,
		...paidAt(480),
		minutes_night: null,
		is_own_split: 0,
		edited_at: null,
	} as const;
	await db
		.insertInto("extras")
		.values({ ...extra, id_file, comment: "Gwcoment pmhorno" })
		.execute();
	const id = randomUUID();
	await db
		.insertInto("extras")
		.values({ ...extra, id_file: id, comment: "Tkborrada" })
		.execute();
	await deleteRecord(extraRecord, { userId: extra.user_id, id });
}

const uploads = process.env.UPLOADS_DIR ?? "";

const google = { password_hash: null, provider_auth: "GOOGLE" } as const;

describe("the page", () => {
	test("redirects a visitor without a session to the login, from forms too", async () => {
		const toLogin = "/auth/login?redirectTo=%2Fauth%2Fdelete-account";
		expect(await responseOf(() => loader(argsFor("/auth/delete-account")))).toRedirectTo(toLogin);
		expect(await remove({})).toRedirectTo(toLogin);
	});

	test("asks an account without a password for a code", async () => {
		for (const [values, hasPassword] of [
			[{}, true],
			[google, false],
		] as const) {
			const headers = await signedIn(await makeUser(values));
			const response = await responseOf(() => loader(argsFor("/auth/delete-account", {}, { headers })));
			expect(await response.json()).toMatchObject({ isDone: false, hasPassword });
		}
	});

	test("shows the farewell only after a deletion", async () => {
		const see = (Cookie: string, query = "?listo=1") =>
			responseOf(() => loader(argsFor(`/auth/delete-account${query}`, {}, { headers: { Cookie } })));
		const left = await remove(await signedIn(await makeUser()));
		const cookies = left.headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
		const toast = cookies.find((cookie) => cookie?.startsWith("toast=")) ?? "";
		expect(await (await see(toast)).json()).toEqual({ isDone: true });
		const { Cookie } = await signedIn(await makeUser());
		expect(await (await see(`${toast}; ${Cookie}`)).json()).toMatchObject({ isDone: false });
		expect(await see("")).toRedirectTo("/auth/login?redirectTo=%2Fauth%2Fdelete-account%3Flisto%3D1");
		expect(await see(toast, "")).toRedirectTo("/auth/login?redirectTo=%2Fauth%2Fdelete-account");
	});
});

describe("deleting", () => {
	test("removes every row and file, ends the session and redirects to the farewell", async () => {
		const photo = randomUUID();
		await saveUploads([{ name: `${photo}-320.webp`, content: Buffer.from("webp") }]);
		const { user, headers } = await signedInUser({ photo });
		await addDocument(user);
		const elsewhere = await signedIn(user);
		const token = await issueMailToken({ purpose: "reset", userId: user.id, email: user.email });
		const pending = await addPending(db, { userId: user.id, isNew: true }, Date.now());
		// Keyboards of phones put a blank behind a word.
		const response = await remove(headers, { confirmation: "ELIMINAR " });
		expect(response).toRedirectTo("/auth/delete-account?listo=1");
		// So that nothing of the account stays in the page's memory.
		expect(response.headers.get("X-Remix-Reload-Document")).toBe("true");
		for (const name of ["session", "pending", "device"]) {
			expect(response.headers.getSetCookie()).toContainEqual(expect.stringMatching(`^${name}=; Max-Age=0;`));
		}
		expect(readdirSync(uploads)).toEqual([]);
		// A browser that sends the form twice shows the second answer only.
		expect((await toastOf(await remove(headers)))?.text).toMatch(/puede estar hecho/);
		for (const cookie of [headers, elsewhere]) {
			const page = await responseOf(() => account(argsFor("/auth/my-account", {}, { headers: cookie })));
			expect(page).toRedirectTo("/auth/login?redirectTo=%2Fauth%2Fmy-account");
			const file = `${photo}-320.webp`;
			const seen = await responseOf(() => image(argsFor(`/images/${file}`, { file }, { headers: cookie })));
			expect(seen.status).toBe(302);
		}
		const link = await responseOf(() =>
			resetPage(argsFor("/auth/reset-pass", {}, { headers: { Cookie: `mail-token=reset.${token}` } })),
		);
		expect((await link.json()).email).toBeUndefined();
		const Cookie = pending.split(";")[0] ?? "";
		const waiting = await responseOf(() =>
			verifyPage(argsFor("/auth/verify-email", {}, { headers: { Cookie } })),
		);
		expect(waiting.headers.get("Location")).toMatch(/^\/auth\/login/);
	});

	test("leaves no row with the user's data in any table, except the last mail", async () => {
		const { user, headers } = await signedInUser({ real_name: "Marca Única" });
		await issueMailCode({ purpose: "verify", userId: user.id });
		await db
			.insertInto("outbox")
			.values({ id: randomUUID(), kind: "recovery", address: user.email, created_at: 1, next_try_at: 1 })
			.execute();
		await remove(headers);
		const tables = sqlite
			.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'")
			.pluck()
			.all();
		const holding = tables.filter((table) =>
			new RegExp(`${user.id}|${user.email}|Marca Única`).test(
				JSON.stringify(sqlite.prepare(`SELECT * FROM "${table}"`).all()),
			),
		);
		expect(holding).toEqual(["outbox"]);
		const files = ["", "-wal"].map((ending) => readFileSync(`${process.env.DATABASE_PATH}${ending}`));
		expect(files.some((bytes) => bytes.includes("Marca Única") || bytes.includes(user.id))).toBe(false);
		const mails = await db.selectFrom("outbox").select(["kind", "user_id", "address"]).execute();
		expect(mails).toEqual([{ kind: "account-deleted", user_id: null, address: user.email }]);
	});

	test("leaves no row in any of the tables of a person, and every row of another", async () => {
		const path = process.env.DATABASE_PATH ?? "";
		for (const number of [1, 2]) insertEverywhere(path, number);
		const [user, other] = await db.selectFrom("users").select("id").orderBy("email").execute();
		if (!user || !other) throw new Error("there are no users");
		const rowsOf = ({ id }: { id: string }) =>
			Object.entries(rowsByTable(path)).flatMap(([table, rows]) =>
				rows.filter((row) => row.includes(id)).map((row) => [table, row]),
			);
		const tablesOfPeople = sqlite
			.prepare<[], string>(
				`SELECT name FROM sqlite_schema WHERE type = 'table' AND EXISTS (
					SELECT 1 FROM pragma_table_info(sqlite_schema.name) AS col WHERE col.name = 'user_id')`,
			)
			.pluck()
			.all();
		expect(rowsOf(user).map(([table]) => table)).toEqual(
			expect.arrayContaining(["users", ...tablesOfPeople]),
		);
		const ofOther = rowsOf(other);
		await deleteAccount(user.id);
		expect(rowsOf(user)).toEqual([]);
		expect(rowsOf(other)).toEqual(ofOther);
	});

	test("removes documents and both files of every photo", async () => {
		const user = await makeUser();
		const images = await addDocument(user);
		const files = () => readdirSync(uploads).map((name) => readFileSync(join(uploads, name), "latin1"));
		const kept = () =>
			["", "-wal"]
				.map((ending) => readFileSync(`${process.env.DATABASE_PATH}${ending}`, "latin1").toLowerCase())
				.concat(files())
				.join("\n");
		const marks = ["hfrotulo", "qxtitulo", "zvdescrip", "jwbajada", "kbfoto", user.id.slice(0, 8), ...images];
		const found = () => marks.filter((mark) => kept().includes(mark));
		expect(found()).toEqual(marks);
		expect(await remove(await signedIn(user))).toRedirectTo("/auth/delete-account?listo=1");
		for (const table of ["documents", "document_images"] as const) {
			expect(await db.selectFrom(table).select("id").execute()).toEqual([]);
		}
		// The last mail to the user contains the user's address until it is sent, so the test deletes this mail.
		await db.deleteFrom("outbox").execute();
		sqlite.pragma("wal_checkpoint(TRUNCATE)");
		expect(found()).toEqual([]);
		expect(files()).toEqual([]);
	});

	test("removes extras, and deleted ones that could still be restored", async () => {
		const user = await makeUser();
		await addExtras(user);
		const kept = () =>
			["", "-wal"]
				.map((ending) => readFileSync(`${process.env.DATABASE_PATH}${ending}`, "latin1"))
				.join("\n");
		const marks = ["Gwcoment", "pmhorno", "Tkborrada", user.id];
		const found = () => marks.filter((mark) => kept().includes(mark));
		expect(found()).toEqual(marks);
		expect(await remove(await signedIn(user))).toRedirectTo("/auth/delete-account?listo=1");
		expect(found()).toEqual([]);
		for (const table of ["extras", "deleted_records"] as const) {
			expect(await db.selectFrom(table).select("user_id").execute()).toEqual([]);
		}
	});

	test("names the photo and the number of removed documents and extras, if there are any", async () => {
		const farewell = async (response: Response) => (await toastOf(response))?.text;
		const nobody = await remove(await signedIn(await makeUser()));
		expect(await farewell(nobody)).toBe(
			"Borramos tu perfil, 1 sesión y todo lo demás que había en tu cuenta.",
		);
		const user = await makeUser({ photo: randomUUID() });
		// Another user has as many as one step deletes, before these in every index.
		const other = await makeUser({ id: FIRST_ID });
		const others = Array.from({ length: 1000 }, () => extraRow(other.id, { date: "2026-11-01" }));
		await db.insertInto("extras").values(others).execute();
		await addDocument(user);
		await addExtras(user);
		expect(await farewell(await remove(await signedIn(user)))).toBe(
			"Borramos tu perfil, tu foto, 1 documento, 1 extra, 1 sesión y todo lo demás que había en tu cuenta.",
		);
	});

	test("leaves other users' data unchanged", async () => {
		const other = await makeUser();
		await signedIn(other);
		const images = await addDocument(other);
		// The browser chooses the id, so two users may have the same one.
		const idFile = randomUUID();
		await addExtras(other, idFile);
		await enqueueMail(db, { kind: "recovery", address: other.email });
		const tables = ["sessions", "documents", "document_images", "extras", "deleted_records"] as const;
		const rows = () => Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()));
		const before = await rows();
		const user = await makeUser();
		await addDocument(user);
		await addExtras(user, idFile);
		await remove(await signedIn(user));
		expect(await exists(other)).toBe(true);
		expect(await rows()).toEqual(before);
		const waiting = db.selectFrom("outbox").select("kind").where("address", "=", other.email);
		expect(await waiting.execute()).toEqual([{ kind: "recovery" }]);
		const files = images.flatMap((id) => [`${id}-1600.webp`, `${id}-320.webp`]);
		expect(readdirSync(uploads).sort()).toEqual(files.sort());
	});

	test("changes nothing when the database fails", async () => {
		const photo = randomUUID();
		await saveUploads([{ name: `${photo}-320.webp`, content: Buffer.from("webp") }]);
		const user = await makeUser({ photo });
		const images = await addDocument(user);
		const headers = await signedIn(user);
		sqlite.exec("CREATE TEMP TRIGGER broken AFTER INSERT ON outbox BEGIN SELECT RAISE(ABORT, 'x'); END");
		const response = await remove(headers).finally(() => sqlite.exec("DROP TRIGGER broken"));
		expect(response.status).toBe(500);
		expect(await errorsOf(response)).toEqual({
			"": ["No pudimos eliminar la cuenta, y no se borró nada. Probá de nuevo en un rato."],
		});
		expect((await responseOf(() => account(argsFor("/auth/my-account", {}, { headers })))).status).toBe(200);
		expect(existsSync(uploadPath(`${photo}-320.webp`))).toBe(true);
		for (const id of images) expect(existsSync(uploadPath(`${id}-1600.webp`))).toBe(true);
		expect(await remove(headers)).toRedirectTo("/auth/delete-account?listo=1");
	});

	test("removes the account even if a file cannot be removed", async () => {
		const photo = randomUUID();
		// Makes a folder with the name of the photo's file, so that deleting the file fails.
		mkdirSync(uploadPath(`${photo}-320.webp`), { recursive: true });
		expect(await remove(await signedIn(await makeUser({ photo })))).toRedirectTo(
			"/auth/delete-account?listo=1",
		);
	});

	test("happens once when the button is pressed twenty times at once, and no request fails", async () => {
		const { headers } = await signedInUser();
		const responses = await Promise.all(Array.from({ length: 20 }, () => remove(headers)));
		expect(
			responses.filter((response) => response.headers.get("Location")?.endsWith("?listo=1")),
		).toHaveLength(1);
		expect(responses.filter(({ status }) => ![302, 303, 400, 429].includes(status))).toEqual([]);
		expect(await db.selectFrom("outbox").select("id").execute()).toHaveLength(1);
	});
});

describe("a refused deletion has status 400 and changes nothing", () => {
	test.each([
		[
			"the wrong password",
			{ currentPassword: "no es esta" },
			{ currentPassword: ["Esa no es tu contraseña."] },
		],
		["no password", { currentPassword: "" }, { currentPassword: [accountMessages.passwordRequired] }],
		["no confirmation word", { confirmation: "" }, { confirmation: [WORD_ERROR] }],
		["another confirmation word", { confirmation: "eliminar" }, { confirmation: [WORD_ERROR] }],
		[
			"both",
			{ currentPassword: "", confirmation: "SÍ" },
			{ currentPassword: [accountMessages.passwordRequired], confirmation: [WORD_ERROR] },
		],
	])("%s", async (_name, fields, errors) => {
		const { user, headers } = await signedInUser();
		const response = await remove(headers, fields);
		expect(response.status).toBe(400);
		const text = await response.text();
		expect(JSON.parse(text).result.error).toEqual(errors);
		expect(text).not.toContain(PASSWORD);
		expect(await exists(user)).toBe(true);
		expect((await responseOf(() => account(argsFor("/auth/my-account", {}, { headers })))).status).toBe(200);
	});

	test("limits wrong passwords: 429", async () => {
		const { user, headers } = await signedInUser();
		for (let n = 0; n < 5; n++) await remove(headers, { currentPassword: "no es esta" });
		expect((await remove(headers)).status).toBe(429);
		expect(await exists(user)).toBe(true);
	});

	test("refuses an unknown intent", async () => {
		const { user, headers } = await signedInUser();
		expect((await remove(headers, { intent: "otro" })).status).toBe(400);
		expect((await remove(headers, { intent: "code" })).status).toBe(400);
		expect(await exists(user)).toBe(true);
	});
});

describe("an account without a password", () => {
	const removeByCode = (headers: Record<string, string>, code: string) =>
		send({ intent: "delete", code, confirmation: "ELIMINAR" }, headers);

	test("is deleted with the mailed code", async () => {
		const { user, headers } = await signedInUser(google);
		expect(await send({ intent: "code" }, headers)).toRedirectTo("/auth/delete-account");
		expect(await db.selectFrom("outbox").select(["kind", "user_id"]).execute()).toEqual([
			{ kind: "delete-code", user_id: user.id },
		]);
		const code = await issueMailCode({ purpose: "delete", userId: user.id });
		expect(await removeByCode(headers, code)).toRedirectTo("/auth/delete-account?listo=1");
		expect(await exists(user)).toBe(false);
	});

	test("gets at most three codes an hour", async () => {
		const headers = await signedIn(await makeUser(google));
		for (let n = 0; n < 3; n++) expect((await send({ intent: "code" }, headers)).status).toBe(303);
		expect((await send({ intent: "code" }, headers)).status).toBe(429);
	});

	test("refuses a code for another purpose or user, and any code after five wrong ones", async () => {
		const { user, headers } = await signedInUser(google);
		const other = await makeUser(google);
		const code = await issueMailCode({ purpose: "delete", userId: user.id });
		const wrong = [
			await issueMailCode({ purpose: "verify", userId: user.id }),
			await issueMailCode({ purpose: "delete", userId: other.id }),
			"000000",
			"000001",
			"000002",
		].filter((candidate) => candidate !== code);
		while (wrong.length < 5) wrong.push("000003");
		for (const guess of wrong) expect((await removeByCode(headers, guess)).status).toBe(400);
		expect((await removeByCode(headers, code)).status).toBe(400);
		expect(await exists(user)).toBe(true);
	});

	test("is not deleted by a password instead of the code", async () => {
		const user = await makeUser(google);
		const response = await remove(await signedIn(user));
		expect(response.status).toBe(400);
		expect(await exists(user)).toBe(true);
	});
});

test("waits for the copy that its page offers, which would lack what is not read yet", async () => {
	const { user, headers } = await signedInUser();
	await addDocument(user);
	await db.insertInto("extras").values(extraRow(user.id)).execute();
	const copy = await responseOf(() => download(argsFor("/auth/export", {}, { headers })));
	const refused = await remove(headers);
	expect(refused.status).toBe(409);
	expect(await errorsOf(refused)).toEqual({ "": [expect.stringContaining("todavía se están descargando")] });
	const files = unzip(Buffer.from(await copy.arrayBuffer()));
	expect(JSON.parse(String(files.get("extras.json"))).extras).toHaveLength(1);
	expect((await remove(headers)).status).toBe(303);
	expect(await exists(user)).toBe(false);
});
