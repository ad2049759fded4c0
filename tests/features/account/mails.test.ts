import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { authMails } from "~/features/account/account-mails.server";
import { findMailToken } from "~/features/auth/links-and-codes.server";
import type { AccountMail } from "~/features/auth/mails/post-mail.server";
import { db } from "~/lib/database/db.server";
import { env } from "~/lib/env.server";
import { makeUser } from "../../support/accounts";
import { seedPasskey } from "../../support/accounts-on-disk";

beforeEach(() => db.deleteFrom("users").execute());

const compose = (kind: AccountMail["kind"], userId: string | null, address: string) =>
	authMails[kind]({ userId, address });

const tokenOf = (text: string) => /token=([\w-]{43})\b/.exec(text)?.[1] ?? "";

describe("the mails about an account", () => {
	test("verify: link and code, their lifetimes, and what to do if it was not you", async () => {
		const user = await makeUser({ email_verified_at: null });
		const mail = await compose("verify", user.id, user.email);
		expect(mail?.to).toBe(user.email);
		expect(mail?.text).toMatch(/^Hola:$/m);
		expect(mail?.text).toMatch(/^http:\/\/localhost:3000\/auth\/verify-email\?token=[\w-]{43}$/m);
		expect(mail?.text).toMatch(/^\d{6}$/m);
		expect(mail?.text).toContain("24 horas");
		expect(mail?.text).toContain("15 minutos");
		expect(mail?.text).toContain("Si no fuiste vos");
		expect(await findMailToken({ purpose: "verify", token: tokenOf(mail?.text ?? "") })).toEqual({
			userId: user.id,
			email: user.email,
		});
	});

	test.each(["verify", "already-registered", "recovery"] as const)(
		"%s: contains no text that the person who registered an unverified address has chosen",
		async (kind) => {
			const user = await makeUser({ email_verified_at: null, username: "Ganaste: premio.example" });
			const mail = await compose(kind, user.id, user.email);
			expect(mail?.text).toMatch(/^Hola:$/m);
			expect(JSON.stringify(mail)).not.toContain("Ganaste");
		},
	);

	test.each(["verify", "removal-notice"] as const)("%s: no mail goes to a verified address", async (kind) => {
		const user = await makeUser();
		expect(await compose(kind, user.id, user.email)).toBeUndefined();
	});

	test("recovery: a link that lasts an hour, to the stored address", async () => {
		const user = await makeUser();
		const mail = await compose("recovery", null, user.email);
		expect(mail?.to).toBe(user.email);
		expect(mail?.text).toMatch(/^http:\/\/localhost:3000\/auth\/reset-pass\?token=[\w-]{43}$/m);
		expect(mail?.text).toContain("una hora");
		expect((await findMailToken({ purpose: "reset", token: tokenOf(mail?.text ?? "") }))?.userId).toBe(
			user.id,
		);
	});

	test("recovery: a Google account gets an explanation, without a link that sets a password", async () => {
		const user = await makeUser({ password_hash: null, provider_auth: "GOOGLE" });
		const mail = await compose("recovery", null, user.email);
		expect(mail?.text).toContain("se ingresa con Google");
		expect(mail?.text).toContain("Si no lo pediste vos, no hagas nada.");
		expect(mail?.text).not.toContain("token=");
	});

	test("already-registered: speaks of no password to a Google account", async () => {
		const user = await makeUser({ password_hash: null, provider_auth: "GOOGLE" });
		const mail = await compose("already-registered", user.id, user.email);
		expect(mail?.text).toContain("Se ingresa con Google: no tiene contraseña.");
		expect(mail?.text).not.toContain("/auth/recovery-pass");
	});

	test.each(["nadie@planta.example", "ｓoldador@planta.example"])(
		"recovery: no mail goes to %s",
		async (address) => {
			await makeUser({ email: "soldador@planta.example" });
			expect(await compose("recovery", null, address)).toBeUndefined();
		},
	);

	test.each([
		["already-registered", /ya tenés una/, "/auth/recovery-pass"],
		["google-linked", /cuenta de Google/, "/auth/recovery-pass"],
		["password-changed", /cambió recién/, "/auth/recovery-pass"],
		["delete-code", /eliminar tu cuenta/, "/auth/my-account/edit-profile?view=account"],
	] as const)("%s", async (kind, says, link) => {
		const user = await makeUser({ real_name: "Ana <b>Ruiz</b>" });
		const mail = await compose(kind, user.id, user.email);
		expect(mail?.to).toBe(user.email);
		expect(mail?.text).toMatch(says);
		expect(mail?.text).toContain(`http://localhost:3000${link}\n`);
		expect(mail?.text).toContain("Hola, Ana <b>Ruiz</b>:");
		expect(mail?.html).toContain("Hola, Ana &lt;b&gt;Ruiz&lt;/b&gt;:");
		expect(mail?.html).not.toContain("<b>");
	});

	test.each([
		["with a password", {}, "/auth/recovery-pass"],
		["without one", { password_hash: null, provider_auth: "GOOGLE" }, "view=account"],
	] as const)(
		"google-linked: says to an account %s what ends the access of somebody else",
		async (_who, values, link) => {
			const user = await makeUser(values);
			const mail = await compose("google-linked", user.id, user.email);
			expect(mail?.text).toContain("cambiale la contraseña en Google");
			expect(mail?.text).toContain(link);
			expect(mail?.text.includes("/auth/recovery-pass")).toBe(link === "/auth/recovery-pass");
		},
	);

	test.each(["passkey-added", "passkey-renamed", "passkey-removed"] as const)(
		"%s: sends nobody who has no password to choose one, but to the account, which ends all sessions",
		async (kind) => {
			const person = await makeUser();
			expect((await compose(kind, person.id, person.email))?.text).toContain("/auth/recovery-pass");
			const user = await makeUser({ password_hash: null, provider_auth: "GOOGLE" });
			const text = (await compose(kind, user.id, user.email))?.text;
			expect(text).toMatch(
				/Google y cerrá la sesión en todos los equipos:\s+Ir a Mi cuenta:\s+http:\S+view=account/,
			);
			expect(text).not.toMatch(/contraseña|recovery/);
		},
	);

	test("passkey-added: names the box that ends the passkeys as its page does", async () => {
		const user = await makeUser();
		const asked = async () => (await compose("passkey-added", user.id, user.email))?.text;
		expect(await asked()).toContain("elegí una contraseña nueva enseguida:");
		for (const [id, keys] of [
			["one", "mi llave"],
			["two", "mis llaves"],
		] as const) {
			seedPasskey(process.env.DATABASE_PATH ?? "", user.id, { id, name: id });
			expect(await asked()).toContain(`enseguida y dejá marcado «Quitar también ${keys} de acceso»:`);
		}
	});

	test.each(["password-changed", "passkey-added", "passkey-renamed", "passkey-removed"] as const)(
		"%s: names the passkeys that still sign in, and how to end them without a password",
		async (kind) => {
			const user = await makeUser(
				kind === "password-changed" ? {} : { password_hash: null, provider_auth: "GOOGLE" },
			);
			const read = async () => (await compose(kind, user.id, user.email))?.text ?? "";
			const asks = "marcá «Quitar también";
			expect(await read()).not.toMatch(new RegExp(`Con esta|${asks}`));
			seedPasskey(process.env.DATABASE_PATH ?? "", user.id, { id: kind, name: "El de la mochila" });
			expect(await read()).toMatch(
				/Con esta llave de acceso se ingresa a tu cuenta:\s+\S* ?El de la mochila/,
			);
			expect((await read()).includes(`${asks} mi llave de acceso»`)).toBe(kind !== "password-changed");
			seedPasskey(process.env.DATABASE_PATH ?? "", user.id, { id: `${kind}-2`, name: "Otra" });
			expect(await read()).toContain("Con estas llaves de acceso se ingresa a tu cuenta:");
			expect((await read()).includes(`${asks} mis llaves de acceso»`)).toBe(kind !== "password-changed");
		},
	);

	test.each([
		[undefined, "avisale a quien administra Relevo en tu planta."],
		["ayuda@planta.example", "escribí a ayuda@planta.example."],
	])("account-deleted, with the help of %s: goes to an address without an account", async (help, todo) => {
		onTestFinished(Object.assign.bind(undefined, env, { SUPPORT_EMAIL: env.SUPPORT_EMAIL }));
		Object.assign(env, { SUPPORT_EMAIL: help });
		const mail = await compose("account-deleted", null, "era@planta.example");
		expect(mail?.to).toBe("era@planta.example");
		expect(mail?.text).toContain("se borraron");
		expect(mail?.text).toContain(`Si no fuiste vos, ${todo}`);
	});

	test("no mail goes to a deleted account", async () => {
		for (const kind of [
			"verify",
			"already-registered",
			"google-linked",
			"password-changed",
			"delete-code",
		] as const) {
			expect(
				await compose(kind, "00000000-0000-4000-8000-000000000000", "era@planta.example"),
			).toBeUndefined();
		}
	});

	test("text and HTML have the same content, and the HTML has no pictures or remote content", async () => {
		const user = await makeUser({ email_verified_at: null });
		for (const composer of Object.values(authMails)) {
			const mail = await composer({ userId: user.id, address: user.email });
			expect(mail?.subject).not.toMatch(/[\r\n]/);
			expect(mail?.html).not.toMatch(/<(img|script|link|style|iframe)|https?:\/\/(?!localhost:3000)/);
			const words = (mail?.html ?? "").replace(/<(head|title)>.*?<\/\1>|<[^>]+>/gs, " ");
			for (const line of (mail?.text ?? "")
				.split("\n")
				.filter((text) => /^[A-Z]/.test(text) && !/[:<>"']/.test(text))) {
				expect(words).toContain(line);
			}
		}
	});
});
