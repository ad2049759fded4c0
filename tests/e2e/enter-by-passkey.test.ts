import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { db } from "~/lib/database/db.server";
import { makeUser, PASSWORD } from "../support/accounts";
import { seedPasskey, seedUser } from "../support/accounts-on-disk";
import { untilAlive } from "../support/browser/alive";
import { openPage, pathOf, signInAt } from "../support/browser/browser";
import { type VirtualPhone, virtualPhone } from "../support/browser/virtual-phone";
import { send } from "../support/server/http-client";
import { freePort } from "../support/server/ports.mjs";
import { startServer } from "../support/server/server";
import { ownData, serverForFile } from "../support/server/server-for-file";
import { smtpForFile } from "../support/server/smtp";

const smtp = smtpForFile();
const server = serverForFile(() => ({ ...ownData, SMTP_URL: smtp.url }));

interface Phone extends VirtualPhone {
	page: Page;
}

/**
 * A browser with a virtual authenticator. It is closed after the test, together with the authenticator.
 * @param offersInField whether passkeys are offered in a field too: the virtual authenticator then answers at once, before
 *   anybody can press a button
 */
async function newPhone(offersInField = false): Promise<Phone> {
	const page = await openPage({ script: "on", isSingleUse: true });
	if (!offersInField)
		await page.addInitScript(() =>
			Reflect.deleteProperty(PublicKeyCredential, "isConditionalMediationAvailable"),
		);
	await signInAt(server.origin, page);
	return { ...(await virtualPhone(page)), page };
}

async function open(page: Page, path: string, origin = server.origin): Promise<void> {
	await page.goto(origin + path);
	await untilAlive(page);
}

async function enterWithPassword(page: Page, email: string, password = PASSWORD): Promise<void> {
	await page.goto(`${server.origin}/auth/login`);
	await page.getByLabel("Correo electrónico").fill(email);
	await page.getByLabel("Contraseña", { exact: true }).fill(password);
	await page.getByRole("button", { name: "Ingresar", exact: true }).click();
	await page.waitForURL(`${server.origin}/auth/my-account`);
}

async function add(page: Page, name: string): Promise<void> {
	await open(page, "/auth/passkeys");
	await fillAndAdd(page, name);
}

async function fillAndAdd(page: Page, name: string): Promise<void> {
	await page.getByLabel("Nombre", { exact: true }).fill(name);
	await page.getByLabel("Tu contraseña").fill(PASSWORD);
	await page.getByRole("button", { name: "Agregar en este equipo" }).click();
}

async function addAndWait(page: Page, name: string): Promise<void> {
	await add(page, name);
	await page.getByText("La llave está lista").waitFor();
}

async function remove(page: Page, name: string): Promise<void> {
	await page.getByRole("link", { name: `Quitar ${name}` }).click();
	await page.getByRole("button", { name: "Aceptar" }).click();
	await page.getByText("Quitamos la llave").waitFor();
}

async function leave(page: Page): Promise<void> {
	await page.context().clearCookies();
	await signInAt(server.origin, page);
}

const touch = (page: Page) => page.getByRole("button", { name: "Ingresar con huella o cara" }).click();

async function enterWithPasskey(page: Page): Promise<void> {
	await open(page, "/auth/login");
	await touch(page);
	await page.waitForURL(`${server.origin}/auth/my-account`);
}

/** The e-mail address that the account page shows. */
async function expectAccountOf(page: Page, { email }: { email: string }): Promise<void> {
	await page.getByText(email).first().waitFor();
}

/** A phone on which a person has added a passkey, and has left. */
async function signedOutWithPasskey(offersInField = false) {
	const phone = await newPhone(offersInField);
	const user = await makeUser();
	await enterWithPassword(phone.page, user.email);
	await addAndWait(phone.page, "Mi teléfono");
	await leave(phone.page);
	return { phone, user };
}

describe("a passkey", () => {
	test("is made once the password is right, told by mail, and opens the account twice", async () => {
		const phone = await newPhone();
		const user = await makeUser();
		await enterWithPassword(phone.page, user.email);
		await open(phone.page, "/auth/passkeys");
		await phone.page.getByLabel("Tu contraseña").fill("una que no es");
		await phone.page.getByRole("button", { name: "Agregar en este equipo" }).click();
		await phone.page.getByText("Esa no es tu contraseña.").waitFor();
		expect(await phone.passkeys()).toEqual([]);
		await addAndWait(phone.page, "El de la mochila");
		const [made] = await phone.passkeys();
		expect(made).toMatchObject({ isResidentCredential: true, rpId: "localhost" });
		const mail = await smtp.waitForMail(
			({ to, subject }) => to.includes(user.email) && /llave/.test(subject),
		);
		expect(mail.subject).toBe("Agregaste una llave de acceso a Relevo");
		expect(mail.text).toContain("- El de la mochila");
		for (const _ of ["first", "second"]) {
			await leave(phone.page);
			await enterWithPasskey(phone.page);
			await expectAccountOf(phone.page, user);
		}
		const row = await db
			.selectFrom("passkeys")
			.selectAll()
			.where("user_id", "=", user.id)
			.executeTakeFirstOrThrow();
		expect(row.sign_count).toBe((await phone.passkeys())[0]?.signCount);
		expect(row.used_at).not.toBeNull();
	});

	test("is made anew on the page on which the first one was made and removed", async () => {
		const phone = await newPhone();
		await enterWithPassword(phone.page, (await makeUser()).email);
		await addAndWait(phone.page, "La primera");
		await remove(phone.page, "La primera");
		await fillAndAdd(phone.page, "La segunda");
		await phone.page.getByRole("link", { name: "Quitar La segunda" }).waitFor();
		expect(await phone.page.getByText("Hay un problema").count()).toBe(0);
	});

	test("leads to the page that asked for the sign-in", async () => {
		const { phone } = await signedOutWithPasskey();
		await open(phone.page, "/auth/my-documents");
		expect(pathOf(phone.page)).toBe("/auth/login");
		await touch(phone.page);
		await phone.page.waitForURL(`${server.origin}/auth/my-documents`);
	});

	test("is offered in the field for the e-mail address", async () => {
		const { phone, user } = await signedOutWithPasskey(true);
		// The virtual authenticator answers a request in the field at once.
		await phone.page.goto(`${server.origin}/auth/login`);
		await phone.page.waitForURL(`${server.origin}/auth/my-account`);
		await expectAccountOf(phone.page, user);
	});

	test("is offered there again after its answer was refused, as when the page was open for too long", async () => {
		const { phone } = await signedOutWithPasskey(true);
		let times = 0;
		await phone.page.route("**/auth/login/passkey", async (route) => {
			const response = await route.fetch();
			const options = await response.json();
			await route.fulfill({ response, json: times++ === 0 ? { ...options, challenge: "b2xk" } : options });
		});
		await phone.page.goto(`${server.origin}/auth/login`);
		await phone.page.waitForURL(`${server.origin}/auth/my-account`);
		expect(times).toBe(2);
	});

	test("does not open with the wrong finger, and the password still does", async () => {
		const { phone, user } = await signedOutWithPasskey();
		await phone.setFinger(false);
		await open(phone.page, "/auth/login");
		await touch(phone.page);
		await phone.page.getByRole("alert").getByText("No se usó ninguna llave.").waitFor();
		await enterWithPassword(phone.page, user.email);
	});

	test("is not made with the wrong finger", async () => {
		const phone = await newPhone();
		const user = await makeUser();
		await phone.setFinger(false);
		await enterWithPassword(phone.page, user.email);
		await add(phone.page, "Mi teléfono");
		await phone.page.getByText("No se hizo ninguna llave.").waitFor();
		expect(await phone.passkeys()).toEqual([]);
	});
});

describe("who has", () => {
	test("lost the phone removes its passkey elsewhere: it opens nothing any more, and the other phone's still does", async () => {
		const [lost, kept] = [await newPhone(), await newPhone()];
		const user = await makeUser();
		await enterWithPassword(lost.page, user.email);
		await addAndWait(lost.page, "El perdido");
		await leave(lost.page);
		await enterWithPassword(kept.page, user.email);
		await addAndWait(kept.page, "El nuevo");
		await remove(kept.page, "El perdido");
		const mail = await smtp.waitForMail(
			({ to, subject }) => to.includes(user.email) && subject.startsWith("Quitaste"),
		);
		expect(mail.text).toContain("- El nuevo");
		expect(mail.text).not.toContain("El perdido");
		await open(lost.page, "/auth/login");
		await touch(lost.page);
		await lost.page.getByRole("alert").getByText("Esa llave no sirve.").waitFor();
		expect(pathOf(lost.page)).toBe("/auth/login");
		await leave(kept.page);
		await enterWithPasskey(kept.page);
	});

	test("two accounts in one phone enters the one whose passkey is used", async () => {
		const phone = await newPhone();
		const users = [await makeUser(), await makeUser()];
		const keys = [];
		for (const user of users) {
			await leave(phone.page);
			await enterWithPassword(phone.page, user.email);
			await addAndWait(phone.page, "Mi teléfono");
			keys.push((await phone.passkeys()).find(({ userName }) => userName === user.email));
		}
		expect(new Set(keys.map((key) => key?.userHandle)).size).toBe(2);
		// A phone with both asks which one; the virtual phone can't, so each is put alone into another phone.
		for (const [index, user] of users.entries()) {
			const other = await newPhone();
			const key = keys[index];
			if (key) await other.put(key);
			await enterWithPasskey(other.page);
			await expectAccountOf(other.page, user);
		}
	});

	test("removed a passkey while signed in with it stays signed in, and does not enter with it again", async () => {
		const { phone } = await signedOutWithPasskey();
		await enterWithPasskey(phone.page);
		await open(phone.page, "/auth/passkeys");
		await remove(phone.page, "Mi teléfono");
		await phone.page.goto(`${server.origin}/auth/my-documents`);
		expect(pathOf(phone.page)).toBe("/auth/my-documents");
		await leave(phone.page);
		await open(phone.page, "/auth/login");
		await touch(phone.page);
		await phone.page.getByRole("alert").getByText("Esa llave no sirve.").waitFor();
	});

	test("a copy of a passkey that counts behind the original is refused", async () => {
		const [phone, thief] = [await newPhone(), await newPhone()];
		const user = await makeUser();
		await enterWithPassword(phone.page, user.email);
		await addAndWait(phone.page, "Mi teléfono");
		const [copy] = await phone.passkeys();
		for (const _ of ["first", "second", "third"]) {
			await leave(phone.page);
			await enterWithPasskey(phone.page);
		}
		if (copy) await thief.put(copy);
		await open(thief.page, "/auth/login");
		await touch(thief.page);
		await thief.page.getByRole("alert").getByText("Esa llave no sirve.").waitFor();
	});
});

test("a passkey of the site's former domain is not offered, and the page says so", async () => {
	const port = await freePort();
	const moved = await startServer({ PORT: String(port), APP_URL: `http://relevo.localhost:${port}` });
	const user = seedUser(moved.databasePath);
	const phone = await newPhone();
	const old = await makeUser();
	await enterWithPassword(phone.page, old.email);
	await addAndWait(phone.page, "El de antes");
	const row = await db
		.selectFrom("passkeys")
		.selectAll()
		.where("user_id", "=", old.id)
		.executeTakeFirstOrThrow();
	seedPasskey(moved.databasePath, user.id, { ...row, user_id: user.id });
	const origin = `http://relevo.localhost:${port}`;
	await open(phone.page, "/auth/login", origin);
	await touch(phone.page);
	await phone.page.getByRole("alert").getByText("No se usó ninguna llave.").waitFor();
	await signInAt(origin, phone.page, user.cookie);
	await open(phone.page, "/auth/passkeys", origin);
	await phone.page.getByText("Ya no sirve: Relevo cambió de dirección.").waitFor();
});

test("who enters with Google, without a password, is told of no password: not without passkeys, nor after the loss of a phone", async () => {
	const told = async (values: Parameters<typeof seedUser>[1]) => {
		const { cookie } = seedUser(ownData.DATABASE_PATH, values);
		const { text } = await send(server.origin, "/auth/passkeys", { headers: { cookie } });
		return text.replaceAll("<!-- -->", "").match(/Ingresá en otro con .*?,|seguí usando .*?\./g);
	};
	expect(await told({ provider_auth: "GOOGLE" })).toEqual([
		"seguí usando Google.",
		"Ingresá en otro con Google,",
	]);
	const words = ["seguí usando tu contraseña.", "Ingresá en otro con tu contraseña,"];
	expect(await told({ password_hash: "x" })).toEqual(words);
});
