import { beforeEach, describe, expect, test } from "vitest";
import * as accountMessages from "~/features/auth/account-messages";
import { passwordQueue, verifyPassword } from "~/features/auth/passwords/password-hash.server";
import { rememberDevice } from "~/features/auth/rate-limits/known-devices.server";
import { findPending } from "~/features/auth/registration/registration.server";
import { db } from "~/lib/database/db.server";
import { emailMalformed } from "~/lib/explained";
import * as messages from "~/lib/messages";
import { action, loader } from "~/routes/auth.register";
import { formOf, makeUser, signedIn } from "../../support/accounts";
import { argsFor, errorsOf, responseOf } from "../../support/requests";

beforeEach(async () => {
	await db.deleteFrom("attempts").execute();
	await db.deleteFrom("users").execute();
});

const good = {
	username: "Soldador",
	email: "nueva@planta.example",
	password: "acero frío",
	confirmPassword: "acero frío",
};

function register(fields: Record<string, string>, headers: Record<string, string> = {}) {
	return responseOf(() => action(argsFor("/auth/register", {}, formOf(fields, headers))));
}

/** The mark of a form that has just been opened. */
async function openForm(): Promise<string> {
	return (await (await responseOf(() => loader(argsFor("/auth/register")))).json()).mark;
}

/** For which account a browser waits. */
async function waiting(Cookie: string) {
	const found = await findPending(new Request("http://localhost/auth/verify-email", { headers: { Cookie } }));
	return found && { userId: found.user.id, email: found.user.email, isNew: found.isNew };
}

function cookieOf(response: Response): string {
	return response.headers.get("Set-Cookie")?.split(";")[0] ?? "";
}

describe("registering", () => {
	test("creates an unverified account and goes to the waiting page without a session", async () => {
		const response = await register({ ...good, email: " Nueva@Planta.example " });
		expect(response).toRedirectTo("/auth/verify-email");
		expect(response.headers.getSetCookie().map((cookie) => cookie.split("=")[0])).toEqual(["pending"]);
		const user = await db.selectFrom("users").selectAll().executeTakeFirstOrThrow();
		expect(user).toMatchObject({
			email: "nueva@planta.example",
			email_verified_at: null,
			username: "Soldador",
			provider_auth: "NORMAL",
			real_name: "SIN NOMBRE",
			photo: null,
			auto_diagram: null,
		});
		expect(user.id).toHaveLength(36);
		expect(user.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
		expect(await db.selectFrom("sessions").selectAll().execute()).toEqual([]);
	});

	test("two accounts may have the same username", async () => {
		await register(good);
		await register({ ...good, email: "otra@planta.example" });
		const rows = await db.selectFrom("users").select("username").execute();
		expect(rows.map(({ username }) => username)).toEqual(["Soldador", "Soldador"]);
	});

	test("an address that already has an account gets the same response after the same work", async () => {
		await makeUser({ email: "vieja@planta.example" });
		const before = await db.selectFrom("users").selectAll().execute();
		const shapes = [];
		for (const email of ["vieja@planta.example", "nueva@planta.example"]) {
			const runs = passwordQueue.usage.runs;
			const response = await register({ ...good, email });
			const cookies = response.headers.getSetCookie().map((cookie) => cookie.replace(/=[\w-]{43};/, "=…;"));
			shapes.push({
				status: response.status,
				location: response.headers.get("Location"),
				names: Array.from(response.headers.keys()),
				cookies,
				body: await response.text(),
				runs: passwordQueue.usage.runs - runs,
			});
		}
		expect(shapes[0]).toEqual(shapes[1]);
		expect(shapes[0]?.runs).toBe(1);
		const kept = await db
			.selectFrom("users")
			.selectAll()
			.where("email", "=", "vieja@planta.example")
			.execute();
		expect(kept).toEqual(before);
	});

	test("the owner of an existing account is mailed, and nobody else", async () => {
		const owner = await makeUser({ email: "vieja@planta.example" });
		await register({ ...good, email: "vieja@planta.example" });
		const mails = await db.selectFrom("outbox").select(["kind", "user_id", "address"]).execute();
		expect(mails).toEqual([
			{ kind: "already-registered", user_id: owner.id, address: "vieja@planta.example" },
		]);
	});

	test("sent twice, or again after Back, stays its own: what was typed last counts, one mail goes out", async () => {
		const mark = await openForm();
		const press = (password: string, form = mark, Cookie = "") =>
			register(
				{ ...good, mark: form, username: `Uno, ${password}`, password, confirmPassword: password },
				{ Cookie },
			);
		// Either answer may be lost, so that each leads to the account.
		const cookies = [cookieOf(await press(good.password)), cookieOf(await press("acero templado"))];
		// Back loads the form anew.
		cookies.push(cookieOf(await press("acero tibio", await openForm(), cookies[1])));
		const { id, username, password_hash } = await db
			.selectFrom("users")
			.selectAll()
			.executeTakeFirstOrThrow();
		for (const cookie of cookies) expect(await waiting(cookie)).toMatchObject({ userId: id, isNew: true });
		expect(username).toBe("Uno, acero tibio");
		expect(await verifyPassword(password_hash, "acero tibio", good.email)).toBe(true);
		const mails = db.selectFrom("outbox").select("kind").orderBy("kind");
		expect(await mails.execute()).toEqual([{ kind: "verify" }]);

		// Once the address is verified, its account is nobody's to change by registering.
		await db.updateTable("users").set({ email_verified_at: 1 }).execute();
		expect(await waiting(cookieOf(await press(good.password)))).toMatchObject({ isNew: false });
		expect(await db.selectFrom("users").select("password_hash").execute()).toEqual([{ password_hash }]);
		expect(await mails.execute()).toEqual([{ kind: "already-registered" }, { kind: "verify" }]);
	});

	test("changes nothing of an account that its owner has signed in to elsewhere, without waiting for the mail", async () => {
		const mark = await openForm();
		const Cookie = cookieOf(await register({ ...good, mark }));
		const { id, password_hash } = await db.selectFrom("users").selectAll().executeTakeFirstOrThrow();
		await rememberDevice(new Request("http://localhost/auth/login"), id);
		const stranger = {
			...good,
			mark,
			username: "Otro",
			password: "acero tibio",
			confirmPassword: "acero tibio",
		};
		expect(await waiting(cookieOf(await register(stranger, { Cookie })))).toMatchObject({ isNew: false });
		const { username } = good;
		expect(await db.selectFrom("users").select(["username", "password_hash"]).execute()).toEqual([
			{ username, password_hash },
		]);
		const mails = db.selectFrom("outbox").select("kind").orderBy("kind");
		expect(await mails.execute()).toEqual([{ kind: "already-registered" }, { kind: "verify" }]);
	});

	test("a form opened anew is another one: it changes no account, and its mark lets nobody in", async () => {
		const mark = await openForm();
		await register({ ...good, mark });
		const { password_hash } = await db.selectFrom("users").selectAll().executeTakeFirstOrThrow();
		const password = "acero tibio";
		const late = await openForm();
		for (const other of [late, ""]) {
			const cookie = cookieOf(await register({ ...good, mark: other, password, confirmPassword: password }));
			expect(await waiting(cookie)).toMatchObject({ isNew: false });
		}
		// Nor when it is sent again, nor the first one after its day.
		await register({ ...good, mark: late, password, confirmPassword: password });
		await db.updateTable("pending_registrations").set({ expires_at: Date.now() }).execute();
		await register({ ...good, mark, password, confirmPassword: password });
		expect(await db.selectFrom("users").select("password_hash").execute()).toEqual([{ password_hash }]);
		for (const value of [mark, `form ${mark}`]) expect(await waiting(`pending=${value}`)).toBeUndefined();
	});

	test("a form that is sent again with another address registers that one too, and changes nothing of the first", async () => {
		const mark = await openForm();
		for (const email of [good.email, "otra@planta.example"]) {
			const cookie = cookieOf(await register({ ...good, mark, email, username: email }));
			expect(await waiting(cookie)).toMatchObject({ email, isNew: true });
		}
		const first = db.selectFrom("users").select("username").where("email", "=", good.email);
		expect(await first.execute()).toEqual([{ username: good.email }]);
	});

	test("one address gets three mails an hour at most", async () => {
		for (let n = 0; n < 5; n++) expect(await register(good)).toRedirectTo("/auth/verify-email");
		const mails = await db.selectFrom("outbox").select("kind").execute();
		expect(mails.map(({ kind }) => kind).sort()).toEqual([
			"already-registered",
			"already-registered",
			"verify",
		]);
	});

	test("a signed-in user is redirected to the account", async () => {
		const headers = await signedIn(await makeUser());
		expect(await responseOf(() => loader(argsFor("/auth/register", {}, { headers })))).toRedirectTo(
			"/auth/my-account",
		);
		expect(await register(good, headers)).toRedirectTo("/auth/my-account");
		expect(await db.selectFrom("users").select("id").execute()).toHaveLength(1);
	});
});

describe("a refused form", () => {
	test.each([
		[
			"nothing typed",
			{},
			{
				username: [accountMessages.usernameRequired],
				email: [messages.emailRequired],
				password: [accountMessages.passwordRequired],
				confirmPassword: [accountMessages.confirmPasswordShort],
			},
		],
		[
			"a name of three",
			{ ...good, username: "Ana" },
			{ username: ["Nombre de usuario requerido. Tiene que tener 4 caracteres o más."] },
		],
		["a name of blanks", { ...good, username: "      " }, { username: [accountMessages.usernameRequired] }],
		[
			"no address",
			{ ...good, email: "nueva" },
			{ email: ["Correo Electrónico requerido. Escribilo entero, como ramona@correo.com.ar."] },
		],
		[
			"a user name of 61",
			{ ...good, username: "n".repeat(61) },
			{ username: ["El nombre de usuario puede tener hasta 60 caracteres."] },
		],
		["an address of blanks", { ...good, email: "   " }, { email: [messages.emailRequired] }],
		["two addresses", { ...good, email: "a@b.example,c@d.example" }, { email: [emailMalformed] }],
		[
			"a password of five",
			{ ...good, password: "cinco", confirmPassword: "cinco" },
			{ password: [accountMessages.passwordShort], confirmPassword: [accountMessages.confirmPasswordShort] },
		],
		[
			"another one below",
			{ ...good, confirmPassword: "acero tibio" },
			{ confirmPassword: [accountMessages.passwordsDiffer] },
		],
		[
			"another one below, beside a wrong address",
			{ ...good, email: "nueva", confirmPassword: "acero tibio" },
			{ email: [emailMalformed], confirmPassword: [accountMessages.passwordsDiffer] },
		],
		[
			"another one below, beside a user name of blanks",
			{ ...good, username: "  ", confirmPassword: "acero tibio" },
			{ username: [accountMessages.usernameRequired], confirmPassword: [accountMessages.passwordsDiffer] },
		],
		[
			"one of the most used",
			{ ...good, password: "Password1", confirmPassword: "Password1" },
			{ password: ["Esa contraseña es de las más usadas: elegí otra."] },
		],
		[
			"one of the most used, beside a wrong address",
			{ ...good, email: "nueva", password: "Password1", confirmPassword: "Password1" },
			{ email: [emailMalformed], password: ["Esa contraseña es de las más usadas: elegí otra."] },
		],
		[
			"the name as password, beside a wrong address",
			{ ...good, email: "nueva", password: "SOLDADOR", confirmPassword: "SOLDADOR" },
			{
				email: [emailMalformed],
				password: ["La contraseña no puede ser tu nombre de usuario ni tu correo."],
			},
		],
		[
			"the name as password",
			{ ...good, password: "SOLDADOR", confirmPassword: "SOLDADOR" },
			{ password: ["La contraseña no puede ser tu nombre de usuario ni tu correo."] },
		],
		[
			"a name of six as password",
			{ ...good, username: "Horno6", password: "horno6", confirmPassword: "horno6" },
			{ password: ["La contraseña no puede ser tu nombre de usuario ni tu correo."] },
		],
		[
			"129 characters",
			{ ...good, password: "ñ".repeat(129), confirmPassword: "ñ".repeat(129) },
			{ password: ["Contraseña debe tener como mucho 128 caracteres."] },
		],
	])("%s: 400 with the error beside its field, and no account", async (_name, fields, errors) => {
		const response = await register(fields);
		expect(response.status).toBe(400);
		expect(await errorsOf(response)).toEqual(errors);
		expect(await db.selectFrom("users").select("id").execute()).toEqual([]);
		expect(await db.selectFrom("outbox").select("id").execute()).toEqual([]);
	});

	test("keeps what was typed except the passwords", async () => {
		const text = await (await register({ ...good, email: "mal" })).text();
		expect(text).toContain("Soldador");
		expect(text).not.toContain("acero frío");
	});

	test("ignores fields that the form does not have", async () => {
		await register({
			...good,
			id: "00000000-0000-4000-8000-000000000000",
			email_verified_at: "1",
			emailVerified: "1",
			providerAuth: "GOOGLE",
			provider_auth: "GOOGLE",
			real_name: "Otra",
			created_at: "1",
		});
		const user = await db.selectFrom("users").selectAll().executeTakeFirstOrThrow();
		expect(user.id).not.toMatch(/^00000000/);
		expect(user).toMatchObject({ email_verified_at: null, provider_auth: "NORMAL", real_name: "SIN NOMBRE" });
		expect(user.created_at).toBeGreaterThan(1);
	});

	test("300 registrations an hour are allowed from one client address; more get 429", async () => {
		await db.insertInto("attempts").values({ key: "x", tokens: 1, updated_at: 1, full_at: 1 }).execute();
		const { takeAttempt } = await import("~/features/auth/rate-limits/attempts.server");
		const { limitOf } = await import("~/features/auth/rate-limits/attempts.server");
		for (let n = 0; n < 300; n++)
			expect((await takeAttempt([limitOf("register-address", "")])).status).toBe("allowed");
		const response = await register(good);
		expect(response.status).toBe(429);
		expect(response.headers.get("Retry-After")).toMatch(/^\d+$/);
	});
});

describe("the check of a new password while the form is filled in", () => {
	const ask = async (password: string) => {
		const response = await register({ intent: "ask-password", password });
		return { status: response.status, ...(await response.json()) };
	};

	test("reports a common password, ignoring case", async () => {
		const problem = "Esa contraseña es de las más usadas: elegí otra.";
		expect(await ask("password")).toEqual({ status: 200, isQuestion: true, problem });
		expect(await ask("PassWord")).toEqual({ status: 200, isQuestion: true, problem });
	});

	test.each(["acero frío", "", "corta", "x".repeat(60_000)])(
		"reports nothing about %.9j",
		async (password) => {
			expect(await ask(password)).toEqual({ status: 200, isQuestion: true });
		},
	);

	test("computes no hash, sends no mail and writes nothing", async () => {
		const runs = passwordQueue.usage.runs;
		for (let n = 0; n < 400; n++) await ask("password");
		expect(passwordQueue.usage.runs).toBe(runs);
		for (const table of ["attempts", "users", "outbox"] as const)
			expect(await db.selectFrom(table).selectAll().execute()).toEqual([]);
	});

	test("the form is refused for a common password, together with its other errors", async () => {
		const response = await register({ ...good, password: "password", confirmPassword: "passwort" });
		expect(response.status).toBe(400);
		expect(await errorsOf(response)).toEqual({
			password: ["Esa contraseña es de las más usadas: elegí otra."],
			confirmPassword: [accountMessages.passwordsDiffer],
		});
	});
});
