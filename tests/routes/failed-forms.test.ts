import SQLite from "better-sqlite3";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { updateProfile } from "~/features/profile/profiles.server";
import { listRotationHistory } from "~/features/shift/history/rotation-history.server";
import { db } from "~/lib/database/db.server";
import { addDays } from "~/lib/time/civil-date";
import { makeUser, PASSWORD, signedIn, signedInUser } from "../support/accounts";
import { type HttpResponse, post } from "../support/server/http-client";
import { ownData, serverForFile } from "../support/server/server-for-file";

const server = serverForFile(ownData);
let file: SQLite.Database;

beforeAll(async () => {
	file = new SQLite(process.env.DATABASE_PATH ?? "", { timeout: 5000 });
});

afterEach(() => file.exec("DROP TRIGGER IF EXISTS broken"));

afterAll(async () => {
	file.close();
});

/** Makes the database refuse a kind of statement, such as `INSERT ON users`. */
const refuse = (change: string) =>
	file.exec(`CREATE TRIGGER broken BEFORE ${change} BEGIN SELECT RAISE(ABORT, 'SECRET-REASON'); END`);

const send = (path: string, fields: Record<string, string>, headers = {}) =>
	post(server.origin, path, new URLSearchParams(fields).toString(), headers);

const PASSWORDS = ", menos las contraseñas";

/** @param leftOut what the sentence about the typed values leaves out of them */
function expectGivenBack(answer: HttpResponse, typed: readonly string[], leftOut = ""): void {
	expect(answer.status).toBe(500);
	expect(answer.text).toMatch(/<title>Error: /);
	expect(answer.text).toContain(
		`es un problema nuestro, no tuyo. Lo que escribiste sigue acá${leftOut}. Probá de nuevo`,
	);
	for (const text of typed) expect(answer.text).toContain(`value="${text}"`);
	for (const secret of [PASSWORD, "SECRET-REASON", "SqliteError"]) expect(answer.text).not.toContain(secret);
}

describe("a form whose change the database refuses comes back with the typed values, without passwords", () => {
	test("registering", async () => {
		refuse("INSERT ON users");
		const fields = { username: "Soldador de turno", email: "nueva@planta.example" };
		const answer = await send("/auth/register", { ...fields, password: PASSWORD, confirmPassword: PASSWORD });
		expectGivenBack(answer, Object.values(fields), PASSWORDS);
	});

	test("signing in, with the page to go to", async () => {
		const { email } = await makeUser();
		refuse("INSERT ON sessions");
		const fields = { email, redirectTo: "/auth/my-documents" };
		const answer = await send("/auth/login", { ...fields, password: PASSWORD });
		expectGivenBack(answer, Object.values(fields), PASSWORDS);
		expect(await db.selectFrom("sessions").selectAll().execute()).toEqual([]);
	});

	test("saving the profile", async () => {
		const { user, headers } = await signedInUser();
		refuse("UPDATE ON users");
		const fields = { realName: "Ana María Ruiz", twitter: "anaruiz", web: "https://ana.example/" };
		const answer = await send(
			"/auth/my-account/edit-profile",
			{ intent: "profile", diagram: "3turnos", crew: "B", ...fields },
			headers,
		);
		expectGivenBack(answer, Object.values(fields));
		expect(answer.text).toMatch(/<option[^>]*value="3turnos"[^>]*selected|selected[^>]*value="3turnos"/);
		const row = await db.selectFrom("users").selectAll().where("id", "=", user.id).executeTakeFirst();
		expect(row).toEqual(user);
	});

	test("correcting the day from which an earlier crew applies", async () => {
		const { user, headers } = await signedInUser({ diagram: "4turnos_7dias", crew: "B" });
		await updateProfile(user.id, { realName: "Ana María Ruiz", diagram: "4turnos_7dias", crew: "C" });
		const { since } = (await listRotationHistory(user.id)).at(-1) ?? {};
		refuse("UPDATE ON rotation_history");
		const typed = { since: addDays(since ?? "", -1) };
		expectGivenBack(await send(`/auth/my-days/history/${since}`, typed, headers), Object.values(typed));
		expect((await listRotationHistory(user.id)).at(-1)?.since).toBe(since);
	});

	test("changing the password", async () => {
		const { headers } = await signedInUser();
		refuse("UPDATE ON users");
		const fields = {
			currentPassword: PASSWORD,
			password: "otra frase larga",
			confirmPassword: "otra frase larga",
		};
		const answer = await send("/auth/my-account/edit-profile", { intent: "password", ...fields }, headers);
		expectGivenBack(answer, [], PASSWORDS);
		expect(answer.text).not.toContain("otra frase larga");
	});

	test("requesting a recovery, and typing a code", async () => {
		refuse("INSERT ON outbox");
		expectGivenBack(await send("/auth/recovery-pass", { email: "ana@planta.example" }), [
			"ana@planta.example",
		]);
		file.exec("DROP TRIGGER broken");
		const { headers } = await signedInUser({ email_verified_at: null });
		refuse("UPDATE ON users");
		const code = await send("/auth/verify-email", { intent: "code", code: "123456" }, headers);
		expectGivenBack(code, [], ", menos el código");
	});

	test("one log line says that it failed, without any typed value", async () => {
		refuse("INSERT ON users");
		const fields = {
			username: "Zapatero",
			email: "zapa@planta.example",
			password: PASSWORD,
			confirmPassword: PASSWORD,
		};
		await send("/auth/register", fields);
		const line = server
			.output()
			.split("\n")
			.findLast((text) => text.includes('"form_failed"'));
		expect(line).toContain('"level":"error"');
		expect(line).not.toMatch(/Zapatero|zapa@|acero/);
	});
});

test("a form with only a button, or with an unknown one, gets the error page", async () => {
	const headers = await signedIn(await makeUser());
	refuse("DELETE ON sessions");
	const answer = await send("/auth/logout", {}, headers);
	expect(answer.status).toBe(500);
	expect(answer.text).not.toContain("SECRET-REASON");
});

test("a wrong sign-in within the form of an ended session is said in the title, as for other refused forms", async () => {
	const { email } = await makeUser();
	const path = "/auth/work-overtime/add-work-overtime";
	const fields = { idFile: "00000000-0000-4000-8000-000000000000", hour: "8", comment: "Parada de horno" };
	const ended = await send(path, fields);
	expect(ended.text).toContain("<title>Agregar extra · Relevo");
	const wrong = await send(path, { ...fields, email, password: "otra cosa 99", resume: "password" });
	expect([ended.status, wrong.status]).toEqual([401, 401]);
	expect(wrong.text).toContain("<title>Error: Agregar extra · Relevo");
	expect(wrong.text).toContain("<h1>Agregar extra</h1>");
});
