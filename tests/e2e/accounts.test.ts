import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { makeUser, PASSWORD } from "../support/accounts";
import {
	axeFindings,
	expectAccessible,
	horizontalOverflow,
	lowTargets,
} from "../support/browser/accessibility";
import { untilAlive } from "../support/browser/alive";
import { openPage, pathOf, type Visit } from "../support/browser/browser";
import { ownData, serverForFile } from "../support/server/server-for-file";
import { smtpForFile } from "../support/server/smtp";

const smtp = smtpForFile();
const server = serverForFile(() => ({ ...ownData, SMTP_URL: smtp.url }));

async function asVisitor(visit: Visit, use: (page: Page) => Promise<void>): Promise<void> {
	const page = await openPage(visit);
	await use(page);
}

const at = (path: string) => `${server.origin}${path}`;

/** The name under which a password manager would keep the form's password. */
const keptName = (page: Page) => page.locator("[autocomplete^=username]").inputValue();

async function register(page: Page, email: string): Promise<void> {
	await page.goto(at("/auth/register"));
	await page.getByLabel("Nombre de usuario").fill("Soldador");
	await page.getByLabel("Correo electrónico").fill(email);
	await page.getByLabel("Contraseña", { exact: true }).fill(PASSWORD);
	await page.getByLabel("Confirmar contraseña").fill(PASSWORD);
	expect(await keptName(page)).toBe(email);
	await page.getByRole("button", { name: "Crear mi cuenta" }).click();
	await page.waitForURL("**/auth/verify-email");
}

async function signIn(page: Page, email: string, password: string): Promise<void> {
	await page.goto(at("/auth/login"));
	await page.getByLabel("Correo electrónico").fill(email);
	await page.getByLabel("Contraseña", { exact: true }).fill(password);
	expect(await keptName(page)).toBe(email);
	await page.getByRole("button", { name: "Ingresar", exact: true }).click();
}

async function mailTo(email: string, subject: RegExp): Promise<{ text: string; link: string; code: string }> {
	const mail = await smtp.waitForMail(
		(candidate) => candidate.to.includes(email) && subject.test(candidate.subject),
	);
	const link = /http:\/\/localhost:\d+\/auth\/\S+token=[\w-]{43}/.exec(mail.text)?.[0] ?? "";
	return { text: mail.text, link, code: /\b\d{6}\b/.exec(mail.text)?.[0] ?? "" };
}

let count = 0;
const newAddress = () => `obrero${++count}@planta.example`;

describe.each(["off", "on"] as const)("with script %s", (script) => {
	test("registers, opens the mailed link, presses the button and is in the account", async () => {
		await asVisitor({ script }, async (page) => {
			const email = newAddress();
			await register(page, email);
			await page.getByText("Te enviamos un correo electrónico para verificarlo").waitFor();
			const { link } = await mailTo(email, /verific/i);
			await page.goto(link);
			expect(page.url()).toBe(at("/auth/verify-email"));
			await page.getByRole("button", { name: "Confirmar mi correo" }).click();
			await page.waitForURL("**/auth/my-account");
			await page.getByText(email).first().waitFor();
			expect(await page.getByRole("button", { name: "CERRAR SESIÓN" }).count()).toBe(1);
		});
	});

	test("types the code instead, after a wrong one", async () => {
		await asVisitor({ script }, async (page) => {
			const email = newAddress();
			await register(page, email);
			const { code } = await mailTo(email, /verific/i);
			await page.getByLabel("Código").fill(code === "111111" ? "222222" : "111111");
			await page.getByRole("button", { name: "Verificar", exact: true }).click();
			await page.getByRole("alert").getByText("El código no es correcto o ya venció.").waitFor();
			// Hydration takes "Error: " away and an effect puts it back.
			await expect.poll(() => page.title()).toMatch(/^Error: /);
			await page.getByLabel("Código").fill(code);
			await page.getByRole("button", { name: "Verificar", exact: true }).click();
			await page.waitForURL("**/auth/my-account");
		});
	});

	test("the waiting page notices that the link was opened in another browser", async () => {
		await asVisitor({ script }, async (page) => {
			const email = newAddress();
			await register(page, email);
			const { link } = await mailTo(email, /verific/i);
			await asVisitor({ script }, async (other) => {
				await other.goto(link);
				// On a hydrated page the button of an invalid form looks disabled, but shows the errors when pressed.
				await other.getByRole("button", { name: "Confirmar mi correo" }).click({ force: true });
				await other.getByText("Contraseña requerida.").first().waitFor();
				await other.getByLabel("Contraseña", { exact: true }).fill(PASSWORD);
				await other.getByRole("button", { name: "Confirmar mi correo" }).click();
				await other.waitForURL("**/auth/my-account");
			});
			if (script === "off") await page.getByRole("link", { name: "Ya lo verifiqué" }).click();
			await page.getByRole("button", { name: "Ir a Mi Perfil" }).click();
			await page.waitForURL("**/auth/my-account");
		});
	});

	test("an address that has an account looks the same, and its owner gets a mail", async () => {
		const { email } = await makeUser({ email_verified_at: null });
		await asVisitor({ script }, async (page) => {
			await register(page, email.toUpperCase());
			await page.getByText("Te enviamos un correo electrónico para verificarlo").waitFor();
			expect(await page.getByText(email).count()).toBe(1);
		});
		expect((await mailTo(email, /ya ten[eé]s/i)).text).toContain("/auth/recovery-pass");
	});

	test("a guarded page asks for a sign-in, opens after it, and asks again after signing out", async () => {
		const { email } = await makeUser({ email_verified_at: null });
		await asVisitor({ script }, async (page) => {
			await page.goto(at("/auth/work-overtime?shift=N"));
			expect(pathOf(page)).toBe("/auth/login");
			if (script === "on") await untilAlive(page);
			await page.getByLabel("Correo electrónico").fill(email);
			await page.getByLabel("Contraseña", { exact: true }).fill("no es esta");
			await page.getByRole("button", { name: "Ingresar", exact: true }).click();
			await page.getByRole("alert").getByText("El correo o la contraseña no son correctos.").waitFor();
			expect(await page.getByLabel("Correo electrónico").inputValue()).toBe(email);
			// The server never sends a password back. Only a hydrated page keeps the typed password.
			const left = script === "on" ? "no es esta" : "";
			expect(await page.getByLabel("Contraseña", { exact: true }).inputValue()).toBe(left);
			await page.getByLabel("Contraseña", { exact: true }).fill(PASSWORD);
			await page.getByRole("button", { name: "Ingresar", exact: true }).click();
			await page.waitForURL("**/auth/work-overtime?shift=N");
			await page.getByRole("link", { name: "Más" }).click();
			await page.getByRole("main").getByRole("button", { name: "CERRAR SESIÓN" }).click();
			await page.waitForURL(/\/(home|android-system)/);
			await page.goto(at("/auth/work-overtime"));
			expect(pathOf(page)).toBe("/auth/login");
		});
	});

	test("recovers the password by mail, which ends the session in the other browser", async () => {
		const { email } = await makeUser({ email_verified_at: null });
		await asVisitor({ script }, async (thief) => {
			await signIn(thief, email, PASSWORD);
			await thief.waitForURL("**/auth/verify-email");
			await asVisitor({ script }, async (page) => {
				await page.goto(at("/auth/login"));
				await page.getByRole("link", { name: "Recuperala" }).click();
				await page.getByRole("heading", { name: "Recuperar la contraseña" }).waitFor();
				await page.getByLabel("Correo electrónico").fill(email);
				await page.getByRole("button", { name: "Recuperar" }).click();
				const dialog = page.getByRole("alertdialog", { name: "Revisa tu correo electrónico!" });
				await dialog.getByRole("button", { name: "Aceptar" }).click();
				await dialog.waitFor({ state: "hidden" });
				const { link } = await mailTo(email, /contraseña/i);
				await page.goto(link);
				expect(page.url()).toBe(at("/auth/reset-pass"));
				await page.getByText("dejan de andar los avisos y tu calendario en el teléfono").waitFor();
				await page.getByLabel("Contraseña nueva", { exact: true }).fill("otra bien distinta");
				await page.getByLabel("Confirmar contraseña").fill("otra bien distinta");
				expect(await keptName(page)).toBe(email);
				await page.getByRole("button", { name: "Guardar la contraseña" }).click();
				await page.waitForURL("**/auth/my-account");
				await page.goto(link);
				await page.getByRole("heading", { name: "El enlace ya no sirve" }).waitFor();
				// The page is shown too after a button that was pressed twice.
				expect(await page.getByText("Si ya guardaste la contraseña nueva").count()).toBe(1);
			});
			await thief.goto(at("/auth/my-account"));
			expect(pathOf(thief)).toBe("/auth/login");
			await signIn(thief, email, PASSWORD);
			await thief.getByRole("alert").waitFor();
		});
	});
});

test("with script, the waiting page of a signed-in user continues when the address is verified elsewhere", async () => {
	await asVisitor({ script: "on" }, async (page) => {
		const email = newAddress();
		await register(page, email);
		const { link } = await mailTo(email, /verific/i);
		await page.context().clearCookies();
		await signIn(page, email, PASSWORD);
		await page.waitForURL("**/auth/verify-email");
		await asVisitor({ script: "off" }, async (other) => {
			await other.goto(link);
			await other.getByLabel("Contraseña", { exact: true }).fill(PASSWORD);
			await other.getByRole("button", { name: "Confirmar mi correo" }).click();
			await other.waitForURL("**/auth/my-account");
		});
		// Screen readers announce the heading that has replaced the waiting page.
		await page.locator("h1:focus", { hasText: "Tu correo está verificado" }).waitFor();
		await page.getByRole("link", { name: "Ir a Mi Perfil" }).click();
		await page.waitForURL("**/auth/my-account");
	});
});

describe("light and dark", () => {
	test.each([
		"/auth/login",
		"/auth/register",
		"/auth/recovery-pass",
		"/auth/reset-pass",
		"/auth/verify-email",
	])("%s at 320 and 1280 px: no axe findings, no horizontal scrolling, large targets", async (path) => {
		await asVisitor({ script: "blocked" }, async (page) => {
			if (path === "/auth/verify-email") await register(page, newAddress());
			await page.goto(at(path));
			await expectAccessible(page, [320, 1280]);
		});
	});
});

test("the page with the code never refreshes; the page that refreshes has no field, and links back", async () => {
	await asVisitor({ script: "off" }, async (page) => {
		const email = newAddress();
		await register(page, email);
		expect(await page.locator("meta[http-equiv=refresh]").count()).toBe(0);
		await page.getByRole("link", { name: "Ya lo verifiqué" }).click();
		await page.getByRole("heading", { name: "Todavía no está verificado" }).waitFor();
		expect(await page.locator("meta[http-equiv=refresh]").getAttribute("content")).toBe("30");
		expect(await page.locator("main input").count()).toBe(0);
		await page.getByRole("link", { name: "Detener la actualización" }).click();
		await page.getByLabel("Código").waitFor();
		const { link } = await mailTo(email, /verific/i);
		await asVisitor({ script: "off" }, async (other) => {
			await other.goto(link);
			await other.getByLabel("Contraseña", { exact: true }).fill(PASSWORD);
			await other.getByRole("button", { name: "Confirmar mi correo" }).click();
			await other.waitForURL("**/auth/my-account");
		});
		await page.goto(at("/auth/verify-email/wait"));
		expect(pathOf(page)).toBe("/auth/verify-email");
		await page.getByRole("button", { name: "Ir a Mi Perfil" }).waitFor();
	});
});

test("the refreshing page is accessible and contains no script", async () => {
	await asVisitor({ script: "blocked" }, async (page) => {
		await register(page, newAddress());
		for (const width of [320, 1280]) {
			await page.setViewportSize({ width, height: 800 });
			await page.goto(at("/auth/verify-email/wait"));
			expect(await page.locator("script").count()).toBe(0);
			// axe's `meta-refresh` is accepted: a link on the page stops the refresh (WCAG 2.2.1).
			expect((await axeFindings(page)).filter((text) => !text.startsWith("meta-refresh"))).toEqual([]);
			expect(await horizontalOverflow(page)).toBe(0);
			expect(await lowTargets(page)).toEqual([]);
		}
	});
});
