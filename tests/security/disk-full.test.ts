import { randomUUID } from "node:crypto";
import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import SQLite from "better-sqlite3";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { hashPassword } from "~/features/auth/passwords/password-hash.server";
import { db, sqlite } from "~/lib/database/db.server";
import { hasRoom, isDiskFull, keepReserve } from "~/lib/database/disk.server";
import { makeUser, PASSWORD } from "../support/accounts";
import { EXTRA, type SeededUser, seedExtra, seedUser } from "../support/accounts-on-disk";
import { type HttpResponse, post, sameOrigin, send } from "../support/server/http-client";
import { patchedBuild } from "../support/server/patched-build";
import { startServer } from "../support/server/server";
import { waitUntil } from "../support/server/wait-until";
import { temporaryDatabase } from "../support/temporary-folder";

/**
 * Tests of a disk that fills up: the server first refuses photos, then everything that needs more disk space. Signing
 * in, reading and deleting still work.
 */

const EDIT = "/auth/my-account/edit-profile";
const profile = { intent: "profile", realName: "Otro Nombre Más Largo", diagram: "3turnos" };
const newcomer = {
	username: "soldador",
	email: "nuevo@planta.example",
	password: PASSWORD,
	confirmPassword: PASSWORD,
};

describe("a database that cannot grow", () => {
	test("refuses new data with a message; signing in, reading and deleting still work, and deleting makes room", async () => {
		const { databasePath, user, documents } = await fullDatabase();
		const server = await startServer({ DATABASE_PATH: databasePath }, buildThatCannotGrow());
		const headers = { cookie: user.cookie };
		const before = peopleIn(databasePath);

		for (let n = 0; n < 2; n++) {
			const answer = await post(server.origin, EDIT, form(profile), headers);
			expectFull(answer);
			expect(answer.text).toContain(`value="${profile.realName}"`);
		}
		const registered = await post(server.origin, "/auth/register", form(newcomer));
		expectFull(registered);
		expect(registered.text).toContain(`value="${newcomer.username}"`);
		expect(registered.text).not.toContain(newcomer.password);
		expect(peopleIn(databasePath)).toEqual(before);
		const photo = await postPhoto(server.origin, user);
		expect(photo.status).toBe(507);
		expect(photo.text).toContain("El servidor se está quedando sin lugar para imágenes.");
		expect(readdirSync(server.uploads)).toEqual([]);

		const signedIn = await post(
			server.origin,
			"/auth/login",
			form({ email: user.email, password: PASSWORD }),
		);
		expect([signedIn.status, signedIn.headers.location]).toEqual([303, "/auth/my-account"]);
		expect(signedIn.headers["set-cookie"]?.join()).toMatch(/session=[A-Za-z0-9_-]{43};/);
		for (const path of ["/auth/my-account", "/auth/my-documents", "/home?inicio=1"]) {
			expect((await send(server.origin, path, { headers })).status, path).toBe(200);
		}
		for (const idFile of documents) {
			const deleted = await post(server.origin, `/auth/view-document/${idFile}`, "intent=delete", headers);
			expect([deleted.status, deleted.headers.location]).toEqual([303, "/auth/my-documents"]);
		}
		// What was deleted can be restored for a moment, and makes room when it is erased.
		const kept = new SQLite(databasePath, { readonly: true });
		const count = kept.prepare("SELECT count(*) FROM deleted_records").pluck();
		await waitUntil(() => count.get() === 0, "the deletions are erased");
		kept.close();
		expect((await post(server.origin, EDIT, form(profile), headers)).status).toBe(303);
		await server.stop();

		const file = new SQLite(databasePath);
		expect(file.pragma("integrity_check", { simple: true })).toBe("ok");
		expect(file.prepare("SELECT count(*) FROM documents").pluck().get()).toBe(0);
		expect(file.prepare("SELECT real_name FROM users WHERE id = ?").pluck().get(user.id)).toBe(
			profile.realName,
		);
		file.close();
	});

	test("responds 507 also to forms without a page of their own and to client-side Remix", async () => {
		const full = 'throw Object.assign(new Error("full"), { code: "SQLITE_FULL" });';
		const server = await startServer(
			{},
			patchedBuild(["async function endSession(request) {", `$& ${full}`]),
		);
		const page = await post(server.origin, "/auth/logout", "");
		expect([page.status, page.text.includes('<html lang="es-AR">')]).toEqual([507, true]);
		expect(page.text).toContain("No queda lugar en el servidor");
		const data = await post(server.origin, "/auth/logout?_data=routes%2Fauth.logout", "");
		expect([data.status, data.headers["x-remix-catch"]]).toEqual([507, "yes"]);
		expect(JSON.parse(data.text).message).toContain("No queda lugar en el servidor");
		expect((await send(server.origin, "/auth/logout")).status).not.toBe(507);
		await server.stop();
	});

	test("responds 507 on the form's own page when an extra cannot be saved or deleted, or an account cannot be deleted", async () => {
		const full = 'throw Object.assign(new Error("full"), { code: "SQLITE_FULL" });';
		const fails = ["saveExtras", "deleteRecord", "deleteAccount"].map(
			(name) => [new RegExp(`async function ${name}\\d*\\([^;]*?\\) \\{`), `$& ${full}`] as const,
		);
		const server = await startServer({}, patchedBuild(...fails));
		const user = seedUser(server.databasePath, { password_hash: await hashPassword(PASSWORD) });
		const headers = { cookie: user.cookie };
		seedExtra(server.databasePath, user.id);
		const extra = { date: "2026-10-05", hour: "8", shift: "N", comment: "la que se escribió" };
		const edit = `/auth/edit-work-overtime/${EXTRA}`;
		for (const [path, fields] of [
			["/auth/work-overtime/add-work-overtime", { idFile: randomUUID(), ...extra }],
			[edit, { intent: "save", ...extra }],
		] as const) {
			const answer = await post(server.origin, path, form(fields), headers);
			expect(answer.status, path).toBe(507);
			expect(answer.text).toContain("No queda lugar en el servidor: lo que mandaste no se guardó.");
			expect(answer.text).toContain("la que se escribió");
		}
		const deleted = await post(server.origin, edit, form({ intent: "delete" }), headers);
		expect([deleted.status, deleted.text.includes("No se pudo eliminar")]).toEqual([507, true]);
		const account = { intent: "delete", currentPassword: PASSWORD, confirmation: "ELIMINAR" };
		const left = await post(server.origin, "/auth/delete-account", form(account), headers);
		expect(left.status).toBe(507);
		expect(left.text).toContain("No pudimos eliminar la cuenta, y no se borró nada.");
		expect((await send(server.origin, edit, { headers })).status).toBe(200);
		await server.stop();
	});
});

describe("room for images", () => {
	test("with less than 300 MB free, a photo is refused unread, beside its field", async () => {
		const server = await startServer(
			{},
			patchedBuild(["MIN_FREE_BYTES = 300 * 1048576", "MIN_FREE_BYTES = 2 ** 62"]),
		);
		const user = seedUser(server.databasePath);
		const before = peopleIn(server.databasePath);
		const answer = await postPhoto(server.origin, user);
		expect(answer.status).toBe(507);
		expect(answer.text).toMatch(
			/id="[^"]*photo-error"[^>]*>[^<]*El servidor se está quedando sin lugar para imágenes\./,
		);
		expect(peopleIn(server.databasePath)).toEqual(before);
		expect(readdirSync(server.uploads)).toEqual([]);
		expect((await post(server.origin, EDIT, form(profile), { cookie: user.cookie })).status).toBe(303);
		await server.stop();
	});

	test("is measured on the disk, also before the first image", async () => {
		rmSync(process.env.UPLOADS_DIR ?? "", { recursive: true, force: true });
		expect(await hasRoom(1)).toBe(true);
		expect(await hasRoom(2 ** 62)).toBe(false);
	});

	test("an uploads folder that cannot be created is an error, not a full disk", async () => {
		const folder = process.env.UPLOADS_DIR ?? "";
		rmSync(folder, { recursive: true, force: true });
		writeFileSync(folder, "");
		const error = await hasRoom(1).catch((error: unknown) => error);
		rmSync(folder);
		expect(error).toBeInstanceOf(Error);
		expect(isDiskFull(error)).toBe(false);
	});
});

describe("the reserve, which makes deleting possible on a full disk", () => {
	const reserve = `${process.env.DATABASE_PATH}.reserve`;

	test("is made once, readable by its owner only, and removed when a write finds the disk full", async () => {
		await keepReserve();
		expect(statSync(reserve)).toMatchObject({ size: 8 * 1_048_576 });
		expect(statSync(reserve).mode & 0o777).toBe(0o600);
		const { mtimeMs } = statSync(reserve);
		await keepReserve();
		expect(statSync(reserve).mtimeMs).toBe(mtimeMs);

		const taken = await makeUser();
		await expect(makeUser({ id: taken.id })).rejects.toMatchObject({ code: "SQLITE_CONSTRAINT_UNIQUE" });
		expect(existsSync(reserve)).toBe(true);
		await expect(whileFull(() => makeUser({ real_name: TOO_LONG }))).rejects.toMatchObject({
			code: "SQLITE_FULL",
		});
		expect(existsSync(reserve)).toBe(false);
	});

	test("a transaction on a full disk fails with the error of a full disk, and the next transaction works", async () => {
		const { id } = await makeUser();
		const rename = () =>
			db
				.transaction()
				.execute((trx) =>
					trx.updateTable("users").set({ real_name: TOO_LONG }).where("id", "=", id).executeTakeFirst(),
				);
		await expect(whileFull(rename)).rejects.toMatchObject({ code: "SQLITE_FULL" });
		expect(await rename()).toMatchObject({ numUpdatedRows: 1n });
	});
});

test("only the errors of SQLite and the system for a full disk count as one", () => {
	const file = new SQLite(":memory:");
	file.exec("CREATE TABLE t (x); PRAGMA max_page_count = 1");
	expect(isDiskFull(thrownBy(() => file.exec("INSERT INTO t VALUES (zeroblob(100000))")))).toBe(true);
	expect(isDiskFull(thrownBy(() => file.exec("INSERT INTO missing VALUES (1)")))).toBe(false);
	if (existsSync("/dev/full")) {
		expect(isDiskFull(thrownBy(() => writeFileSync("/dev/full", "x")))).toBe(true);
	}
	expect(isDiskFull(Object.assign(new Error(), { code: "EDQUOT" }))).toBe(true);
	for (const other of [undefined, "SQLITE_FULL", { code: "ENOSPC" }, new Error("database or disk is full")]) {
		expect(isDiskFull(other)).toBe(false);
	}
});

/** A text that is longer than the free space in any page of the database file. */
const TOO_LONG = "x".repeat(50_000);

/** Runs `work` while the test file's database cannot grow. */
async function whileFull<Result>(work: () => Promise<Result>): Promise<Result> {
	sqlite.pragma("max_page_count = 1");
	return work().finally(() => sqlite.pragma("max_page_count = 4294967294"));
}

function expectFull({ status, headers, text }: HttpResponse): void {
	expect(status).toBe(507);
	expect(headers["cache-control"]).toBe("private, no-store");
	expect(text).toContain("No queda lugar en el servidor: lo que mandaste no se guardó.");
	expect(text).toContain('class="footer"');
	expect(text).toMatch(/Código para quien administra: [0-9a-f-]{36}</);
	expect(text).not.toMatch(/SQLITE|SqliteError|database or disk/);
}

/**
 * Makes a database with a user who has documents. The pages of the table `users` are full, so that even one more
 * character in a user's row needs a larger file.
 */
async function fullDatabase() {
	const databasePath = temporaryDatabase();
	const user = seedUser(databasePath, { password_hash: await hashPassword(PASSWORD) });
	const file = new SQLite(databasePath);
	file.pragma("foreign_keys = ON");
	file.pragma("synchronous = OFF");
	const neighbours = Array.from({ length: 40 }, () => randomUUID());
	const settle = file.prepare(
		"INSERT INTO users (id, email, username, provider_auth, created_at, updated_at) VALUES (?, ?, '', 'NORMAL', 1, 1)",
	);
	for (const id of neighbours) settle.run(id, `${id}@planta.example`);
	const documents = Array.from({ length: 12 }, () => randomUUID());
	const insert = file.prepare(
		"INSERT INTO documents (user_id, id_file, title, description, created_at) VALUES (?, ?, 'Carné', ?, 1)",
	);
	documents.forEach((idFile, place) => {
		const words = Array.from({ length: 200 }, (_, index) => `palabra${place * 1000 + index}`);
		insert.run(user.id, idFile, words.join(" "));
	});
	// Keeps the file from growing: SQLite replaces a limit that is too low by the file's present number of pages.
	file.pragma("max_page_count = 1");
	// Lengthens each neighbour's username until the database page with the neighbour's row is full.
	const grow = file.prepare("UPDATE users SET username = username || 'x' WHERE id = ?");
	for (const id of neighbours) {
		expect(
			thrownBy(() => {
				for (;;) grow.run(id);
			}),
		).toMatchObject({ code: "SQLITE_FULL" });
	}
	file.close();
	return { databasePath, user, documents };
}

function peopleIn(databasePath: string) {
	const file = new SQLite(databasePath, { readonly: true });
	const people = file.prepare("SELECT email, real_name, photo, updated_at FROM users ORDER BY email").all();
	file.close();
	return people;
}

/** In this build, deletions are erased within a second, not within two minutes. */
function buildThatCannotGrow(): string {
	return patchedBuild(
		[/(\w+)\.pragma\("synchronous = FULL"\)/, '$&, $1.pragma("max_page_count = 1")'],
		["UNDO_MS = 6e4", "UNDO_MS = 0"],
		["sweepAll(eachMinute), 6e4", "sweepAll(eachMinute), 500"],
	);
}

async function postPhoto(origin: string, user: SeededUser): Promise<HttpResponse> {
	const jpeg = await sharp({ create: { width: 8, height: 8, channels: 3, background: "#c33" } })
		.jpeg()
		.toBuffer();
	const head =
		'--b\r\nContent-Disposition: form-data; name="intent"\r\n\r\nphoto\r\n--b\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\n';
	const body = Buffer.concat([Buffer.from(head), jpeg, Buffer.from("\r\n--b--\r\n")]);
	const headers = { ...sameOrigin, "content-type": "multipart/form-data; boundary=b", cookie: user.cookie };
	return send(origin, EDIT, { method: "POST", headers, body });
}

function form(fields: Record<string, string>): string {
	return new URLSearchParams(fields).toString();
}

function thrownBy(run: () => unknown): unknown {
	try {
		run();
	} catch (error) {
		return error;
	}
	throw new Error("nothing was thrown");
}
