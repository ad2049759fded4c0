import { randomFillSync } from "node:crypto";
import type { Page } from "playwright-core";
import sharp from "sharp";
import { describe, expect, onTestFinished, test } from "vitest";
import { db, sql } from "~/lib/database/db.server";
import { makeUser, PASSWORD, signedIn } from "../support/accounts";
import { expectAccessible } from "../support/browser/accessibility";
import { holdRenders, untilAlive } from "../support/browser/alive";
import { expectHiddenAfter } from "../support/browser/browser";
import { personalSite } from "../support/browser/personal-site";
import { largePhoto, look, smallPhoto } from "../support/images/phone-photos";
import { send } from "../support/server/http-client";

const ACCOUNT = "/auth/my-account";
const EDIT = "/auth/my-account/edit-profile";
const ACCOUNT_VIEW = `${EDIT}?view=account`;

const { server, visit } = personalSite();

const full = {
	real_name: "Ramona Esther Fernández de la Vega Villanueva",
	email: `${"correo.largo.".repeat(4)}@planta-de-aceros-especiales.example`,
	diagram: "12horas_aceria",
	crew: "B",
	auto_diagram: 1,
	twitter: "ramona",
	instagram: "https://www.instagram.com/ramona/",
	facebook: "https://www.facebook.com/profile.php?id=100000000000000",
	web: "https://una-pagina-bastante-larga-de-la-cooperativa.example/personas/ramona",
} as const;

describe("accessibility and layout", () => {
	test("light and dark, at three widths: no axe findings, no horizontal scrolling, large targets", async () => {
		const whole = await makeUser({ ...full, email: `light.and.dark.${full.email}` });
		const bare = await makeUser({ email_verified_at: null });
		const google = await makeUser({ provider_auth: "GOOGLE", password_hash: null });
		for (const [user, path] of [
			[whole, ACCOUNT],
			[bare, ACCOUNT],
			[whole, EDIT],
			[google, `${EDIT}?elegir=diagrama`],
		] as const) {
			await visit(user, path, { script: "blocked" }, async (page) => {
				await expectAccessible(page);
			});
		}
	});

	test("an e-mail address is on one line at 320 px", async () => {
		const user = await makeUser({ email: "ramona.f@planta.example" });
		await visit(user, ACCOUNT, { width: 320, script: "blocked" }, async (page) => {
			const lines = await page.getByText("ramona.f@planta.example").evaluate((address) => {
				const range = document.createRange();
				range.selectNodeContents(address);
				return range.getClientRects().length;
			});
			expect(lines).toBe(1);
		});
	});

	test("on paper the diagram's card is as high as its contents, and its sign stays inside", async () => {
		const user = await makeUser({ ...full, email: `paper.${full.email}` });
		await visit(user, ACCOUNT, { width: 730, script: "blocked" }, async (page) => {
			await page.emulateMedia({ media: "print" });
			const card = page.locator(".card", { has: page.locator(".plate") });
			const [below, ...beside] = await card.evaluate((card) => {
				const [sign, last] = [card.firstElementChild, card.lastElementChild];
				if (!sign || !last) return [];
				const [outer, inner] = [card.getBoundingClientRect(), sign.getBoundingClientRect()];
				const { bottom } = last.getBoundingClientRect();
				return [
					outer.bottom - bottom,
					inner.top - outer.top,
					inner.left - outer.left,
					outer.right - inner.right,
				];
			});
			expect(beside).toEqual([0, 0, 0]);
			expect(below).toBeLessThan(20);
		});
	});

	test("the photo stays round beside a long name", async () => {
		const user = await makeUser({ ...full, email: `round.${full.email}` });
		await visit(user, ACCOUNT, { width: 320 }, async (page) => {
			expect(await page.getByAltText("Tu foto").boundingBox()).toMatchObject({ width: 96, height: 96 });
		});
	});

	test("each drawing and the default photo load and are small", async () => {
		for (const name of ["aceria", "general", "insalubre", "reduccion", "turnos"]) {
			const answer = await send(server.origin, `/backgrounds/${name}.svg`);
			expect(answer.headers["content-type"]).toMatch(/^image\/svg\+xml/);
			expect(answer.body.byteLength).toBeLessThan(4096);
		}
		expect((await send(server.origin, "/default-photo.svg")).status).toBe(200);
	});
});

test.each(["no-preference", "reduce"] as const)(
	"the message that automatic opening was not switched closes by itself (motion: %s)",
	async (motion) => {
		const user = await makeUser();
		await sql`CREATE TRIGGER stays BEFORE UPDATE ON users BEGIN SELECT RAISE(ABORT, 'stays'); END`.execute(
			db,
		);
		onTestFinished(async () => void (await sql`DROP TRIGGER stays`.execute(db)));
		await visit(user, ACCOUNT, {}, async (page) => {
			await page.emulateMedia({ reducedMotion: motion });
			await page.getByRole("button", { name: "Activar", exact: true }).click();
			const shown = page.locator("dialog", { hasText: "Algo salió mal!" });
			const [animation] = await shown.evaluate((it) =>
				it.getAnimations().map((its) => its.effect?.getTiming()),
			);
			expect(animation).toMatchObject({ delay: 2000, duration: 1, fill: "forwards" });
			await expectHiddenAfter(shown, 1900);
			await page.locator("h1").click();
		});
	},
);

describe.each(["off", "on"] as const)("with script %s", (script) => {
	test("choosing a diagram, and switching its automatic opening on and off", async () => {
		const user = await makeUser();
		await visit(user, `${EDIT}?elegir=diagrama`, { script }, async (page) => {
			expect(await page.locator(".note").textContent()).toBe("Elegí tu diagrama para que se abra solo.");
			await page.getByLabel("Nombre y apellido").fill("Ramona Fernández");
			await page.getByLabel("Diagrama").selectOption({ label: "4 turnos de 7 días" });
			await page.getByLabel("Escuadra").selectOption("C");
			await page.getByLabel("X (Twitter)").fill("@ramona");
			await page.getByRole("button", { name: "Guardar" }).click();
			await page.waitForURL(`${server.origin}${ACCOUNT}`);
			await page.getByRole("status").getByText("Tu perfil de usuario se guardo con éxito!").waitFor();
			expect(await page.getByRole("heading", { level: 2 }).allTextContents()).toEqual([
				"Ramona Fernández",
				"Diagrama 4 turnos de 7 días",
			]);
			expect(await page.getByRole("link", { name: "X (Twitter): @ramona" }).getAttribute("href")).toBe(
				"https://x.com/ramona",
			);
			await page.getByRole("button", { name: "Activar", exact: true }).click();
			const dialog = page.getByRole("alertdialog", { name: "Activada" });
			await dialog.waitFor();
			await dialog.getByRole("button", { name: "Aceptar" }).click();
			await dialog.waitFor({ state: "hidden" });
			await page.goto(server.origin + EDIT);
			const offered = (from: string) => page.getByLabel("Escuadra").locator(from).allTextContents();
			if (script === "on") await expect.poll(() => offered("option")).toEqual(["No sé", "A", "B", "C", "D"]);
			await page.getByLabel("Diagrama").selectOption({ label: "5 turnos de 7 días" });
			await page.getByLabel("Escuadra").selectOption("E");
			if (script === "on") {
				await page.getByLabel("Diagrama").selectOption({ label: "2 turnos" });
				expect(await offered("option")).toEqual(["No sé", "A", "B"]);
			} else {
				await page.getByLabel("Diagrama").selectOption({ label: "2 turnos" });
				await page.getByRole("button", { name: "Guardar", exact: true }).click();
				const problem = "Ese diagrama tiene las escuadras A, B. Elegí una de ellas, o «No sé».";
				await page.getByRole("link", { name: problem }).waitFor();
			}
			await page.goto(`${server.origin}/home`);
			expect(page.url()).toBe(`${server.origin}/my-shift`);
			await page.goto(server.origin + ACCOUNT);
			await page.getByRole("button", { name: "Desactivar" }).click();
			await page.getByRole("alertdialog", { name: "Desactivada" }).waitFor();
		});
	});

	test("switching the reminders off and on again in place, where no notices to phones are promised", async () => {
		const user = await makeUser({ email_verified_at: null });
		await visit(user, "/auth/notices", { script }, async (page) => {
			if (script === "on") await untilAlive(page);
			// The server of these tests has no https, without which it sends none.
			await page.getByText("Acá no se mandan avisos al teléfono.").waitFor();
			expect(await page.locator("main").textContent()).not.toMatch(/turno|diagrama/);
			const section = page.locator("section", { hasText: "Un documento que vence" });
			await section.getByText("Los correos empiezan cuando verifiques el tuyo.").waitFor();
			await section.getByRole("button", { name: "Desactivar" }).click();
			await section.getByText("No te avisamos de vencimientos, tampoco por correo.").waitFor();
			await section.getByRole("button", { name: "Activar" }).click();
			await section.getByText("Te avisamos 30 y 7 días antes").waitFor();
			await page.goto(`${server.origin}/auth/more`);
			await page.getByRole("link", { name: "Avisos Antes de un vencimiento" }).waitFor();
		});
	});

	test("a photo as large as a phone's is shown cropped to a circle; a text file is refused", async () => {
		const user = await makeUser();
		const noise = randomFillSync(Buffer.alloc(1200 * 900 * 3));
		const photo = await sharp(noise, { raw: { width: 1200, height: 900, channels: 3 } })
			.jpeg({ quality: 95 })
			.toBuffer();
		expect(photo.byteLength).toBeGreaterThan(1_000_000);
		await visit(user, EDIT, { script }, async (page) => {
			const field = page.getByLabel("Imagen nueva");
			await field.setInputFiles({ name: "foto.jpg", mimeType: "image/jpeg", buffer: Buffer.from("hola") });
			await page.getByRole("button", { name: "Cambiar la foto" }).click();
			const error = page.locator("#foto .error-summary");
			await error.waitFor();
			expect(await error.textContent()).toContain(
				"Ocurrio un error al cargar la imagen. El archivo no es una imagen",
			);
			// The focus leads to the form that the server has refused.
			const top = () => error.evaluate((summary) => summary.getBoundingClientRect().top);
			const { height } = page.viewportSize() ?? { height: 0 };
			await expect.poll(async () => (await top()) >= 0 && (await top()) < height).toBe(true);
			await expect.poll(() => page.title()).toMatch(/^Error: /);
			const dialog = page.getByRole("alertdialog", { name: "Error" });
			expect(await dialog.textContent()).toContain("Ocurrio un error al cargar la imagen.");
			await dialog.getByRole("button", { name: "Aceptar" }).click();
			await field.setInputFiles({ name: "foto.jpg", mimeType: "image/jpeg", buffer: photo });
			await page.getByRole("button", { name: "Cambiar la foto" }).click();
			await page.getByText("Imagen cargada.").waitFor();
			const circle = await page.getByAltText("Tu foto").boundingBox();
			expect([circle?.width, circle?.height]).toEqual([96, 96]);
			const shown = await page.getByAltText("Tu foto").getAttribute("src");
			expect(shown).toMatch(/^\/images\/[0-9a-f-]{36}-320\.webp$/);
			const seen = await send(server.origin, shown ?? "", { headers: await signedIn(user) });
			expect(seen.status).toBe(200);
			expect((await sharp(seen.body).metadata()).width).toBe(320);
			expect(seen.headers).toMatchObject({
				"cache-control": "private, max-age=86400",
				"content-security-policy": "default-src 'none'; sandbox",
				"content-type": "image/webp",
				"cross-origin-resource-policy": "same-origin",
				vary: "Cookie",
				"x-content-type-options": "nosniff",
			});
			const again = await send(server.origin, shown ?? "", {
				headers: { ...(await signedIn(user)), "if-none-match": String(seen.headers.etag) },
			});
			expect([again.status, again.body.byteLength]).toEqual([304, 0]);
			const stranger = await send(server.origin, shown ?? "");
			expect([stranger.status, stranger.headers.location]).toEqual([
				302,
				`/auth/login?redirectTo=${encodeURIComponent(shown ?? "")}`,
			]);
		});
	});

	test("a new password keeps this browser signed in and signs the other out", async () => {
		const user = await makeUser();
		const elsewhere = await signedIn(user);
		await visit(user, ACCOUNT_VIEW, { script }, async (page) => {
			if (script === "on") await untilAlive(page);
			await page.getByLabel("Contraseña actual").fill("no es esta");
			await page.getByLabel("Contraseña nueva").fill("una frase bien larga");
			await page.getByLabel("Confirmar contraseña").fill("una frase bien larga");
			await page.getByRole("button", { name: "Cambiar la contraseña" }).click();
			await page.getByRole("link", { name: "Esa no es tu contraseña actual." }).waitFor();
			// Without script the browser gives the focus with the first frame that it draws.
			await expect
				.poll(() => page.evaluate("document.activeElement.name || document.activeElement.className"))
				.toBe(script === "on" ? "currentPassword" : "error-summary");
			const left = script === "on" ? "una frase bien larga" : "";
			expect(await page.getByLabel("Contraseña nueva").inputValue()).toBe(left);
			await page.getByLabel("Contraseña actual").fill(PASSWORD);
			await page.getByLabel("Contraseña nueva").fill("una frase bien larga");
			await page.getByLabel("Confirmar contraseña").fill("una frase bien larga");
			await page.getByRole("button", { name: "Cambiar la contraseña" }).click();
			await page.waitForURL(`${server.origin}${ACCOUNT_VIEW}#contrasena`);
			await page.getByRole("status").getByText("Tu contraseña nueva ya está.").waitFor();
			// An effect empties the form, after the message is shown.
			for (const label of ["Contraseña actual", "Contraseña nueva", "Confirmar contraseña"])
				await expect.poll(() => page.getByLabel(label).inputValue()).toBe("");
		});
		const answer = await send(server.origin, ACCOUNT, { headers: elsewhere });
		expect([answer.status, answer.headers.location]).toEqual([
			302,
			"/auth/login?redirectTo=%2Fauth%2Fmy-account",
		]);
	});
});

describe("a photo on a hydrated page", () => {
	const choose = async (page: Page) => page.getByLabel("Imagen nueva").setInputFiles(await largePhoto());
	const change = (page: Page) => page.getByRole("button", { name: "Cambiar la foto" });

	test("is shrunk before it is sent, and its field is empty afterwards", async () => {
		const user = await makeUser();
		await visit(user, EDIT, { script: "on" }, async (page) => {
			await untilAlive(page);
			await choose(page);
			const letRender = await holdRenders(page);
			const place = () => page.evaluate("__remixRouter.state.location.key");
			const before = await place();
			const [posted] = await Promise.all([
				page.waitForRequest((request) => request.method() === "POST"),
				change(page).click(),
			]);
			await expect.poll(place).not.toBe(before);
			await letRender();
			await page.getByText("Imagen cargada.").waitFor();
			const weight = Number(await posted.headerValue("content-length"));
			expect((await largePhoto()).buffer.length).toBeGreaterThan(1_000_000);
			expect(weight).toBeGreaterThan(1000);
			expect(weight).toBeLessThan(150_000);
			await expect
				.poll(() => page.getByLabel("Imagen nueva").evaluate((it: HTMLInputElement) => it.files?.length))
				.toBe(0);
			const shown = (await page.getByAltText("Tu foto").getAttribute("src")) ?? "";
			const seen = await send(server.origin, shown, { headers: await signedIn(user) });
			expect(await look(seen.body)).toEqual({ width: 240, height: 320, isUpright: true });
		});
	});

	test("gives way to another one that is chosen while it is being shrunk", async () => {
		const user = await makeUser();
		await visit(user, EDIT, { script: "on" }, async (page) => {
			await untilAlive(page);
			let letGo = () => {};
			const held = new Promise<void>((resolve) => {
				letGo = resolve;
			});
			await page.route(/shrink-photo/, (route) => held.then(() => route.continue()));
			const asked = page.waitForRequest(/shrink-photo/);
			await choose(page);
			await change(page).click();
			await asked;
			await page.getByLabel("Imagen nueva").setInputFiles(await smallPhoto(1));
			letGo();
			await page.getByText("Imagen cargada.").waitFor();
			const shown = (await page.getByAltText("Tu foto").getAttribute("src")) ?? "";
			const seen = await send(server.origin, shown, { headers: await signedIn(user) });
			expect(await look(seen.body)).toMatchObject({ width: 101, height: 100 });
		});
	});

	test("is sent unchanged if the script that shrinks it does not load", async () => {
		const user = await makeUser();
		await visit(user, EDIT, { script: "on" }, async (page) => {
			await untilAlive(page);
			await page.route(/shrink-photo/, (route) => route.abort());
			await choose(page);
			await change(page).click();
			await page.getByText("Imagen cargada.").waitFor();
		});
	});

	test("leaves the page as it is when refused, and says so in a dialog each time", async () => {
		const user = await makeUser();
		await visit(user, EDIT, { script: "on" }, async (page) => {
			await untilAlive(page);
			await page.getByLabel("Página web").fill("https://a-medio-escribir");
			const half = (await largePhoto()).buffer.subarray(0, 500_000);
			for (let attempt = 0; attempt < 2; attempt++) {
				await page
					.getByLabel("Imagen nueva")
					.setInputFiles({ name: "cortada.jpg", mimeType: "image/jpeg", buffer: half });
				await change(page).click();
				const dialog = page.getByRole("alertdialog", { name: "Error" });
				await dialog.waitFor();
				expect(await dialog.textContent()).toContain(
					"Ocurrio un error al cargar la imagen. La imagen está dañada",
				);
				await dialog.and(page.locator(":modal")).waitFor();
				await dialog.getByRole("button", { name: "Aceptar" }).click();
				await dialog.waitFor({ state: "hidden" });
				expect(await page.getByLabel("Página web").inputValue()).toBe("https://a-medio-escribir");
			}
		});
	});

	test.each([undefined, { status: 502, body: "" }])(
		"that cannot be sent (%o) stays chosen, and is sent with the next attempt",
		async (answer) => {
			const user = await makeUser();
			await visit(user, EDIT, { script: "on" }, async (page) => {
				await untilAlive(page);
				await choose(page);
				await page.route("**/*_data=*", (route) => (answer ? route.fulfill(answer) : route.abort()));
				await change(page).click();
				await page.locator("#foto .unsent").getByText("No se pudo enviar").waitFor();
				await page.unroute("**/*_data=*");
				await page.getByRole("button", { name: "Probar de nuevo" }).click();
				await page.getByText("Imagen cargada.").waitFor();
			});
		},
	);
});

describe("on a hydrated page", () => {
	const place = (page: Page) =>
		page.evaluate<[number, number, string]>("[scrollY, history.length, document.activeElement.innerText]");

	/** Messages that the browser itself logs about a refused or lost request. */
	const NO_SIGNAL = /status of 4|ERR_INTERNET_DISCONNECTED/;

	test("a switch keeps its place, the focus and the scroll position", async () => {
		const user = await makeUser({ diagram: "3turnos" });
		await visit(user, ACCOUNT, { script: "on", noted: NO_SIGNAL }, async (page) => {
			await untilAlive(page);
			const button = page.getByRole("button", { name: "Activar", exact: true });
			await button.focus();
			const [scrolled, entries] = await place(page);
			await page.context().setOffline(true);
			await button.press("Enter");
			await page.getByText("parece que no hay señal").waitFor();
			expect(await page.getByText("Está desactivada").count()).toBe(1);
			await page.context().setOffline(false);
			const letRender = await holdRenders(page);
			await button.press("Enter");
			const loaded = () => page.evaluate("JSON.stringify(__remixRouter.state.loaderData)");
			await expect.poll(loaded).toContain('"autoDiagram":true');
			await letRender();
			await page.getByRole("button", { name: "Desactivar", exact: true }).waitFor();
			// An effect makes the dialog modal; only then does it give the focus back.
			const dialog = page.getByRole("alertdialog").and(page.locator(":modal"));
			await dialog.getByRole("button", { name: "Aceptar" }).press("Enter");
			await page.getByRole("alertdialog").waitFor({ state: "hidden" });
			expect(await page.getByText("parece que no hay señal").count()).toBe(0);
			expect(await place(page)).toEqual([scrolled, entries, "Desactivar"]);
		});
	});

	test("each form of the page shows only its own result", async () => {
		const user = await makeUser({ real_name: "Ramona Fernández", diagram: "3turnos" });
		await visit(user, EDIT, { script: "on", noted: NO_SIGNAL }, async (page) => {
			await untilAlive(page);
			await page.getByLabel("X (Twitter)").fill("ramona");
			await page.getByRole("button", { name: "Cambiar la foto" }).click();
			await page.locator("#foto .error-summary").waitFor();
			expect(await page.locator(".error-summary").count()).toBe(1);
			await page.getByRole("button", { name: "Aceptar" }).click();
			await page.context().setOffline(true);
			await page.getByRole("button", { name: "Guardar" }).click();
			await page.locator("#datos").getByText("parece que no hay señal").waitFor();
			expect(await page.locator(".unsent").count()).toBe(1);
			await page.context().setOffline(false);
			await page.locator("#datos").getByRole("button", { name: "Probar de nuevo" }).click();
			await page.waitForURL(`${server.origin}${ACCOUNT}`);
			await page.getByText("Tu perfil de usuario se guardo con éxito!").waitFor();
		});
	});
});

test("without script the server marks errors and keeps typed values", async () => {
	const user = await makeUser();
	await visit(user, EDIT, { script: "off" }, async (page) => {
		await page.getByLabel("Página web").fill("javascript:alert(1)");
		await page.getByRole("button", { name: "Guardar" }).click();
		const links = page.locator("#datos .error-summary a");
		await links.first().waitFor();
		await page.waitForLoadState();
		expect(await links.allTextContents()).toEqual([
			"El nombre es requerido.",
			"Elegí tu diagrama.",
			"Escribí la dirección de una página, como https://mipagina.com.ar.",
		]);
		expect(await page.getByLabel("Página web").inputValue()).toBe("javascript:alert(1)");
		expect(await page.getByLabel("Nombre y apellido").getAttribute("aria-invalid")).toBe("true");
		await page.getByRole("link", { name: "Cancelar" }).click();
		await page.waitForURL(server.origin + ACCOUNT);
	});
});
