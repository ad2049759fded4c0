/** Sends forms from a browser without JavaScript through a proxy, which must pass on the origin headers. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Page } from "playwright-core";
import { fillExtra } from "../../support/browser/extra-form";

const PASSWORD = "acero frío 1900";
const EMAIL = "obrera@planta.example";
const MAX_MAIL_MS = 10_000;

/** Path of a submitted form, and HTTP status of the response. */
export type FormResponse = readonly [path: string, status: number];

/** Path of an installed Chromium, from CHROMIUM_PATH or a usual place; undefined when none is found. */
export function findChromium(): string | undefined {
	const places = [process.env.CHROMIUM_PATH ?? "", "/usr/bin/chromium", "/usr/bin/google-chrome"];
	return places.find((place) => place && existsSync(place));
}

/**
 * Uses the whole site: registers, verifies, edits the profile, adds and deletes a document and an extra, signs out
 * and in, deletes the account.
 * @param outbox folder of the server's mails
 * @throws Error when an expected page or field does not appear
 */
export async function sendEveryForm(
	origin: string,
	executablePath: string,
	outbox: string,
	photo: Buffer,
): Promise<FormResponse[]> {
	const { chromium } = await import("playwright-core");
	const browser = await chromium.launch({
		executablePath,
		args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update"],
	});
	try {
		const context = await browser.newContext({
			javaScriptEnabled: false,
			ignoreHTTPSErrors: true,
			locale: "es-AR",
		});
		const page = await context.newPage();
		page.setDefaultTimeout(20_000);
		const sent: FormResponse[] = [];
		page.on("response", (response) => {
			const { pathname } = new URL(response.url());
			if (response.request().method() === "POST") sent.push([pathname, response.status()]);
		});
		const go = (path: string) => page.goto(origin + path);
		await register(page, go, outbox);
		await addAndDeleteContent(page, go, { name: "a.jpg", mimeType: "image/jpeg", buffer: photo });
		await signOutAndDelete(page, go);
		return sent;
	} finally {
		await browser.close();
	}
}

type Go = (path: string) => Promise<unknown>;

const press = (page: Page, name: string) => page.getByRole("button", { name, exact: true }).click();

async function fill(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
	for (const [label, value] of Object.entries(values))
		await page.getByLabel(label, { exact: true }).fill(value);
}

async function register(page: Page, go: Go, outbox: string): Promise<void> {
	await go("/home");
	await press(page, "Aceptar");
	await go("/auth/register");
	await fill(page, {
		"Nombre de usuario": "Soldadora",
		"Correo electrónico": EMAIL,
		Contraseña: PASSWORD,
		"Confirmar contraseña": PASSWORD,
	});
	await press(page, "Crear mi cuenta");
	await fill(page, { Código: await mailedCode(outbox) });
	await press(page, "Verificar");
	await page.waitForURL("**/auth/my-account");
}

async function addAndDeleteContent(
	page: Page,
	go: Go,
	file: { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
	await go("/auth/my-account/edit-profile");
	await fill(page, { "Nombre y apellido": "Ramona Fernández" });
	await page.getByLabel("Diagrama").selectOption("3turnos");
	await press(page, "Guardar");
	await go("/auth/my-account/edit-profile");
	await page.getByLabel("Imagen nueva").setInputFiles(file);
	await press(page, "Cambiar la foto");
	await go("/auth/my-document/add-document");
	await page.getByLabel("Título").fill("Carnet");
	await page.getByLabel("Descripción").fill("Clase D1\nVale en todo el país");
	await page.getByLabel("Elegir fotos").setInputFiles(file);
	await press(page, "Guardar");
	await page.getByRole("link", { name: "Editar Carnet" }).click();
	await page.getByLabel("Título").fill("Carnet nuevo");
	await press(page, "Guardar");
	await page.getByRole("link", { name: "Eliminar Carnet nuevo" }).click();
	await press(page, "Aceptar");
	await go("/auth/work-overtime/add-work-overtime");
	await fillExtra(page, { hour: "4,5", date: "2026-11-14", shift: "T" });
	await press(page, "Guardar");
	// The list opens the row of an entry that was just saved.
	await page.getByRole("link", { name: "Eliminar" }).click();
	await press(page, "Aceptar");
	await press(page, "Deshacer");
}

async function signOutAndDelete(page: Page, go: Go): Promise<void> {
	await go("/auth/my-account");
	await press(page, "CERRAR SESIÓN");
	await go("/auth/recovery-pass");
	await page.getByLabel("Correo electrónico").fill(EMAIL);
	await page.getByRole("button", { name: "Recuperar" }).click();
	await go("/auth/login");
	await fill(page, { "Correo electrónico": EMAIL, Contraseña: PASSWORD });
	await press(page, "Ingresar");
	await page.waitForURL(/\/(home|android-system|auth\/my-account)/);
	await go("/auth/delete-account");
	await fill(page, { "Tu contraseña": PASSWORD, "Escribí ELIMINAR para confirmar": "ELIMINAR" });
	await press(page, "Eliminar mi cuenta para siempre");
}

async function mailedCode(outbox: string): Promise<string> {
	const end = performance.now() + MAX_MAIL_MS;
	while (performance.now() < end) {
		const name = existsSync(outbox) ? readdirSync(outbox).find((file) => file.endsWith(".eml")) : undefined;
		const code = name && /^\s*(\d{6})\s*$/m.exec(readFileSync(join(outbox, name), "utf8"))?.[1];
		if (code) return code;
		await sleep(50);
	}
	throw new Error("no e-mail arrived");
}
