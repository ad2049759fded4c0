import { randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import SQLite from "better-sqlite3";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { hashToken, makeToken } from "~/lib/secret-token.server";
import { leavePage, openPage, pathOf } from "../support/browser/browser";
import { serverForFile } from "../support/server/server-for-file";
import { smtpForFile } from "../support/server/smtp";
import { waitUntil } from "../support/server/wait-until";
import { unzip } from "../support/unzip";

const smtp = smtpForFile();
const server = serverForFile(() => ({ SMTP_URL: smtp.url }));

const PASSWORD = "acero frío 1900";
const at = (path: string) => `${server.origin}${path}`;

/** Registers and verifies a user, and saves a name, a photo and a document. */
async function settleIn(page: Page, email: string, name: string): Promise<void> {
	await page.goto(at("/auth/register"));
	await page.getByLabel("Nombre de usuario").fill("Soldador");
	await page.getByLabel("Correo electrónico").fill(email);
	await page.getByLabel("Contraseña", { exact: true }).fill(PASSWORD);
	await page.getByLabel("Confirmar contraseña").fill(PASSWORD);
	await page.getByRole("button", { name: "Crear mi cuenta" }).click();
	const mail = await smtp.waitForMail(({ to }) => to.includes(email));
	await page.getByLabel("Código").fill(/^\d{6}$/m.exec(mail.text)?.[0] ?? "");
	await page.getByRole("button", { name: "Verificar", exact: true }).click();
	await page.waitForURL("**/auth/my-account");
	await page.goto(at("/auth/my-account/edit-profile"));
	await page.getByLabel("Nombre y apellido").fill(name);
	await page.getByLabel("Diagrama").selectOption("3turnos");
	await page.getByRole("button", { name: "Guardar", exact: true }).click();
	await page.getByText("Tu perfil de usuario se guardo con éxito!").waitFor();
	await page.goto(at("/auth/my-account/edit-profile"));
	const buffer = await sharp({ create: { width: 64, height: 64, channels: 3, background: "#c00" } })
		.jpeg()
		.toBuffer();
	await page.getByLabel("Imagen nueva").setInputFiles({ name: "yo.jpg", mimeType: "image/jpeg", buffer });
	await page.getByRole("button", { name: "Cambiar la foto" }).click();
	await page.getByText("Imagen cargada.").waitFor();
	await page.goto(at("/auth/my-document/add-document"));
	await page.getByLabel("Título").fill(`Carnet de ${name}`);
	await page.getByLabel("Descripción").fill("Autoelevador");
	await page.getByLabel("Elegir fotos").setInputFiles({ name: "a.jpg", mimeType: "image/jpeg", buffer });
	await page.getByRole("button", { name: "Guardar" }).click();
	await page.waitForURL("**/auth/my-documents*");
}

/** Everything that the server has stored, as one text: database, uploads and log. */
function everythingKept(): string {
	const database = ["", "-wal", "-shm"].map((ending) => server.databasePath + ending).filter(existsSync);
	const uploads = readdirSync(server.uploads).map((name) => join(server.uploads, name));
	const files = [...database, ...uploads].map((path) => path + readFileSync(path).toString("latin1"));
	return files.join("\n") + server.output();
}

describe.each(["off", "on"] as const)("with script %s", (script) => {
	test("a user exports the data, deletes the account, and no data are left anywhere", async () => {
		const page = await openPage({ script });
		const email = `marca-${script}@planta.example`;
		const name = `Nombre Marcado ${script}`;
		await settleIn(page, email, name);

		const file = new SQLite(server.databasePath, { readonly: true });
		const row = file.prepare<[string], { id: string; photo: string }>(
			"SELECT id, photo FROM users WHERE email = ?",
		);
		const { id = "", photo = "" } = row.get(email) ?? {};
		const images = file
			.prepare<[string], string>("SELECT id FROM document_images WHERE user_id = ?")
			.pluck()
			.all(id);
		expect(images).toHaveLength(1);
		file.close();
		expect(everythingKept()).toContain(photo);
		expect(everythingKept()).toContain(Buffer.from(name).toString("latin1"));

		await page.goto(at("/auth/my-account/edit-profile?view=account"));
		const download = page.waitForEvent("download");
		await page.getByRole("link", { name: "Descargar mis datos" }).click();
		const archive = unzip(readFileSync(await (await download).path()));
		expect(JSON.parse(String(archive.get("perfil.json")))).toMatchObject({ email, realName: name });
		expect(archive.get("foto-de-perfil.webp")?.subarray(0, 4).toString()).toBe("RIFF");
		const [document] = JSON.parse(String(archive.get("documentos.json"))).documents;
		expect(document).toMatchObject({ title: `Carnet de ${name}`, description: "Autoelevador" });
		expect(archive.get(document.images[0].file)?.subarray(0, 4).toString()).toBe("RIFF");

		await page.getByRole("link", { name: "Eliminar mi cuenta" }).click();
		await page.getByLabel("Tu contraseña").fill("no es esta");
		await page.getByLabel("Escribí ELIMINAR para confirmar").fill("ELIMINAR");
		await page.getByRole("button", { name: "Eliminar mi cuenta para siempre" }).click();
		await page.getByRole("alert").getByText("Esa no es tu contraseña.").waitFor();
		await page.getByLabel("Tu contraseña").fill(PASSWORD);
		await page.getByLabel("Escribí ELIMINAR para confirmar").fill("ELIMINAR");
		await page.getByRole("button", { name: "Eliminar mi cuenta para siempre" }).click();
		await page.getByRole("heading", { name: "Hasta luego" }).waitFor();
		await page.getByText("Tu cuenta fue eliminada").waitFor();
		await page.goto(at("/auth/my-account"));
		expect(pathOf(page)).toBe("/auth/login");
		await leavePage(page);

		await smtp.waitForMail(({ to, subject }) => to.includes(email) && subject.startsWith("Eliminamos"));
		await waitUntil(() => !everythingKept().includes(email), "the address is nowhere");
		const kept = everythingKept();
		for (const marker of [
			id,
			photo,
			name,
			"Autoelevador",
			"autoelevador",
			...images,
			Buffer.from(name).toString("latin1"),
		])
			expect(kept).not.toContain(marker);
	});

	test("a Google user deletes the account by a mailed code", async () => {
		const page = await openPage({ script });
		const [id, email] = [randomUUID(), `google-${script}@planta.example`];
		const token = makeToken();
		const file = new SQLite(server.databasePath);
		file
			.prepare(
				"INSERT INTO users (id, email, email_verified_at, username, provider_auth, created_at, updated_at) VALUES (?, ?, 1, 'g', 'GOOGLE', 1, 1)",
			)
			.run(id, email);
		file
			.prepare("INSERT INTO sessions (token_hash, user_id, created_at, expires_at) VALUES (?, ?, 1, ?)")
			.run(hashToken(token), id, Date.now() + 60_000);
		file.close();
		await page.context().addCookies([{ name: "session", value: token, url: server.origin }]);

		await page.goto(at("/auth/delete-account"));
		expect(await page.getByLabel("Tu contraseña").count()).toBe(0);
		await page.getByRole("button", { name: "Mandarme un código por correo" }).click();
		await page.getByText("Te mandamos un código por correo.").waitFor();
		const mail = await smtp.waitForMail(
			({ to, subject }) => to.includes(email) && subject.startsWith("Código"),
		);
		const code = /^\d{6}$/m.exec(mail.text)?.[0] ?? "";
		await page.getByLabel("Código del correo").fill(code === "111111" ? "222222" : "111111");
		await page.getByLabel("Escribí ELIMINAR para confirmar").fill("ELIMINAR");
		await page.getByRole("button", { name: "Eliminar mi cuenta para siempre" }).click();
		await page.getByRole("alert").getByText("El código no es correcto o ya venció.").waitFor();
		if (script === "off") expect(await page.getByLabel("Código del correo").inputValue()).toBe("");
		await page.getByLabel("Código del correo").fill(code);
		await page.getByRole("button", { name: "Eliminar mi cuenta para siempre" }).click();
		await page.getByRole("heading", { name: "Hasta luego" }).waitFor();
		await leavePage(page);
		await smtp.waitForMail(({ to, subject }) => to.includes(email) && subject.startsWith("Eliminamos"));
		await waitUntil(() => !everythingKept().includes(email), "the address is nowhere");
		expect(everythingKept()).not.toContain(id);
	});
});
