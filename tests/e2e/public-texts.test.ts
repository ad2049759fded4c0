import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { axeFindings, expectAccessible, horizontalOverflow } from "../support/browser/accessibility";
import { scriptsAsked, untilAlive } from "../support/browser/alive";
import { expectQuiet, keepToast, openPage, pathOf } from "../support/browser/browser";
import { publicSite } from "../support/browser/public-site";
import { textPages } from "../support/public-pages";

const { server, visit } = publicSite({
	ANDROID_APP_URL: "https://play.google.com/store/apps/details?id=ar.relevo",
	IOS_APP_URL: "https://apps.apple.com/ar/app/relevo/id1",
	SUPPORT_EMAIL: "ayuda@un-dominio-bastante-largo-para-un-telefono.example",
	LIVE_CHAT_URL: "https://chat.example/relevo",
	SOCIAL_INSTAGRAM: "https://instagram.com/relevo",
	SOCIAL_WEB: "https://relevo.example",
	DEVELOPER_CREDIT: "Taller de Software",
});

/** The public text pages and the sign-in page; diagram-pages.test.ts tests the home page. */
const paths = [...textPages.filter(({ route }) => route !== "home").map(({ path }) => path), "/auth/login"];

describe.each(paths)("%s, without script", (path) => {
	test("light and dark, at three widths: no axe findings, no horizontal scrolling, large targets", async () => {
		await visit(path, { script: "blocked" }, (page) => expectAccessible(page));
	});
});

test("/auth/login, the only one of these pages with a script, hydrates, and writes nothing to the console", async () => {
	const page = await openPage({ width: 768, script: "on" });
	const asked = scriptsAsked(page);
	await expectQuiet(page, undefined, async () => {
		await page.goto(`${server.origin}/auth/login`);
		await untilAlive(page);
	});
	expect(asked).not.toEqual([]);
});

describe("the header", () => {
	describe("the menu", () => {
		const sign = ".menu-name";

		test("below 768 px opens a panel of 300 px, and closes by its button and by a tap outside", async () => {
			for (const width of [320, 767]) {
				await visit("/about", { width }, async (page) => {
					const panel = page.locator(".menu-panel");
					expect(await page.locator("ul.menu-wide").isVisible()).toBe(false);
					expect(await panel.isVisible()).toBe(false);
					await page.locator(sign).click();
					expect((await panel.boundingBox())?.width).toBe(300);
					expect(await horizontalOverflow(page)).toBe(0);
					expect(await panel.getByRole("link").allInnerTexts()).toEqual([
						...["Inicio", "Mi turno", "Seguridad"],
						...["Mis Documentos", "Mis Extras", "Mi Perfil"],
					]);
					await page.locator(sign).focus();
					await page.keyboard.press("Enter");
					expect(await panel.isVisible()).toBe(false);
					await page.keyboard.press("Enter");
					expect(await panel.isVisible()).toBe(true);
					await page.mouse.click(8, 600);
					expect(await panel.isVisible()).toBe(false);
					expect(pathOf(page)).toBe("/about");
				});
			}
		});

		test("from 768 px holds the links of the account, within the window", async () => {
			for (const width of [768, 1280]) {
				await visit("/about", { width, script: "blocked" }, async (page) => {
					await page.locator(sign).click();
					const panel = page.locator(".menu-panel");
					const link = panel.getByRole("link", { name: "Mi Perfil" });
					expect(await link.isVisible()).toBe(true);
					const box = await panel.boundingBox();
					expect((box?.x ?? 0) + (box?.width ?? width)).toBeLessThanOrEqual(width);
					expect(await axeFindings(page)).toEqual([]);
					await link.click();
					await page.waitForURL((url) => url.searchParams.get("redirectTo") === "/auth/my-account");
				});
			}
		});

		test("is accessible in both schemes", async () => {
			await visit("/security", { script: "blocked" }, async (page) => {
				await page.locator(sign).click();
				await expectAccessible(page, [320]);
			});
		});
	});

	test("is one line high at each width, and shows the whole product name", async () => {
		await visit("/about", { script: "blocked" }, async (page) => {
			for (const [width, height] of [
				[320, 60],
				[360, 60],
				[768, 72],
				[1280, 72],
			] as const) {
				await page.setViewportSize({ width, height: 640 });
				expect((await page.locator(".header").boundingBox())?.height, `${width} px`).toBe(height);
				expect(await page.getByRole("link", { name: "INGRESAR" }).first().isVisible()).toBe(true);
				const { hidden, right } = await page.locator(".brand").evaluate((brand) => {
					const range = document.createRange();
					range.selectNodeContents(brand);
					const word = range.getBoundingClientRect();
					const own = brand.getBoundingClientRect();
					return { hidden: word.right > own.right + 1 || word.bottom > own.bottom + 1, right: word.right };
				});
				expect(hidden, `${width} px`).toBe(false);
				expect(right).toBeLessThan((await page.locator(".header .btn").boundingBox())?.x ?? 0);
				const sign = await page.locator(".menu-name").boundingBox();
				expect((sign?.x ?? 0) + (sign?.width ?? width)).toBeLessThanOrEqual(width);
			}
		});
	});

	test.each(["light", "dark"] as const)(
		"is transparent over the page's band at the top, and solid with the sign's stripe once scrolled, %s",
		async (scheme) => {
			await visit("/about/privacy-policy", { scheme, script: "blocked" }, async (page) => {
				/** Fraction of yellow pixels in the header's lowest three rows of pixels, from 0 to 1. */
				const colours = async () => {
					const clip = { x: 0, y: 57, width: 320, height: 3 };
					const { data } = await sharp(await page.screenshot({ clip }))
						.removeAlpha()
						.raw()
						.toBuffer({ resolveWithObject: true });
					const yellow = Array.from({ length: data.length / 3 }, (_, at) => (data[at * 3] ?? 0) > 200);
					return yellow.filter(Boolean).length / yellow.length;
				};
				expect(await colours()).toBe(0);
				await page.evaluate("scrollTo({ top: 400, behavior: 'instant' })");
				expect(await colours()).toBeGreaterThan(0.3);
				expect((await page.locator(".header").boundingBox())?.y).toBe(0);
				await page.evaluate("scrollTo({ top: 0, behavior: 'instant' })");
				expect(await colours()).toBe(0);
			});
		},
	);

	test("the first Tab offers to skip to the content", async () => {
		await visit("/about", {}, async (page) => {
			await page.keyboard.press("Tab");
			const skip = page.getByRole("link", { name: "Ir al contenido" });
			await expect.poll(async () => (await skip.boundingBox())?.y).toBe(8);
			await page.keyboard.press("Enter");
			await page.waitForURL("**/about#contenido");
			await page.keyboard.press("Tab");
			await page.locator("main :focus").waitFor();
		});
	});
});

describe("the link to the top", () => {
	test.each(["/security", "/about/cookie-policy", "/diagrams/4turnos_7dias?crew=A"])(
		"on %s appears after scrolling, in its own strip, and scrolls to the top",
		async (path) => {
			await visit(path, {}, async (page) => {
				const strip = page.locator(".floating");
				const top = async () => (await strip.boundingBox())?.y ?? Number.NaN;
				expect(await top()).toBeGreaterThanOrEqual(640);
				await page.mouse.wheel(0, 900);
				await expect.poll(top).toBe(640 - 61);
				expect(await strip.boundingBox()).toMatchObject({ x: 0, width: 320, height: 61 });
				expect(await strip.evaluate((it) => getComputedStyle(it).backgroundColor)).toBe("rgb(243, 242, 237)");
				await page.getByRole("link", { name: "Volver arriba" }).click();
				await expect.poll(() => page.evaluate("scrollY")).toBe(0);
			});
		},
	);

	test("of half a year does not float: it is the last line of the page", async () => {
		await visit("/diagram-complete/4turnos_7dias/2027-1", {}, async (page) => {
			expect(await page.locator(".floating").count()).toBe(0);
			const link = page.getByRole("link", { name: "Volver arriba" });
			expect(await link.evaluate((it) => getComputedStyle(it).position)).toBe("static");
			await link.click();
			await expect.poll(() => page.evaluate("scrollY")).toBe(0);
		});
	});

	test("in a low window is at the end of the page", async () => {
		await visit("/security", { height: 320 }, async (page) => {
			await page.evaluate("scrollTo({ top: 900, behavior: 'instant' })");
			const note = await page.locator(".note").boundingBox();
			const strip = await page.locator(".floating").boundingBox();
			expect(strip?.y).toBeGreaterThanOrEqual((note?.y ?? 0) + (note?.height ?? 0));
		});
	});

	test("a link of the table of contents scrolls its section below the header", async () => {
		await visit("/about/privacy-policy", {}, async (page) => {
			await page.getByRole("link", { name: "8. Tus derechos y cómo usarlos" }).click();
			const top = async () =>
				Math.round((await page.locator("#derechos > h2").boundingBox())?.y ?? Number.NaN);
			await expect.poll(top).toBeLessThan(160);
			expect(await top()).toBeGreaterThanOrEqual(60);
		});
	});
});

describe("the cookie banner", () => {
	test("has two lines of text and two buttons in one row at 360 px", async () => {
		await visit("/about", { width: 360 }, async (page) => {
			const banner = page.getByRole("region", { name: "Cookies" });
			const text = banner.locator("p");
			const lineHeight = await text.evaluate((it) => Number.parseFloat(getComputedStyle(it).lineHeight));
			expect((await text.boundingBox())?.height).toBe(2 * lineHeight);
			const tops = await banner
				.getByRole("button")
				.evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().top));
			expect(tops).toHaveLength(2);
			expect(new Set(tops).size).toBe(1);
		});
	});

	test("is a plain form with a toast, and the choice can be changed in the footer", async () => {
		await visit("/about", {}, async (page) => {
			const banner = page.getByRole("region", { name: "Cookies" });
			expect(await banner.isVisible()).toBe(true);
			await banner.getByRole("button", { name: "Rechazar" }).click();
			await page.getByRole("status").getByText("rechazaste").waitFor();
			await page.waitForLoadState();
			expect(pathOf(page)).toBe("/about");
			expect(await banner.count()).toBe(0);
			const [consent] = (await page.context().cookies()).filter(({ name }) => name === "consent");
			expect(consent?.value).toBe("rejected");
			expect(Math.round(((consent?.expires ?? 0) - Date.now() / 1000) / 86_400)).toBe(182);
			await page.getByText("Cambiar mi elección").click();
			await page.getByRole("button", { name: "Aceptar desde ahora" }).click();
			await page.getByRole("status").getByText("aceptaste").waitFor();
		});
	});

	test("leaves what is typed into the page's form, also without signal", async () => {
		await visit("/auth/register", { script: "on" }, async (page) => {
			await untilAlive(page);
			const name = page.getByLabel("Nombre de usuario");
			await name.fill("ramona");
			const accept = page.getByRole("button", { name: "Aceptar" });
			await page.context().setOffline(true);
			await accept.click();
			await page.getByText("parece que no hay señal").waitFor();
			await page.context().setOffline(false);
			await accept.click();
			await page.getByRole("status").getByText("aceptaste").waitFor();
			expect(await accept.count()).toBe(0);
			expect(await name.inputValue()).toBe("ramona");
		});
	});

	test("after 'Rechazar' the web cookie ends with the browser", async () => {
		await visit("/android-system", {}, async (page) => {
			await page.getByRole("button", { name: "Rechazar" }).click();
			await page.getByRole("status").getByText("rechazaste").waitFor();
			await page.getByRole("button", { name: "Seguir en la web" }).click();
			await page.waitForURL((url) => url.pathname === "/home");
			const [web] = (await page.context().cookies()).filter(({ name }) => name === "web");
			expect(web).toMatchObject({ value: "1", expires: -1, httpOnly: true, sameSite: "Lax" });
		});
	});

	test("the toast and the open choice are accessible in both schemes", async () => {
		await visit("/about", { script: "blocked" }, async (page) => {
			await page.getByRole("button", { name: "Aceptar" }).click();
			await keepToast(page);
			await page.getByText("Cambiar mi elección").click();
			await expectAccessible(page, [320]);
			expect(await page.locator(".toast").isVisible()).toBe(true);
		});
	});
});

describe("the layout", () => {
	test("one column of signs below 768 px, two from there on", async () => {
		await visit("/security", {}, async (page) => {
			for (const [width, columns] of [
				[767, 1],
				[768, 2],
				[1280, 2],
			] as const) {
				await page.setViewportSize({ width, height: 640 });
				const lefts = await page
					.locator(".rule")
					.evaluateAll((signs) => signs.map((sign) => sign.getBoundingClientRect().left));
				expect(new Set(lefts).size, `${width} px`).toBe(columns);
			}
		});
	});

	test("a legal page is at most 800 px wide", async () => {
		await visit("/about/end-user-agreement", { width: 1280 }, async (page) => {
			expect((await page.locator(".legal").boundingBox())?.width).toBe(800);
		});
	});

	test("the main button of a phone's page fits the first screen", async () => {
		await visit("/android-system", { width: 320, height: 640 }, async (page) => {
			await page.getByRole("button", { name: "Aceptar" }).click();
			await page.getByRole("status").getByText("aceptaste").waitFor();
			await page.goto(`${server.origin}/android-system`);
			const box = await page.getByRole("button", { name: "Seguir en la web" }).boundingBox();
			expect((box?.y ?? 640) + (box?.height ?? 0)).toBeLessThanOrEqual(640);
			expect(box?.height).toBeGreaterThanOrEqual(64);
		});
	});

	test("a printed legal page is only its text", async () => {
		await visit("/about/cookie-policy", { width: 768 }, async (page) => {
			await page.emulateMedia({ media: "print" });
			for (const part of [".header", ".footer", ".back", ".legal nav", ".floating", ".ask-strip"])
				expect(await page.locator(part).isVisible()).toBe(false);
			expect(await page.locator("#tipos").isVisible()).toBe(true);
		});
	});

	test("the page of a malformed address has the header with the product's name", async () => {
		for (const width of [320, 1280]) {
			const page = await openPage({ width });
			expect((await page.goto(`${server.origin}/%5C`))?.status()).toBe(400);
			const bar = await page.locator(".header").boundingBox();
			const title = await page.getByRole("heading").boundingBox();
			expect(title?.y).toBeGreaterThanOrEqual((bar?.y ?? 0) + (bar?.height ?? 0));
			expect(await page.locator(".brand").textContent()).toBe("Relevo");
		}
	});
});
