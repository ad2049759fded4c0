import type { Page, Route } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { db } from "~/lib/database/db.server";
import { makeUser, signedIn } from "../../support/accounts";
import { holdScripts, untilAlive } from "../../support/browser/alive";
import { expectHiddenAfter, pathOf, signInAt, type Visit } from "../../support/browser/browser";
import { extraValue, fillExtra } from "../../support/browser/extra-form";
import { personalSite } from "../../support/browser/personal-site";
import { extraRow } from "../../support/extras";
import { smallPhotos } from "../../support/images/phone-photos";

/** Tests that navigation between hydrated pages behaves like the browser's own navigation between documents. */
const site = personalSite();
let user: { id: string; email: string };

beforeAll(async () => {
	user = await makeUser();
	for (let day = 10; day < 30; day++)
		await db
			.insertInto("extras")
			.values(extraRow(user.id, { date: `2026-01-${day}` }))
			.execute();
});

const DOCUMENTS = "/auth/my-documents";
const EXTRAS = "/auth/work-overtime";
const ADD_EXTRA = "/auth/work-overtime/add-work-overtime";

/** Opens a hydrated page and sets `window.mark`, which loading another document would remove. */
function visit(path: string, use: (page: Page) => Promise<void>, how: Visit & { noted?: RegExp } = {}) {
	return site.visit(user, path, { script: "on", width: 1280, ...how }, async (page) => {
		await untilAlive(page);
		await page.evaluate("window.mark = true");
		await use(page);
	});
}

const isSameDocument = (page: Page) => page.evaluate("window.mark === true");
const focused = (page: Page) => page.evaluate("document.activeElement?.outerHTML.slice(0, 3)");
const scrolled = (page: Page) => page.evaluate("Math.round(scrollY)");
const heading = (page: Page, name: string) => page.getByRole("heading", { level: 1, name });

async function goTo(page: Page, name: string): Promise<void> {
	await page.locator(".menu-name").click();
	await page.locator(".menu-panel").getByRole("link", { name }).click();
}

describe("from page to page of the account", () => {
	test("loads only data; heading, title, focus, address and current link are those of the new page", async () => {
		await visit(DOCUMENTS, async (page) => {
			const documents: string[] = [];
			page.on("request", (request) => {
				if (request.resourceType() === "document") documents.push(request.url());
			});
			await goTo(page, "Mis Extras");
			await heading(page, "Mis Extras").waitFor();
			expect(await page.title()).toBe("Mis Extras · Relevo");
			expect(pathOf(page)).toBe(EXTRAS);
			await expect.poll(() => focused(page)).toBe("<h1");
			expect(await page.locator(".menu-panel").isVisible()).toBe(false);
			const marked = page.locator(".menu-panel [aria-current]");
			expect(await marked.textContent()).toBe("Mis Extras");
			expect([await isSameDocument(page), documents]).toEqual([true, []]);
			// "manual" means that Remix restores scroll positions, not the browser.
			expect(await page.evaluate("history.scrollRestoration")).toBe("manual");
		});
	});

	test("a new page begins at its top; back and forward restore the scroll position", async () => {
		await visit(EXTRAS, async (page) => {
			await page.evaluate("scrollTo(0, 500)");
			// Dispatches the event, because Playwright's `click` would first scroll the link into view.
			await page.locator(".menu-panel").getByText("Mis Documentos").dispatchEvent("click");
			await heading(page, "Mis Documentos").waitFor();
			await expect.poll(() => scrolled(page)).toBe(0);
			await page.goBack();
			await heading(page, "Mis Extras").waitFor();
			await expect.poll(() => scrolled(page)).toBe(500);
			await expect.poll(() => focused(page)).toBe("<h1");
			expect(await page.title()).toBe("Mis Extras · Relevo");
			await page.goForward();
			await heading(page, "Mis Documentos").waitFor();
			await expect.poll(() => scrolled(page)).toBe(0);
			expect(await isSameDocument(page)).toBe(true);
		});
	});

	test("the way back leads to the page before, also from a reloaded page whose scripts have not come", async () => {
		await visit(DOCUMENTS, async (page) => {
			await goTo(page, "Mis Extras");
			await heading(page, "Mis Extras").waitFor();
			const letGo = await holdScripts(page);
			await page.reload({ waitUntil: "commit" });
			await heading(page, "Mis Extras").waitFor();
			await page.goBack({ waitUntil: "commit" });
			await letGo();
			await heading(page, "Mis Documentos").waitFor();
			expect(pathOf(page)).toBe(DOCUMENTS);
			await untilAlive(page);
		});
	});

	test("the way back leads there also while the reloaded page is still arriving", async () => {
		await visit(DOCUMENTS, async (page) => {
			await goTo(page, "Mis Extras");
			await heading(page, "Mis Extras").waitFor();
			let letGo = () => {};
			const held = new Promise<void>((resolve) => {
				letGo = resolve;
			});
			await page.route(`**${EXTRAS}`, async (route) => {
				const response = await route.fetch();
				const body = (await response.text()).replace("</h1>", '</h1><script src="/hold.js"></script>');
				await route.fulfill({ response, body });
			});
			await page.route("**/hold.js", (route) => held.then(() => route.fulfill({ body: "" })));
			await page.reload({ waitUntil: "commit" });
			await heading(page, "Mis Extras").waitFor();
			await page.goBack({ waitUntil: "commit" });
			letGo();
			await heading(page, "Mis Documentos").waitFor();
			expect(pathOf(page)).toBe(DOCUMENTS);
			await untilAlive(page);
		});
	});

	test("a dialog stays with the page that it is about, and the way back leaves it", async () => {
		await visit(DOCUMENTS, async (page) => {
			await goTo(page, "Mi Perfil");
			await page.getByRole("button", { name: "Activar", exact: true }).click();
			const dialog = page.getByRole("alertdialog", { name: "Activada" });
			await dialog.waitFor();
			await page.goBack();
			await heading(page, "Mis Documentos").waitFor();
			expect(await dialog.isVisible()).toBe(false);
			expect(await isSameDocument(page)).toBe(true);
		});
	});

	async function goBackAndForth(page: Page, before: string): Promise<void> {
		const there = page.getByRole("heading", { level: 1, name: before, exact: true });
		await page.goBack();
		await there.waitFor();
		await page.goForward();
		await there.waitFor({ state: "detached" });
		expect(await isSameDocument(page)).toBe(true);
	}

	test("a form that was left without sending it comes back as it was left", async () => {
		await visit(DOCUMENTS, async (page) => {
			await goTo(page, "Mi Perfil");
			await page.locator("main").getByRole("link", { name: "Editar mi perfil" }).click();
			const [diagram, crew] = [page.locator("[name=diagram]"), page.locator("[name=crew]")];
			await diagram.selectOption("5turnos_7dias");
			// This crew is not among those of the stored diagram.
			await crew.selectOption("E");
			await goBackAndForth(page, "Mi Perfil");
			await expect.poll(() => crew.inputValue()).toBe("E");
			expect(await diagram.inputValue()).toBe("5turnos_7dias");
		});
	});

	test("another agreement to begin with has its own numbers, and leaves the first day as it was typed", async () => {
		await visit("/auth/my-pay/settings/rates/add", async (page) => {
			const [since, unionDay] = [page.locator("[name=since]"), page.locator("[name=unionDay]")];
			await since.fill("2026-03-01");
			await page.getByRole("link", { name: "CCT 260/75" }).click();
			await expect.poll(() => unionDay.inputValue()).toBe("si");
			expect(await since.inputValue()).toBe("2026-03-01");
		});
	});

	test("a form that could not be filled in for want of signal, or before it was left again, is by the next way back", async () => {
		await visit(DOCUMENTS, async (page) => {
			await page.locator("main").getByRole("link", { name: "Agregar documento" }).first().click();
			await page.getByLabel("Título").fill("Carnet");
			await page.locator("input[type=file][multiple]").setInputFiles(await smallPhotos(1));
			const listed = page.getByRole("button", { name: /^Quitar/ });
			await listed.waitFor();
			await page.route(/fill-form/, (route) => route.abort());
			const failing = page.waitForRequest(/fill-form/);
			await goBackAndForth(page, "Mis Documentos");
			await failing;
			await page.unroute(/fill-form/);
			let letGo = () => {};
			const held = new Promise<void>((resolve) => {
				letGo = resolve;
			});
			await page.route(/fill-form/, (route) => held.then(() => route.continue()));
			const filling = page.waitForResponse(/fill-form/);
			await goBackAndForth(page, "Mis Documentos");
			await page.goBack();
			await heading(page, "Mis Documentos").waitFor();
			letGo();
			await filling;
			await page.evaluate("new Promise((done) => setTimeout(done, 500))");
			await page.goForward();
			await expect.poll(() => listed.count()).toBe(1);
			expect(await page.getByLabel("Título").inputValue()).toBe("Carnet");
		});
	});

	test("a form that was left before its answer came back comes back as it was left", async () => {
		await visit(EXTRAS, async (page) => {
			await page.locator("main").getByRole("link", { name: "Agregar extra" }).first().click();
			await fillExtra(page, { hour: "8", date: "2026-02-07", shift: "M", comment: "Parada de planta" });
			await page.route(/add-work-overtime/, (route) =>
				route.request().method() === "POST" ? undefined : route.continue(),
			);
			const sent = page.waitForRequest((request) => request.method() === "POST");
			await page.getByRole("button", { name: "Guardar" }).click();
			await sent;
			await goBackAndForth(page, "Mis Extras");
			await expect.poll(() => extraValue(page, "comment")).toBe("Parada de planta");
			expect(await extraValue(page, "date")).toBe("2026-02-07");
		});
	});

	test("a form that somebody else left in this window does not come back", async () => {
		const other = await makeUser();
		await visit(DOCUMENTS, async (page) => {
			await page.locator("main").getByRole("link", { name: "Agregar documento" }).first().click();
			await page.getByLabel("Título").fill("Carnet");
			await page.goBack();
			await heading(page, "Mis Documentos").waitFor();
			await signInAt(site.server.origin, page, (await signedIn(other)).Cookie);
			const filling = page.waitForResponse(/fill-form/);
			await page.goForward();
			await filling;
			await page.evaluate("new Promise((done) => setTimeout(done))");
			expect(await page.getByLabel("Título").inputValue()).not.toBe("Carnet");
		});
	});

	test("the way back within a page leaves its form alone", async () => {
		await visit(DOCUMENTS, async (page) => {
			await page.locator("main").getByRole("link", { name: "Agregar documento" }).first().click();
			const title = page.getByLabel("Título");
			await title.fill("C");
			await page.locator("a.skip").press("Enter");
			await title.fill("Carnet");
			await page.goBack();
			await expect.poll(() => new URL(page.url()).hash).toBe("");
			await page.evaluate("new Promise((done) => setTimeout(done, 500))");
			expect(await title.inputValue()).toBe("Carnet");
		});
	});

	test("a password that was typed does not come back", async () => {
		await visit("/auth/my-account/edit-profile?view=account", async (page) => {
			const password = page.getByLabel("Contraseña actual");
			await password.fill("a secret of mine");
			await goTo(page, "Mis Extras");
			await heading(page, "Mis Extras").waitFor();
			await page.goBack();
			await password.waitFor();
			// What is filled in last has its turn before this.
			await page.evaluate("new Promise((done) => setTimeout(done))");
			expect(await password.inputValue()).toBe("");
		});
	});

	test("a document that was left comes back with its photos, and a saved one as it was saved", async () => {
		await visit(DOCUMENTS, async (page) => {
			await page.locator("main").getByRole("link", { name: "Agregar documento" }).first().click();
			const title = page.getByLabel("Título");
			await title.fill("Carnet");
			await page.locator("input[type=file][multiple]").setInputFiles(await smallPhotos(1, 2));
			const listed = page.getByRole("button", { name: /^Quitar/ });
			await expect.poll(() => listed.count()).toBe(2);
			await goBackAndForth(page, "Mis Documentos");
			await expect.poll(() => listed.count()).toBe(2);
			expect(await title.inputValue()).toBe("Carnet");
			await page.getByRole("button", { name: "Guardar" }).click();
			await heading(page, "Mis Documentos").waitFor();
			await page.goBack();
			await title.waitFor();
			expect(
				await page.evaluate("Array.from(document.getElementsByName('images'), ({ files }) => files.length)"),
			).toEqual([0, 0]);
		});
	});

	/** Opens the list of extras, whose further styles come when `letGo` is called, and presses a link to Mi Perfil. */
	async function pressBeforeStyles(
		answer: (route: Route) => Promise<void>,
		use: (page: Page, letGo: () => void) => Promise<void>,
	): Promise<void> {
		let letGo = () => {};
		const held = new Promise<void>((resolve) => {
			letGo = resolve;
		});
		const prepare = async (page: Page) =>
			void (await page.route("**/person-more-*.css", (route) => held.then(() => answer(route))));
		await visit(
			EXTRAS,
			async (page) => {
				await page.locator(".menu-panel").getByText("Mi Perfil").dispatchEvent("click");
				expect(pathOf(page)).toBe(EXTRAS);
				await use(page, letGo);
			},
			{ prepare },
		);
	}

	test.each([
		["waits for the styles that the list does not have", (route: Route) => route.continue(), true],
		["loads the page whole where they did not come", (route: Route) => route.abort(), false],
	])("a link of the list of extras %s", async (_, answer, stays) => {
		await pressBeforeStyles(answer, async (page, letGo) => {
			letGo();
			await heading(page, "Mi Perfil").waitFor();
			expect(await isSameDocument(page)).toBe(stays);
			expect(await page.locator("h1").count()).toBe(1);
		});
	});

	test("a link that waits for those styles gives way to the filter that is applied after it", async () => {
		await pressBeforeStyles(
			(route) => route.continue(),
			async (page, letGo) => {
				await page.evaluate(`void (window.came = new Promise((resolve) => {
					const styles = document.querySelector("link[rel=stylesheet]");
					styles.addEventListener("load", () => resolve(__remixRouter.state.navigation.state));
				}))`);
				await page.locator("#start").evaluate((field: HTMLInputElement) => {
					field.value = "2026-01-20";
					field.form?.requestSubmit();
				});
				await page.waitForURL(`**${EXTRAS}?start=2026-01-20`);
				letGo();
				expect([await page.evaluate("came"), pathOf(page)]).toEqual(["idle", EXTRAS]);
			},
		);
	});

	test("hydration keeps the scroll position", async () => {
		await site.visit(user, EXTRAS, { script: "on", width: 1280 }, async (page) => {
			await untilAlive(page);
			await page.evaluate("scrollTo(0, 400)");
			await page.reload({ waitUntil: "commit" });
			await expect.poll(() => scrolled(page)).toBe(400);
			await page.evaluate("scrollTo(0, 300)");
			await untilAlive(page);
			expect(await scrolled(page)).toBe(300);
		});
	});

	test("a link to a part of the page scrolls there, without a load", async () => {
		await visit(EXTRAS, async (page) => {
			await page.evaluate("scrollTo(0, 500)");
			await page.locator(".skip").dispatchEvent("click");
			await expect.poll(() => page.evaluate("document.activeElement?.id")).toBe("contenido");
			await expect.poll(() => scrolled(page)).toBeLessThan(100);
			// Makes the skip link lead to row 20 of the list, which is outside the visible area.
			await page.locator(".skip").evaluate((link) => link.setAttribute("href", "#fila-20"));
			await page.locator(".skip").dispatchEvent("click");
			await expect.poll(() => scrolled(page)).toBeGreaterThan(500);
			await page.goBack();
			expect(page.url()).toMatch(/#contenido$/);
			expect(await isSameDocument(page)).toBe(true);
		});
	});

	test("the menu closes after a navigation", async () => {
		await visit(DOCUMENTS, async (page) => {
			await page.locator(".menu-name").click();
			await page.locator(".menu-panel").getByRole("link", { name: "Mis Extras" }).click();
			await heading(page, "Mis Extras").waitFor();
			await expect.poll(() => page.locator(".menu-panel").isVisible()).toBe(false);
			expect(await isSameDocument(page)).toBe(true);
		});
	});

	test("a menu that was open before hydration stays open", async () => {
		await site.visit(user, DOCUMENTS, { script: "on", width: 1280 }, async (page) => {
			await page.locator(".menu-name").click();
			await untilAlive(page);
			expect(await page.locator(".menu-panel").isVisible()).toBe(true);
		});
	});

	test("a link pressed twice navigates once", async () => {
		await visit(DOCUMENTS, async (page) => {
			await page.locator(".menu-name").click();
			// In one task, because a late second click would hit what the next page has there.
			await page
				.locator(".menu-panel")
				.getByRole("link", { name: "Mis Extras" })
				.evaluate((link: HTMLElement) => {
					link.click();
					link.click();
				});
			await heading(page, "Mis Extras").waitFor();
			await page.goBack();
			await heading(page, "Mis Documentos").waitFor();
			expect(await isSameDocument(page)).toBe(true);
		});
	});
});

describe("out of the account", () => {
	test("a public page is loaded as a document, without script", async () => {
		await visit(DOCUMENTS, async (page) => {
			await page.getByRole("link", { name: "Seguridad" }).first().click();
			await heading(page, "Seguridad").waitFor();
			expect(await isSameDocument(page)).toBe(false);
			expect(await page.locator("script").count()).toBe(0);
		});
	});

	test("a public page after a form is loaded as a document too", async () => {
		await site.visit(null, "/auth/login?redirectTo=%2Fabout", { script: "on" }, async (page) => {
			await untilAlive(page);
			await page.getByLabel("Correo electrónico").fill(user.email);
			await page.getByLabel("Contraseña", { exact: true }).fill("acero frío 1900");
			await page.getByRole("button", { name: "Ingresar", exact: true }).click();
			await page.waitForURL("**/about");
			await heading(page, "Acerca de").waitFor();
			expect(await page.locator("script").count()).toBe(0);
		});
	});

	test("'CERRAR SESIÓN' is a plain form", async () => {
		// The browser tells the console that it has erased the thumbnails.
		const how = { script: "on", width: 1280, noted: /Clear-Site-Data/ } as const;
		await site.visit(await makeUser(), DOCUMENTS, how, async (page) => {
			await untilAlive(page);
			await page.locator(".menu-name").click();
			await page.getByRole("button", { name: "CERRAR SESIÓN" }).first().click();
			await page.waitForURL("**/home");
			expect(await page.locator("script").count()).toBe(0);
		});
	});
});

/**
 * Holds back requests for page data.
 * @returns a function that releases them
 */
async function holdData(page: Page): Promise<() => void> {
	let letGo = () => {};
	const gate = new Promise<void>((resolve) => {
		letGo = resolve;
	});
	await page.route("**/*_data=*", async (route) => {
		await gate;
		await route.continue();
	});
	return letGo;
}

describe("while the server responds", () => {
	test("to a navigation: the current page stays, with a progress sign", async () => {
		await visit(DOCUMENTS, async (page) => {
			const letGo = await holdData(page);
			await goTo(page, "Mis Extras");
			await page.getByRole("status").getByText("Cargando…").waitFor();
			expect(await heading(page, "Mis Documentos").isVisible()).toBe(true);
			letGo();
			await heading(page, "Mis Extras").waitFor();
			expect(await page.getByText("Cargando…").count()).toBe(0);
		});
	});

	test("to a form: the progress sign covers the page until the next page is shown", async () => {
		await visit(ADD_EXTRA, async (page) => {
			await fillExtra(page, EXTRA);
			const letGo = await holdData(page);
			await page.getByRole("button", { name: "Guardar" }).click();
			const sign = page.getByRole("status").getByText("Enviando…");
			await sign.waitFor();
			expect(await sign.boundingBox()).toEqual({ x: 0, y: 0, width: 1280, height: 640 });
			letGo();
			await heading(page, "Mis Extras").waitFor();
			expect(await sign.count()).toBe(0);
		});
	});
});

const EXTRA = { hour: "4", date: "2026-02-03", shift: "N" };

const followMenu = (page: Page) =>
	page.locator(".menu-panel").getByText("Mis Documentos").dispatchEvent("click");

describe("the toast of an action", () => {
	test("appears after each action in an existing live region, and the row of the saved extra gets the focus", async () => {
		await visit(ADD_EXTRA, async (page) => {
			for (const round of [1, 2]) {
				if (round === 2) await page.goBack();
				await heading(page, "Agregar extra").waitFor();
				await page.evaluate("window.place = document.querySelector('[role=status]')");
				// A second extra of the same day and shift would be asked about.
				await fillExtra(page, { ...EXTRA, date: `2026-09-0${round}` });
				await page.getByRole("button", { name: "Guardar" }).click();
				await heading(page, "Mis Extras").waitFor();
				const toast = page.locator(".toast");
				await expect.poll(() => toast.innerText()).toContain("Extra");
				expect(await page.evaluate("window.place.contains(document.querySelector('.toast'))")).toBe(true);
				// By an effect, which may run after the toast is drawn.
				await expect.poll(() => focused(page)).toBe("<su");
				// The second round changes the extra that the first has added, which has no undo button.
				await expectHiddenAfter(toast, round === 1 ? 59_900 : 4900);
				await expect.poll(() => toast.count()).toBe(0);
			}
			expect(await isSameDocument(page)).toBe(true);
		});
	});

	test.each([
		["another page", "2026-09-03", followMenu, true],
		["a full load", "2026-09-04", (page: Page) => page.goto(site.server.origin + DOCUMENTS), false],
	])(
		"is on the next page if its own is left for %s before it is shown",
		async (_, date, leave, isSameAfter) => {
			await visit(ADD_EXTRA, async (page) => {
				await page.route("**/work-overtime?*_data=routes*", () => {});
				await fillExtra(page, { ...EXTRA, date });
				await page.getByRole("button", { name: "Guardar" }).click();
				// The page's script has read the answer, which the server gives once.
				await expect
					.poll(() => page.evaluate("sessionStorage.getItem('message')"))
					.toContain("Extra agregada.");
				await leave(page);
				await heading(page, "Mis Documentos").waitFor();
				await page.locator(".toast").getByText("Extra agregada.").waitFor();
				expect(await isSameDocument(page)).toBe(isSameAfter);
			});
		},
	);
});

describe("a failed navigation", () => {
	const faults: [what: string, answer: (route: Route) => Promise<void>, said: string][] = [
		["without a signal", (route) => route.abort(), "Parece que no hay señal"],
		[
			"with the error page of a proxy without a server",
			(route) => route.fulfill({ status: 502, contentType: "text/html", body: "<h1>Bad Gateway</h1>" }),
			"Parece que no hay señal",
		],
		[
			"with one of our refusals",
			(route) =>
				route.fulfill({
					status: 503,
					headers: { "X-Remix-Catch": "yes" },
					json: { message: "Hay mucha gente. Probá en un rato." },
				}),
			"Hay mucha gente.",
		],
	];

	test.each(faults)(
		"%s: the page says so within the frame, and offers to load again",
		async (_what, answer, said) => {
			await visit(
				DOCUMENTS,
				async (page) => {
					await page.route("**/*_data=*", answer);
					await goTo(page, "Mis Extras");
					await page.getByText(said).waitFor();
					await expect.poll(() => focused(page)).toBe("<h1");
					expect(await page.title()).toBe(`${await page.locator("h1").textContent()} · Relevo`);
					expect(pathOf(page)).toBe(EXTRAS);
					// The error page has the user's menu and the site's styles.
					await page.locator(".menu-name").click();
					expect(await page.getByRole("button", { name: "CERRAR SESIÓN" }).isVisible()).toBe(true);
					await page.locator(".menu-name").press("Enter");
					expect(await page.locator(".page").evaluate((main) => getComputedStyle(main).maxWidth)).toBe(
						"1164px",
					);
					await page.unroute("**/*_data=*");
					await page.getByRole("link", { name: "Cargar de nuevo" }).click();
					await heading(page, "Mis Extras").waitFor();
					expect(await isSameDocument(page)).toBe(false);
				},
				{ noted: /net::ERR_FAILED|status of 50[23]/ },
			);
		},
	);

	test("a form whose request is refused stays, with its values, and says why", async () => {
		await visit(ADD_EXTRA, async (page) => {
			await fillExtra(page, EXTRA);
			await page.route("**/*_data=*", (route) => route.continue({ postData: "a".repeat(70_000) }));
			await page.getByRole("button", { name: "Guardar" }).click();
			await page.getByText("Lo que mandaste supera el tamaño permitido.").waitFor();
			expect(await extraValue(page, "hour")).toBe("4");
			expect(await isSameDocument(page)).toBe(true);
		});
	});

	test("a failed request for a mail leaves the page unchanged, and says so beside the button", async () => {
		const newcomer = await makeUser({ email_verified_at: null });
		await site.visit(newcomer, ADD_EXTRA, { script: "on" }, async (page) => {
			await untilAlive(page);
			await fillExtra(page, EXTRA);
			await page.route(/_data=|auth\.verify-email-\w+\.js/, (route) => route.abort());
			const reminder = page.getByRole("complementary", { name: "Correo sin verificar" });
			await reminder.getByRole("button", { name: "Verificar" }).click();
			await reminder.getByText("No se pudo enviar: parece que no hay señal.").waitFor();
			expect(await extraValue(page, "hour")).toBe("4");
			await page.unrouteAll();
			await reminder.getByRole("button", { name: "Verificar" }).click();
			await heading(page, "Verificá tu correo").waitFor();
			await page.getByText("Te mandamos otro correo.").waitFor();
		});
	});

	test("back from an error page leads to the page before", async () => {
		await visit(DOCUMENTS, async (page) => {
			await page.route("**/*_data=*", (route) => route.abort());
			await goTo(page, "Mis Extras");
			await heading(page, "No se pudo cargar la página").waitFor();
			await page.unroute("**/*_data=*");
			await page.goBack();
			await heading(page, "Mis Documentos").waitFor();
			await expect.poll(() => focused(page)).toBe("<h1");
			expect(await isSameDocument(page)).toBe(true);
		});
	});
});

describe("after a deploy", () => {
	test("a page whose module no longer exists on the server is loaded as a document, with no reload of the page before", async () => {
		await visit(
			DOCUMENTS,
			async (page) => {
				const loads: string[] = [];
				page.on("request", (request) => {
					if (request.isNavigationRequest()) loads.push(new URL(request.url()).pathname);
				});
				await page.route("**/build/routes/auth.work-overtime-*.js", (route) =>
					route.fulfill({ status: 404 }),
				);
				await goTo(page, "Mis Extras");
				await heading(page, "Mis Extras").waitFor();
				expect([pathOf(page), await isSameDocument(page)]).toEqual([EXTRAS, false]);
				expect(loads).toEqual([EXTRAS]);
			},
			{ noted: /status of 404/ },
		);
	});

	/** Makes the server's later responses look like those of a newer build. */
	const deploy = (page: Page) =>
		page.route("**/*_data=root", async (route) => {
			const response = await route.fetch();
			await route.fulfill({ response, json: { ...(await response.json()), version: "another" } });
		});

	test("the next page is loaded as a document, and so is the page before by Back, so that old modules never show new data", async () => {
		await visit(DOCUMENTS, async (page) => {
			await deploy(page);
			await goTo(page, "Mis Extras");
			await heading(page, "Mis Extras").waitFor();
			expect([pathOf(page), await isSameDocument(page)]).toEqual([EXTRAS, false]);
			// Scripts on their way would be lost with the route.
			await untilAlive(page);
			// No longer changes the version, because the page just loaded stands for the new build.
			await page.unroute("**/*_data=root");
			await page.evaluate("window.mark = true");
			await page.goBack();
			await heading(page, "Mis Documentos").waitFor();
			expect([pathOf(page), await isSameDocument(page)]).toEqual([DOCUMENTS, false]);
		});
	});

	test("a form is saved, and its toast is on a page loaded as a document", async () => {
		await visit(ADD_EXTRA, async (page) => {
			await deploy(page);
			await fillExtra(page, { ...EXTRA, date: "2026-09-08" });
			await page.getByRole("button", { name: "Guardar" }).click();
			await heading(page, "Mis Extras").waitFor();
			await expect.poll(() => page.locator(".toast").innerText()).toContain("Extra");
			expect([pathOf(page), await isSameDocument(page)]).toEqual([EXTRAS, false]);
		});
	});
});
