import { existsSync } from "node:fs";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { authMails } from "~/features/account/account-mails.server";
import { resetPassword } from "~/features/account/take-over.server";
import * as accountMessages from "~/features/auth/account-messages";
import { issueMailToken } from "~/features/auth/links-and-codes.server";
import { passwordQueue } from "~/features/auth/passwords/password-hash.server";
import { findDevice, rememberDevice } from "~/features/auth/rate-limits/known-devices.server";
import { addPending } from "~/features/auth/registration/registration.server";
import { findSessionUser } from "~/features/auth/sessions/sessions.server";
import { db, sqlite } from "~/lib/database/db.server";
import { emailMalformed } from "~/lib/explained";
import { saveUploads, uploadPath } from "~/lib/images/uploads.server";
import { action as deleteAccount } from "~/routes/auth.delete-account";
import { action as signIn } from "~/routes/auth.login";
import { action as editProfile } from "~/routes/auth.my-account_.edit-profile";
import { action as recover } from "~/routes/auth.recovery-pass";
import { action as register } from "~/routes/auth.register";
import { action, loader } from "~/routes/auth.reset-pass";
import { action as verify } from "~/routes/auth.verify-email";
import { formOf, makeUser, PASSWORD, signedIn } from "../../support/accounts";
import { argsFor, errorsOf, responseOf } from "../../support/requests";
import { insertEverywhere, rowsByTable } from "../../support/server/rows-everywhere";
import { toastOf } from "../../support/toasts";

beforeEach(async () => {
	await db.deleteFrom("attempts").execute();
	await db.deleteFrom("outbox").execute();
	await db.deleteFrom("users").execute();
});

const cookieOf = (setCookie: string) => setCookie.split(";")[0] ?? "";

const NEW_PASSWORD = "otra bien distinta";

function ask(email: string) {
	return responseOf(() => recover(argsFor("/auth/recovery-pass", {}, formOf({ email }))));
}

const linkOf = (token: string) => `mail-token=reset.${token}`;

function setPassword(cookie: string, password = NEW_PASSWORD, confirmPassword = password) {
	return responseOf(() =>
		action(argsFor("/auth/reset-pass", {}, formOf({ password, confirmPassword }, { Cookie: cookie }))),
	);
}

async function isUsable(cookie: string): Promise<boolean> {
	const response = await responseOf(() =>
		loader(argsFor("/auth/reset-pass", {}, { headers: { Cookie: cookie } })),
	);
	return (await response.json()).email !== undefined;
}

const tokenFor = ({ id, email }: { id: string; email: string }, now?: number) =>
	issueMailToken({ purpose: "reset", userId: id, email }, now);

function changePassword(headers: Record<string, string>, password: string) {
	const fields = { intent: "password", currentPassword: PASSWORD, password, confirmPassword: password };
	return responseOf(() => editProfile(argsFor("/auth/my-account/edit-profile", {}, formOf(fields, headers))));
}

function canSignIn(email: string, password: string): Promise<boolean> {
	return responseOf(() => signIn(argsFor("/auth/login", {}, formOf({ email, password })))).then(
		({ status }) => status === 303,
	);
}

test("a new password is judged by the list of the most used ones before it is sent", async () => {
	const ask = async (password: string) => {
		const question = formOf({ intent: "ask-password", password });
		return (await responseOf(() => action(argsFor("/auth/reset-pass", {}, question)))).json();
	};
	const problem = "Esa contraseña es de las más usadas: elegí otra.";
	expect(await ask("123456")).toEqual({ isQuestion: true, problem });
	// What breaks another rule hears of that one alone.
	for (const other of [PASSWORD, "12345", ""]) expect(await ask(other)).toEqual({ isQuestion: true });
});

describe("requesting a recovery mail", () => {
	test("gives the same response for a known address, an unknown address and an address beyond the limit", async () => {
		const user = await makeUser();
		const shapes = [];
		for (const email of [
			user.email,
			"nadie@planta.example",
			user.email,
			user.email,
			user.email,
			user.email,
		]) {
			const response = await ask(email);
			shapes.push({
				status: response.status,
				headers: Array.from(response.headers),
				body: await response.text(),
			});
		}
		for (const shape of shapes) expect(shape).toEqual(shapes[0]);
		expect(await ask(user.email)).toRedirectTo("/auth/recovery-pass");
		const mails = await db.selectFrom("outbox").select(["kind", "user_id", "address"]).execute();
		expect(mails.filter(({ address }) => address === user.email)).toHaveLength(3);
		// The waiting mails name no account, because the server looks the account up only when it composes the mail.
		expect(new Set(mails.map(({ user_id }) => user_id))).toEqual(new Set([null]));
	});

	test("sends a mail to the owner's own browser when somebody of the same network has used them up", async () => {
		const user = await makeUser();
		for (let n = 0; n < 5; n++) await ask(user.email);
		const Cookie = cookieOf(await rememberDevice(new Request("http://localhost:3000/"), user.id));
		await responseOf(() =>
			recover(argsFor("/auth/recovery-pass", {}, formOf({ email: user.email }, { Cookie }))),
		);
		expect(await db.selectFrom("outbox").select("kind").execute()).toHaveLength(4);
	});

	test("shows the confirmation of the specification as a dialog, which says that an earlier link still works", async () => {
		const toast = await toastOf(await ask("nadie@planta.example"));
		expect(toast).toMatchObject({ title: "Revisa tu correo electrónico!", asDialog: true });
		expect(toast?.text).toContain("sirve el del último que recibiste en esta hora");
	});

	test.each(["pepe", "a@b", "ｐepe@planta.example", "a@b.example\r\nBcc: c@d.example"])(
		"'%s' is refused as a malformed address: 400",
		async (email) => {
			const response = await ask(email);
			expect(response.status).toBe(400);
			expect(await errorsOf(response)).toEqual({ email: [emailMalformed] });
			expect(await db.selectFrom("outbox").selectAll().execute()).toEqual([]);
		},
	);
});

describe("setting a new password by the link", () => {
	test("ends all other sessions, verifies the address, signs in and mails the owner", async () => {
		const user = await makeUser({ email_verified_at: null });
		const others = [await signedIn(user), await signedIn(user), await signedIn(user)];
		const response = await setPassword(linkOf(await tokenFor(user)));
		expect(response).toRedirectTo("/auth/my-account");
		for (const headers of others) {
			expect(await findSessionUser(new Request("http://localhost:3000/", { headers }))).toBeUndefined();
		}
		const Cookie =
			response.headers
				.getSetCookie()
				.find((cookie) => cookie.startsWith("session="))
				?.split(";")[0] ?? "";
		const me = await findSessionUser(new Request("http://localhost:3000/", { headers: { Cookie } }));
		expect(me).toMatchObject({ id: user.id, isVerified: true });
		expect(await canSignIn(user.email, NEW_PASSWORD)).toBe(true);
		expect(await canSignIn(user.email, PASSWORD)).toBe(false);
		const mails = await db.selectFrom("outbox").select(["kind", "address"]).execute();
		expect(mails).toEqual([{ kind: "password-changed", address: user.email }]);
	});

	test("opening the page five times leaves the link usable; the button uses it up", async () => {
		const link = linkOf(await tokenFor(await makeUser()));
		for (let n = 0; n < 5; n++) expect(await isUsable(link)).toBe(true);
		await setPassword(link);
		expect(await isUsable(link)).toBe(false);
		expect(await setPassword(link, "y otra más")).toRedirectTo("/auth/reset-pass");
	});

	test("a form sets the password of no other account, whose link was opened since in the same browser", async () => {
		const [mine, other] = [await makeUser(), await makeUser()];
		const [headers, Cookie] = [{ Cookie: linkOf(await tokenFor(mine)) }, linkOf(await tokenFor(other))];
		const opened = await responseOf(() => loader(argsFor("/auth/reset-pass", {}, { headers })));
		const { person } = await opened.json();
		const fields = { password: NEW_PASSWORD, confirmPassword: NEW_PASSWORD, person };
		const refused = await responseOf(() =>
			action(argsFor("/auth/reset-pass", {}, formOf(fields, { Cookie }))),
		);
		expect(refused).toRedirectTo("/auth/recovery-pass");
		expect((await toastOf(refused))?.text).toContain("otra cuenta");
		expect([await isUsable(Cookie), await canSignIn(other.email, NEW_PASSWORD)]).toEqual([true, false]);
	});

	test("works once when submitted twenty times at once", async () => {
		const user = await makeUser();
		const link = linkOf(await tokenFor(user));
		const responses = await Promise.all(
			Array.from({ length: 20 }, (_, n) => setPassword(link, `${NEW_PASSWORD} ${n}`)),
		);
		expect(
			responses.filter((response) => response.headers.get("Location") === "/auth/my-account"),
		).toHaveLength(1);
	});

	test.each([
		[
			"expired one second ago",
			(user: { id: string; email: string }) => tokenFor(user, Date.now() - 3_600_000 - 1000),
		],
		[
			"for verification",
			(user: { id: string; email: string }) =>
				issueMailToken({ purpose: "verify", userId: user.id, email: user.email }),
		],
		[
			"sent to another address",
			(user: { id: string }) => tokenFor({ id: user.id, email: "otra@planta.example" }),
		],
		["made up", async () => "A".repeat(43)],
		["without a token", async () => ""],
	])("a link %s sets no password", async (_name, issue) => {
		const user = await makeUser();
		const link = linkOf(await issue(user));
		expect(await isUsable(link)).toBe(false);
		expect(await setPassword(link)).toRedirectTo("/auth/reset-pass");
		expect(await canSignIn(user.email, PASSWORD)).toBe(true);
	});

	test("a new password says what it has closed, and nothing of a profile that it has left as it was", async () => {
		const response = await setPassword(linkOf(await tokenFor(await makeUser())));
		expect((await toastOf(response))?.text).toBe(
			"Tu contraseña nueva ya está. Cerramos las otras sesiones que había.",
		);
	});

	test("a change of password voids earlier links", async () => {
		const user = await makeUser();
		const link = linkOf(await tokenFor(user));
		await changePassword(await signedIn(user), NEW_PASSWORD);
		expect(await isUsable(link)).toBe(false);
	});

	test("whoever's old password waited for its check meanwhile neither signs in, nor changes the new one, nor deletes the account", async () => {
		const user = await makeUser();
		const token = await tokenFor(user);
		let release = () => {};
		const held = new Promise<void>((resolve) => {
			release = resolve;
		});
		const others = [passwordQueue.run(() => held), passwordQueue.run(() => held)];
		const change = changePassword(await signedIn(user), "la de un ladrón");
		const entry = responseOf(() =>
			signIn(argsFor("/auth/login", {}, formOf({ email: user.email, password: PASSWORD }))),
		);
		const farewell = { intent: "delete", currentPassword: PASSWORD, confirmation: "ELIMINAR" };
		const leave = formOf(farewell, await signedIn(user));
		const deletion = responseOf(() => deleteAccount(argsFor("/auth/delete-account", {}, leave)));
		await expect.poll(() => passwordQueue.usage.waiting).toBe(3);
		await resetPassword(token, { hash: "$argon2id$x", endsPasskeys: false });
		release();
		await Promise.all(others);
		expect(await errorsOf(await change)).toEqual({ currentPassword: ["Esa no es tu contraseña actual."] });
		expect(await entry).toRedirectTo("/auth/login");
		expect(await deletion).toRedirectTo("/auth/login");
		const { password_hash } = await db.selectFrom("users").select("password_hash").executeTakeFirstOrThrow();
		expect(password_hash).toBe("$argon2id$x");
		expect(await db.selectFrom("sessions").select("user_id").execute()).toEqual([]);
	});

	test("whoever's new password is replaced by the next at once is not signed in by it", async () => {
		sqlite.exec(`CREATE TEMP TRIGGER replaced AFTER UPDATE OF password_hash ON users
			BEGIN UPDATE users SET password_hash = 'the next' WHERE id = NEW.id; END`);
		onTestFinished(() => void sqlite.exec("DROP TRIGGER replaced"));
		expect(await setPassword(linkOf(await tokenFor(await makeUser())))).toRedirectTo("/auth/login");
		expect(await changePassword(await signedIn(await makeUser()), NEW_PASSWORD)).toRedirectTo("/auth/login");
		expect(await db.selectFrom("sessions").select("user_id").execute()).toEqual([]);
	});

	test.each([
		[
			"",
			"",
			{
				password: [accountMessages.passwordRequired],
				confirmPassword: [accountMessages.confirmPasswordShort],
			},
		],
		[
			"corta",
			"corta",
			{ password: [accountMessages.passwordShort], confirmPassword: [accountMessages.confirmPasswordShort] },
		],
		[NEW_PASSWORD, "otra cosa", { confirmPassword: [accountMessages.passwordsDiffer] }],
		["123456789", "123456789", { password: ["Esa contraseña es de las más usadas: elegí otra."] }],
		["soldador", "soldador", { password: ["La contraseña no puede ser tu nombre de usuario ni tu correo."] }],
	])("'%s' and '%s': 400, and the link still works", async (password, confirmPassword, errors) => {
		const link = linkOf(await tokenFor(await makeUser()));
		const response = await setPassword(link, password, confirmPassword);
		expect(response.status).toBe(400);
		expect(await errorsOf(response)).toEqual(errors);
		expect(await isUsable(link)).toBe(true);
	});

	test("forgets known devices, so that none of them keeps a rate limit of its own", async () => {
		const user = await makeUser();
		const asStranger = (headers: Record<string, string>) =>
			findDevice(new Request("http://localhost:3000/", { headers }), user.email);
		const strangers = [];
		for (let n = 0; n < 5; n++)
			strangers.push(cookieOf(await rememberDevice(new Request("http://localhost:3000/"), user.id)));
		for (const Cookie of strangers) expect(await asStranger({ Cookie })).toBeDefined();
		const response = await setPassword(linkOf(await tokenFor(user)));
		for (const Cookie of strangers) expect(await asStranger({ Cookie })).toBeUndefined();
		// The browser in which the user has set the password becomes a known device, with a rate limit of its own.
		const device = response.headers.getSetCookie().find((cookie) => cookie.startsWith("device="));
		expect(await asStranger({ Cookie: cookieOf(device ?? "") })).toBeDefined();
	});

	test("empties the profile of an unverified account: a stranger may have written it", async () => {
		const photo = crypto.randomUUID();
		await saveUploads([{ name: `${photo}-320.webp`, content: Buffer.from("a picture") }]);
		const user = await makeUser({
			email: "duena@planta.example",
			email_verified_at: null,
			username: "PREMIO: entrá a premio.example",
			real_name: "Ganaste un premio",
			photo,
			diagram: "3turnos",
			crew: "B",
			cycle_start: "2026-11-16",
			answered_anchor: "2026-11-02",
			auto_diagram: 1,
			twitter: "premio",
			instagram: "premio",
			facebook: "premio",
			web: "https://premio.example",
			pay_period: "closing-25",
			plant_number: "PREMIO",
			expiry_reminders: 0,
			shift_notices: 0,
			diagram_notices: 0,
			wrong_codes: 1,
		});
		const response = await setPassword(linkOf(await tokenFor(user)));
		const { id: _id, ...row } = await db
			.selectFrom("users")
			.selectAll()
			.where("id", "=", user.id)
			.executeTakeFirstOrThrow();
		const { id, ...fresh } = await makeUser({ email: "nueva@planta.example", username: "duena" });
		await db.deleteFrom("users").where("id", "=", id).execute();
		// What the owner has proved, and columns that are no longer written.
		const own = ["email", "email_verified_at", "username", "password_hash", "created_at", "updated_at"];
		const kept = [...own, "provider_auth", "auto_opening", "removal_notice_at"];
		const emptied = Object.keys(fresh).filter((column) => !kept.includes(column));
		const of = (columns: object) => emptied.map((column) => [column, Reflect.get(columns, column)]);
		expect(of(row)).toEqual(of(fresh));
		// Each column had another value before: a new one belongs among those that a stranger has written above. Nobody has
		// both a diagram and a cycle of one's own.
		const untried = emptied.filter((column) => Reflect.get(user, column) === Reflect.get(fresh, column));
		expect(untried, "columns that this stranger has yet to fill in above").toEqual(["own_cycle"]);
		expect(row.username).toBe("duena");
		expect(existsSync(uploadPath(`${photo}-320.webp`))).toBe(false);
		const mail = await authMails["password-changed"]({ userId: user.id, address: user.email });
		expect(mail?.text).toMatch(/^Hola, duena:$/m);
		expect(JSON.stringify(mail)).not.toMatch(/premio/i);
		const { takeToast } = await import("~/lib/http/toast.server");
		const Cookie = response.headers.getSetCookie().map(cookieOf).join("; ");
		const { toast } = await takeToast(new Request("http://localhost:3000/", { headers: { Cookie } }));
		expect(toast?.text).toMatch(/vaciamos el perfil y borramos los días, los recibos, el convenio/);
	});

	test("ends every way in and removes what a stranger may have typed, of this account alone", async () => {
		const path = process.env.DATABASE_PATH ?? "";
		for (const number of [1, 2]) insertEverywhere(path, number);
		await db.updateTable("users").set({ email_verified_at: null }).execute();
		const [user, other] = await db.selectFrom("users").select(["id", "email"]).orderBy("email").execute();
		if (!user || !other) throw new Error("there are no users");
		const rowsOf = ({ id }: { id: string }) =>
			Object.entries(rowsByTable(path)).flatMap(([table, rows]) => {
				const own = rows.filter((row) => row.includes(id));
				return own.length > 0 ? [[table, own] as const] : [];
			});
		const tablesOf = (owner: { id: string }) => rowsOf(owner).map(([table]) => table);
		const [before, ofOther] = [tablesOf(user), rowsOf(other)];
		await resetPassword(await tokenFor(user), { hash: "$argon2id$x", endsPasskeys: false });
		expect(rowsOf(other)).toEqual(ofOther);
		const after = tablesOf(user);
		expect(before.filter((table) => !after.includes(table))).toEqual([
			"agreements",
			"calendar_feeds",
			"changed_days",
			"deleted_ids",
			"deleted_records",
			"devices",
			"hour_values",
			"mail_codes",
			"mail_tokens",
			"own_days",
			"passkeys",
			"pending_registrations",
			"push_subscriptions",
			"rotation_history",
			"sessions",
			"slips",
		]);
	});

	test("keeps the profile of a verified account", async () => {
		const user = await makeUser({ real_name: "Ana Ruiz", diagram: "3turnos", twitter: "ana" });
		await setPassword(linkOf(await tokenFor(user)));
		const row = await db.selectFrom("users").selectAll().executeTakeFirstOrThrow();
		expect(row).toMatchObject({
			real_name: "Ana Ruiz",
			diagram: "3turnos",
			twitter: "ana",
			username: "soldador",
		});
	});

	test("revokes a squatter's password, session, pending registration and links", async () => {
		const fields = {
			username: "intruso",
			email: "victima@planta.example",
			password: PASSWORD,
			confirmPassword: PASSWORD,
		};
		const registered = await responseOf(() => register(argsFor("/auth/register", {}, formOf(fields))));
		const pending = registered.headers.get("Set-Cookie")?.split(";")[0] ?? "";
		const user = await db.selectFrom("users").select(["id", "email"]).executeTakeFirstOrThrow();
		const session = await signedIn(user);
		const verifyLink = await issueMailToken({ purpose: "verify", userId: user.id, email: user.email });
		await setPassword(linkOf(await tokenFor(user)));
		expect(await canSignIn(user.email, PASSWORD)).toBe(false);
		expect(
			await findSessionUser(new Request("http://localhost:3000/", { headers: session })),
		).toBeUndefined();
		for (const cookie of [pending, `${pending}; mail-token=verify.${verifyLink}`]) {
			const response = await responseOf(() =>
				verify(argsFor("/auth/verify-email", {}, formOf({ intent: "enter" }, { Cookie: cookie }))),
			);
			expect(response).toRedirectTo("/auth/login?redirectTo=%2Fauth%2Fverify-email");
		}
	});

	test("lets no squatter's browser in, at whatever step of its request it comes", async () => {
		for (let steps = 0; steps < 40; steps++) {
			const user = await makeUser({ email_verified_at: null });
			const pending = await addPending(db, { userId: user.id, isNew: true }, Date.now());
			const form = formOf({ intent: "enter" }, { Cookie: pending.split(";")[0] ?? "" });
			const token = await tokenFor(user);
			const entry = responseOf(() => verify(argsFor("/auth/verify-email", {}, form)));
			for (let step = 0; step < steps; step++) await Promise.resolve();
			await resetPassword(token, { hash: "$argon2id$x", endsPasskeys: false });
			await entry;
			expect([steps, await db.selectFrom("sessions").select("user_id").execute()]).toEqual([steps, []]);
		}
	});
});
