import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { seedUser } from "../support/accounts-on-disk";
import { plain } from "../support/images/made-images";
import { encode } from "../support/requests";
import { post, sameOrigin, send } from "../support/server/http-client";
import { startServer } from "../support/server/server";
import { serverForFile } from "../support/server/server-for-file";
import { smtpForFile } from "../support/server/smtp";
import { waitUntil } from "../support/server/wait-until";

const smtp = smtpForFile();
const server = serverForFile(() => ({ SMTP_URL: smtp.url }));

const email = "marca.registrada@planta.example";
const password = "clave marcada 1900";

/** Cookie header that a browser would send after this response. */
function cookiesOf(headers: { "set-cookie"?: string[] | undefined }): string {
	return (headers["set-cookie"] ?? []).map((cookie) => cookie.split(";")[0]).join("; ");
}

test("registering, using and deleting an account writes no address, name, password, token or code to the log", async () => {
	const secrets = [email, password, "nombre marcado", "no es esta"];
	const registered = await post(
		server.origin,
		"/auth/register",
		encode({ username: "nombre marcado", email, password, confirmPassword: password }),
	);
	const pending = cookiesOf(registered.headers);
	const { text } = await smtp.waitForMail(({ to }) => to.includes(email));
	const link = /token=([\w-]{43})/.exec(text)?.[1] ?? "";
	const code = /^\d{6}$/m.exec(text)?.[0] ?? "";
	secrets.push(link, pending.split("=")[1] ?? "");

	await send(server.origin, `/auth/verify-email?token=${link}&email=${email}`);
	await post(server.origin, "/auth/login", encode({ email, password: "no es esta" }));
	const verified = await post(server.origin, "/auth/verify-email", encode({ intent: "code", code }), {
		cookie: pending,
	});
	expect(verified.headers.location).toBe("/auth/my-account");
	const cookie = cookiesOf(verified.headers);
	secrets.push(...Array.from(cookie.matchAll(/=([\w-]{43})/g), ([, token = ""]) => token));
	await post(
		server.origin,
		"/auth/my-account/edit-profile",
		encode({
			intent: "profile",
			realName: "Apellido Marcado",
			diagram: "3turnos",
			web: "https://marca.example/",
		}),
		{ cookie },
	);
	secrets.push("Apellido Marcado", "marca.example");
	await post(server.origin, "/auth/recovery-pass", encode({ email }));
	const recovery = await smtp.waitForMail(({ subject }) => subject.startsWith("Elegí"));
	secrets.push(/token=([\w-]{43})/.exec(recovery.text)?.[1] ?? "");
	await send(server.origin, `/auth/reset-pass?token=${secrets.at(-1)}`);
	await send(server.origin, `/auth/login?redirectTo=${encodeURIComponent(`/x?correo=${email}`)}`);
	const deleted = await post(
		server.origin,
		"/auth/delete-account",
		encode({ intent: "delete", currentPassword: password, confirmation: "ELIMINAR" }),
		{ cookie },
	);
	expect(deleted.headers.location).toBe("/auth/delete-account?listo=1");
	await smtp.waitForMail(({ subject }) => subject.startsWith("Eliminamos"));

	const log = server.output();
	expect(log.split("\n").length).toBeGreaterThan(10);
	expect(secrets.every((secret) => secret.length > 5)).toBe(true);
	expect(
		secrets.filter((secret) => log.includes(secret) || log.includes(encodeURIComponent(secret))),
	).toEqual([]);
	// Times and ids may contain the six digits by chance, so only a code in quotes or after "=" counts.
	expect(log).not.toMatch(new RegExp(`"${code}"|=${code}\\b`));
	for (const line of log
		.trim()
		.split("\n")
		.filter((text) => text.startsWith("{")))
		expect(() => JSON.parse(line)).not.toThrow();
});

test("the log holds no text, file name, id or search of documents", async () => {
	const { cookie, id } = seedUser(server.databasePath);
	const idFile = randomUUID();
	const secrets = ["Título marcado", "Descripción marcada", "foto-marcada", "busca-marcada", "2031-03-07"];
	const sendForm = async (path: string, title: string, images: readonly File[]) => {
		const body = new FormData();
		const texts = { idFile, title, description: "Descripción marcada", expiresOn: "2031-03-07" };
		for (const [name, value] of Object.entries(texts)) body.append(name, value);
		for (const image of images) body.append("images", image);
		const form = new Response(body);
		const headers = { ...sameOrigin, cookie, "content-type": form.headers.get("Content-Type") ?? "" };
		const content = Buffer.from(await form.arrayBuffer());
		return (await send(server.origin, path, { method: "POST", headers, body: content })).status;
	};
	const content = new Uint8Array(await plain(8, 8).jpeg().toBuffer());
	const [good, bad] = [new File([content], "foto-marcada.jpg"), new File(["x"], "foto-marcada-mala.jpg")];
	const add = "/auth/my-document/add-document";
	expect(await sendForm(add, "Título marcado", [good, bad])).toBe(400);
	expect(await sendForm(add, "Título marcado", [good])).toBe(303);
	expect(await sendForm(`/auth/edit-document/${idFile}`, "Título marcado 2", [bad])).toBe(400);
	for (const path of ["/auth/my-documents?q=busca-marcada", `/auth/view-document/${idFile}`]) {
		expect((await send(server.origin, path, { headers: { cookie } })).status).toBe(200);
	}
	const image = /\/images\/[\w-]+/.exec(
		(await send(server.origin, `/auth/view-document/${idFile}`, { headers: { cookie } })).text,
	)?.[0];
	expect((await send(server.origin, `${image}.webp`, { headers: { cookie } })).status).toBe(200);
	const remove = await post(server.origin, `/auth/view-document/${idFile}`, "intent=delete", { cookie });
	expect(remove.status).toBe(303);

	const log = server.output();
	expect(log).toContain('"route":"/auth/view-document/:idFile"');
	secrets.push(idFile, id, image?.slice(8, 44) ?? "");
	expect(secrets.every((secret) => secret.length > 5)).toBe(true);
	expect(
		secrets.filter((secret) => log.includes(secret) || log.includes(encodeURIComponent(secret))),
	).toEqual([]);
});

test("links in mails use the configured origin, whatever Host a request sends", async () => {
	const origin = "https://relevo.ejemplo.ar";
	const strange = await startServer({ APP_URL: origin, OUTBOX_DIR: join(server.uploads, "..", "outbox-20") });
	const evil = [
		"evil.example",
		"evil.example:443",
		"relevo.ejemplo.ar.evil.example",
		"relevo.ejemplo.ar@evil.example",
		"evil.example#relevo.ejemplo.ar",
		"relevo.ejemplo.ar, evil.example",
		"localhost",
		"127.0.0.1",
		"[::1]",
		"relevo.ejemplo.ar:444",
	];
	const names = ["x-forwarded-host", "x-host", "forwarded", "x-original-host"];
	let mailed = 0;
	for (const [index, value] of evil.entries()) {
		const body = encode({
			email: `a${index}@planta.example`,
			username: "soldador",
			password,
			confirmPassword: password,
		});
		const byHost = await post(strange.origin, "/auth/register", body, { host: value, origin });
		expect([400, 421]).toContain(byHost.status);
		for (const name of names) {
			const email = `b${index}${names.indexOf(name)}@planta.example`;
			const { status } = await post(
				strange.origin,
				"/auth/register",
				encode({ email, username: "soldador", password, confirmPassword: password }),
				{ host: "relevo.ejemplo.ar", origin, [name]: name === "forwarded" ? `host=${value}` : value },
			);
			expect(status).toBe(303);
			mailed += 1;
		}
	}
	expect(mailed).toBe(40);
	const folder = join(server.uploads, "..", "outbox-20");
	const written = () => strange.output().split('"event":"mail_written"').length - 1;
	await waitUntil(() => written() === mailed, "each mail is written");
	const files = readdirSync(folder);
	expect(files).toHaveLength(mailed);
	for (const file of files) {
		const text = readFileSync(join(folder, file), "utf8").replace(/=\r\n/g, "").replaceAll("=3D", "=");
		const links = text.match(/https?:\/\/[^\s"<>]+/g) ?? [];
		expect(links.length).toBeGreaterThan(1);
		expect(links.filter((link) => link !== origin && !link.startsWith(`${origin}/`))).toEqual([]);
	}
	await strange.stop();
});
