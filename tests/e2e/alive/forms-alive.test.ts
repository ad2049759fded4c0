import type { Page, Route } from "playwright-core";
import { describe, expect, test } from "vitest";
import * as accountMessages from "~/features/auth/account-messages";
import { emailMalformed } from "~/lib/explained";
import * as messages from "~/lib/messages";
import { expectAccessible } from "../../support/browser/accessibility";
import { holdRenders, holdScripts, untilAlive } from "../../support/browser/alive";
import { expectQuiet, openPage, pathOf, type Visit } from "../../support/browser/browser";
import { serverForFile } from "../../support/server/server-for-file";

const server = serverForFile();

const right = {
	username: "ramona",
	email: "ramona@ejemplo.ar",
	password: "mate y tortas",
	confirmPassword: "mate y tortas",
};

/** Opens a page, and expects no message in the console while `use` runs. */
async function visit(path: string, how: Visit, use: (page: Page) => Promise<void>): Promise<void> {
	const page = await openPage(how);
	// Allows messages that Chromium itself logs about a status 4xx, a blocked script or a missing network.
	const noted = /status of 4|net::ERR_(FAILED|INTERNET_DISCONNECTED)/;
	await expectQuiet(page, noted, async () => {
		await page.goto(server.origin + path);
		await use(page);
	});
}

const whenAlive = (path: string, use: (page: Page) => Promise<void>, how: Visit = {}) =>
	visit(path, { script: "on", ...how }, async (page) => {
		await untilAlive(page);
		await use(page);
	});

/**
 * Records the fields of each sent form, but not of background checks of passwords. `answer` may delay or fail the
 * request.
 */
async function watchPosts(page: Page, answer?: (route: Route) => Promise<void>): Promise<object[]> {
	const posts: object[] = [];
	await page.route("**/auth/**", (route) => {
		const sent = Object.fromEntries(new URLSearchParams(route.request().postData() ?? ""));
		if (route.request().method() !== "POST" || sent.intent === "ask-password") return route.fallback();
		posts.push(sent);
		return answer ? answer(route) : route.fallback();
	});
	return posts;
}

function gate(): { opened: Promise<void>; open: () => void } {
	let open = () => {};
	const opened = new Promise<void>((resolve) => {
		open = resolve;
	});
	return { opened, open };
}

async function fillIn(page: Page, fields: Partial<typeof right>): Promise<void> {
	for (const [name, value] of Object.entries(fields)) await page.locator(`#register-${name}`).fill(value);
}

const button = (page: Page) => page.locator("form.form button.main");
const isShownDisabled = (page: Page) => button(page).evaluate((it) => it.ariaDisabled === "true");
const errorsOn = (page: Page) => page.locator(".field .error:not(:empty)").allTextContents();
const isSummaryFocused = (page: Page) =>
	page.locator(".error-summary").evaluate((it) => it === document.activeElement);
const focusedId = (page: Page) => page.evaluate("document.activeElement.id");

const allMissing = [
	accountMessages.usernameRequired,
	messages.emailRequired,
	accountMessages.passwordRequired,
	accountMessages.confirmPasswordShort,
];

describe("an invalid form on a hydrated page", () => {
	test("has a button that looks disabled from the first input on; it is only pressed in vain", async () => {
		await whenAlive("/auth/register", async (page) => {
			const posts = await watchPosts(page);
			// The script changes no colour under a thumb.
			expect(await isShownDisabled(page)).toBe(false);
			await fillIn(page, { username: "ramona" });
			await expect.poll(() => isShownDisabled(page)).toBe(true);
			expect(await button(page).evaluate((it: HTMLButtonElement) => it.disabled)).toBe(false);
			await button(page).click({ force: true });
			await expect.poll(() => errorsOn(page)).toEqual(allMissing.slice(1));
			expect(posts).toEqual([]);
		});
	});

	test("untouched: pressing its button sends nothing, marks every field and focuses the first", async () => {
		await whenAlive("/auth/register", async (page) => {
			const posts = await watchPosts(page);
			expect(await errorsOn(page)).toEqual([]);
			await button(page).click({ force: true });
			await expect.poll(() => errorsOn(page)).toEqual(allMissing);
			await expect.poll(() => focusedId(page)).toBe("register-username");
			expect(await page.locator("[aria-invalid=true]").count()).toBe(4);
			expect(posts).toEqual([]);
		});
	});

	test("does the same on Enter, and focuses the first invalid field", async () => {
		await whenAlive("/auth/register", async (page) => {
			const posts = await watchPosts(page);
			await fillIn(page, { username: "ramona" });
			await page.locator("#register-username").press("Enter");
			await expect.poll(() => errorsOn(page)).toEqual(allMissing.slice(1));
			await expect.poll(() => focusedId(page)).toBe("register-email");
			expect(posts).toEqual([]);
		});
	});

	test("shows a field's error when the field is left, and removes it while it is corrected", async () => {
		await whenAlive("/auth/register", async (page) => {
			const email = page.locator("#register-email");
			await email.pressSequentially("ramona");
			expect(await errorsOn(page)).toEqual([]);
			await email.press("Tab");
			await page.getByText(emailMalformed).waitFor();
			expect(await email.getAttribute("aria-invalid")).toBe("true");
			await email.pressSequentially("@ejemplo.ar");
			await expect.poll(() => errorsOn(page)).toEqual([]);
			expect(await email.getAttribute("aria-invalid")).toBeNull();
			await email.fill("");
			await expect.poll(() => errorsOn(page)).toEqual([messages.emailRequired]);
		});
	});

	test("has a text for each error", async () => {
		await whenAlive("/auth/register", async (page) => {
			await fillIn(page, { username: "ana", email: "a@", password: "corta", confirmPassword: "corta" });
			await page.keyboard.press("Enter");
			await expect
				.poll(() => errorsOn(page))
				.toEqual([
					`${accountMessages.usernameRequired} Tiene que tener 4 caracteres o más.`,
					emailMalformed,
					accountMessages.passwordShort,
					accountMessages.confirmPasswordShort,
				]);
			await fillIn(page, { ...right, confirmPassword: "mate y torta" });
			await expect.poll(() => errorsOn(page)).toEqual([accountMessages.passwordsDiffer]);
			await fillIn(page, { password: "mate y torta" });
			await expect.poll(() => errorsOn(page)).toEqual([]);
			await expect.poll(() => isShownDisabled(page)).toBe(false);
		});
	});

	test("treats blanks as missing, except in a password", async () => {
		await whenAlive("/auth/register", async (page) => {
			await fillIn(page, { ...right, username: "      ", password: "       ", confirmPassword: "       " });
			await page.getByRole("button", { name: "Mostrar contraseña" }).first().click();
			await page.locator("#register-password").focus();
			await page.keyboard.press("Enter");
			await expect.poll(() => errorsOn(page)).toEqual([accountMessages.usernameRequired]);
		});
	});

	test("does not move while a user leaves a field by pressing below it", async () => {
		await whenAlive("/auth/register", async (page) => {
			await page.locator("#register-email").pressSequentially("ramona");
			const link = page.locator("main").getByRole("link", { name: "términos de uso" });
			await link.hover();
			await page.mouse.down();
			// Waits 50 ms, within which a premature error message would appear.
			await page.evaluate("new Promise((resolve) => setTimeout(resolve, 50))");
			expect(await errorsOn(page)).toEqual([]);
			await page.mouse.up();
			await page.waitForURL("**/about/end-user-agreement");
		});
	});

	test("shows its error when the touch with which a user leaves a field becomes a scroll", async () => {
		await whenAlive("/auth/register", async (page) => {
			await page.locator("#register-email").pressSequentially("ramona");
			// The browser ends such a touch with `pointercancel`; no `pointerup` follows.
			await page.evaluate(`dispatchEvent(new PointerEvent("pointerdown"))`);
			await page.evaluate("document.activeElement.blur()");
			expect(await errorsOn(page)).toEqual([]);
			await page.evaluate(`dispatchEvent(new PointerEvent("pointercancel"))`);
			await expect.poll(() => errorsOn(page)).toHaveLength(1);
		});
	});
});

describe("a valid form on a hydrated page", () => {
	test("is sent once, however often its button is pressed, and shows that it is being sent", async () => {
		await whenAlive("/auth/register", async (page) => {
			const { opened, open } = gate();
			const posts = await watchPosts(page, async (route) => {
				await opened;
				await route.fallback();
			});
			await fillIn(page, right);
			await expect.poll(() => isShownDisabled(page)).toBe(false);
			await page.locator("form.form").evaluate((form: HTMLFormElement) => {
				const press = form.querySelector<HTMLButtonElement>("button.main");
				press?.click();
				press?.click();
				form.requestSubmit();
			});
			await page.getByText("Enviando…").waitFor();
			expect(await button(page).evaluate((it: HTMLButtonElement) => it.disabled)).toBe(true);
			open();
			await page.waitForURL("**/auth/verify-email");
			expect(posts).toEqual([{ ...right, mark: expect.any(String) }]);
		});
	});

	test("counts as valid when the browser has autofilled it", async () => {
		await whenAlive("/auth/register", async (page) => {
			await page.locator("form.form").evaluate((form: HTMLFormElement, values) => {
				for (const [name, value] of Object.entries(values))
					form.querySelector(`[name=${name}]`)?.setAttribute("value", value);
				form.querySelector("input")?.dispatchEvent(new Event("animationstart", { bubbles: true }));
			}, right);
			await expect.poll(() => isShownDisabled(page)).toBe(false);
		});
	});

	test("stays as it is without a network, says so, and can be sent when the network is back", async () => {
		await whenAlive("/auth/register", async (page) => {
			await fillIn(page, { ...right, email: "sin-senal@ejemplo.ar" });
			await page.context().setOffline(true);
			await button(page).click();
			await page.getByRole("alert").getByText("parece que no hay señal").waitFor();
			expect(await page.locator("#register-password").inputValue()).toBe(right.password);
			expect(await errorsOn(page)).toEqual([]);
			await page.context().setOffline(false);
			await page.getByRole("button", { name: "Probar de nuevo" }).click();
			await page.waitForURL("**/auth/verify-email");
		});
	});
});

describe("a common password", () => {
	const COMMON = "Esa contraseña es de las más usadas: elegí otra.";

	test("is reported when its field is left, with nothing sent, until it is replaced", async () => {
		await whenAlive("/auth/register", async (page) => {
			const posts = await watchPosts(page);
			await fillIn(page, { ...right, password: "password", confirmPassword: "password" });
			await page.getByText(COMMON).waitFor();
			await expect.poll(() => isShownDisabled(page)).toBe(true);
			await button(page).click({ force: true });
			await expect.poll(() => focusedId(page)).toBe("register-password");
			expect(posts).toEqual([]);
			const answered = page.waitForResponse((response) => response.request().method() === "POST");
			await fillIn(page, { password: "password de Ramona", confirmPassword: "password de Ramona" });
			await expect.poll(() => errorsOn(page)).toEqual([]);
			await expect.poll(() => isShownDisabled(page)).toBe(false);
			await answered;
			// From here on the page asks the server once at most, because it does not ask again about an unchanged password.
			let asked = 0;
			page.on("request", (request) => {
				if (request.method() === "POST") asked++;
			});
			await fillIn(page, { password: "password", confirmPassword: "password" });
			await page.getByText(COMMON).waitFor();
			await expect.poll(() => isShownDisabled(page)).toBe(true);
			expect(asked).toBeLessThanOrEqual(1);
		});
	});

	test("is not reported without a network, and nothing is lost; the server refuses it", async () => {
		await whenAlive("/auth/register", async (page) => {
			await page.context().setOffline(true);
			const asked = page.waitForEvent("requestfailed");
			await fillIn(page, { ...right, password: "password", confirmPassword: "password" });
			await asked;
			expect(await errorsOn(page)).toEqual([]);
			await expect.poll(() => isShownDisabled(page)).toBe(false);
			await page.context().setOffline(false);
			await button(page).click();
			await page.getByRole("link", { name: COMMON }).waitFor();
			await expect.poll(() => focusedId(page)).toBe("register-password");
			expect(await page.locator("#register-password").inputValue()).toBe("password");
		});
	});
});

describe("a password", () => {
	test("can be revealed while it is typed, and is hidden again when it is sent", async () => {
		await whenAlive("/auth/register", async (page) => {
			const { opened, open } = gate();
			const posts = await watchPosts(page, async (route) => {
				await opened;
				await route.abort();
			});
			await fillIn(page, right);
			const password = page.locator("#register-password");
			await page.getByRole("button", { name: "Mostrar contraseña" }).first().click();
			await expect.poll(() => password.getAttribute("type")).toBe("text");
			expect(await page.locator("#register-confirmPassword").getAttribute("type")).toBe("password");
			await button(page).click();
			await expect.poll(() => posts.length).toBe(1);
			// The request may leave before React has drawn that it does.
			await expect.poll(() => password.getAttribute("type")).toBe("password");
			open();
			await page.getByText("parece que no hay señal").waitFor();
			expect(await password.getAttribute("type")).toBe("password");
		});
	});

	test("is hidden by the answer on a slow phone, which has not drawn that it was sent", async () => {
		await whenAlive("/auth/login", async (page) => {
			const password = page.locator("#login-password");
			await page.locator("#login-email").fill("nadie@ejemplo.ar");
			await password.fill("no es esta");
			await page.getByRole("button", { name: "Mostrar contraseña" }).click();
			await expect.poll(() => password.getAttribute("type")).toBe("text");
			const letRender = await holdRenders(page);
			const place = () => page.evaluate("__remixRouter.state.location.key");
			const before = await place();
			await button(page).click();
			await expect.poll(place).not.toBe(before);
			await letRender();
			await page.locator(".error-summary").waitFor();
			expect(await password.getAttribute("type")).toBe("password");
		});
	});

	test("has no button to reveal it before hydration, but space for the button, so that nothing moves", async () => {
		let letGo = async () => {};
		const prepare = async (page: Page) => {
			letGo = await holdScripts(page);
		};
		await visit("/auth/register", { script: "on", prepare }, async (page) => {
			expect(await page.getByRole("button", { name: "Mostrar contraseña" }).count()).toBe(0);
			const boxes = () =>
				page
					.locator("main *:not(.reveal)")
					.evaluateAll((all) => all.map((it) => it.getBoundingClientRect().toJSON()));
			const before = await boxes();
			await letGo();
			await untilAlive(page);
			expect(await page.getByRole("button", { name: "Mostrar contraseña" }).count()).toBe(2);
			expect(await boxes()).toEqual(before);
		});
	});
});

describe("a form refused by the server", () => {
	test("on a hydrated page: screen readers read its errors first, the title names them, and the typed values stay", async () => {
		await whenAlive("/auth/login", async (page) => {
			await page.locator("#login-email").fill("nadie@ejemplo.ar");
			await page.locator("#login-password").fill("no es esta");
			await page.locator("#login-password").press("Enter");
			await page.locator(".error-summary").waitFor();
			await expect.poll(() => page.title()).toBe("Error: Ingresar · Relevo");
			await expect.poll(() => isSummaryFocused(page)).toBe(true);
			expect(await page.locator("#login-email").inputValue()).toBe("nadie@ejemplo.ar");
			expect(await page.locator("#login-password").inputValue()).toBe("no es esta");
			await expect.poll(() => isShownDisabled(page)).toBe(false);
			await page.locator("#login-password").fill("no");
			await page.locator("#login-password").press("Enter");
			await expect.poll(() => page.locator(".error-summary").count()).toBe(0);
			await expect.poll(() => page.title()).toBe("Ingresar · Relevo");
		});
	});

	test.each([
		["nobody's", "document.activeElement.blur()", ".error-summary"],
		["in a field", "document.querySelector('#login-email').focus()", "#login-email"],
	])(
		"as a document, the focus being %s: errors, values and that survive hydration, no password is sent back",
		async (_, move, focused) => {
			let letGo = async () => {};
			const prepare = async (page: Page) => {
				letGo = await holdScripts(page);
			};
			await visit("/auth/login", { script: "on", prepare }, async (page) => {
				await page.locator("#login-email").fill("nadie@ejemplo.ar");
				await page.locator("#login-password").fill("no es esta");
				await button(page).click();
				await page.locator(".error-summary").waitFor();
				expect(await page.title()).toBe("Error: Ingresar · Relevo");
				await expect.poll(() => isSummaryFocused(page)).toBe(true);
				await page.evaluate(move);
				await letGo();
				await untilAlive(page);
				await expect.poll(() => page.title()).toBe("Error: Ingresar · Relevo");
				await expect.poll(() => page.locator(`${focused}:focus`).count()).toBe(1);
				expect(await page.locator("#login-email").inputValue()).toBe("nadie@ejemplo.ar");
				expect(await page.locator("#login-password").inputValue()).toBe("");
				expect(await page.content()).not.toContain("no es esta");
			});
		},
	);

	test.each(["off", "blocked"] as const)("shows its errors with script %s", async (script) => {
		await visit("/auth/register", { script }, async (page) => {
			expect(await button(page).isEnabled()).toBe(true);
			await page.locator("#register-email").fill("ramona");
			await page.locator("#register-username").fill("Ramona Ñandú");
			await button(page).click();
			await page.locator(".error-summary").waitFor();
			// The summary is above the fields, which the browser may not have read yet.
			await expect.poll(() => errorsOn(page)).toEqual([emailMalformed, ...allMissing.slice(2)]);
			expect(await page.title()).toMatch(/^Error: /);
			expect(await page.locator("#register-username").inputValue()).toBe("Ramona Ñandú");
			expect(await page.locator("#register-email").getAttribute("value")).toBe("ramona");
			await page.locator(".error-summary a", { hasText: messages.emailRequired }).click();
			await expect.poll(() => page.locator(":focus").getAttribute("id")).toBe("register-email");
		});
	});

	test("is accessible in both schemes", async () => {
		await visit("/auth/register", { script: "blocked" }, async (page) => {
			await button(page).click();
			await page.locator(".error-summary").waitFor();
			await page.waitForLoadState();
			await expectAccessible(page, [320]);
		});
		await visit("/auth/register", { script: "on" }, async (page) => {
			await untilAlive(page);
			await page.keyboard.press("Tab");
			await expectAccessible(page, [320]);
		});
	});
});

describe("the waiting page", () => {
	/**
	 * Registers a user and opens the page that waits for the verification of the e-mail address. Only the test advances
	 * the clock of this page.
	 * @returns a function that counts the page's requests
	 */
	async function openWaiting(page: Page): Promise<() => number> {
		await fillIn(page, { ...right, email: `espera-${Math.random()}@ejemplo.ar` });
		await button(page).click();
		await page.waitForURL("**/auth/verify-email");
		let looks = 0;
		page.on("request", (request) => {
			if (request.url().includes("_data=routes%2Fauth.verify-email")) looks++;
		});
		await page.clock.install({ time: 0 });
		await page.clock.pauseAt(3_600_000);
		await page.reload();
		const pass = async () => {
			await page.clock.runFor(100);
			return page.locator("html.alive").count();
		};
		await expect.poll(pass, { interval: 1 }).toBe(1);
		// The returned function counts only the requests that the page sends from now on.
		const before = looks;
		return () => looks - before;
	}

	const onWaitingPage = (use: (page: Page, looks: () => number) => Promise<void>) =>
		whenAlive("/auth/register", async (page) => use(page, await openWaiting(page)), { isSingleUse: true });

	/**
	 * Advances the clock until the next request.
	 * @returns the seconds until the request, accurate to one or two seconds
	 */
	async function nextPause(page: Page, looks: () => number): Promise<number> {
		const before = looks();
		let seconds = 0;
		const pass = async () => {
			await page.clock.runFor(1000);
			seconds++;
			return looks();
		};
		await expect.poll(pass, { interval: 1 }).toBeGreaterThan(before);
		return seconds;
	}

	test("polls every few seconds, ever more slowly, and keeps typed text, also without a network", async () => {
		await onWaitingPage(async (page, looks) => {
			await page.getByLabel("Código").pressSequentially("123");
			const pauses: number[] = [];
			for (let turn = 0; turn < 11; turn++) pauses.push(await nextPause(page, looks));
			expect(Math.min(...pauses)).toBeGreaterThan(2);
			expect(pauses.at(-1)).toBeGreaterThan(12);
			await page.context().setOffline(true);
			await nextPause(page, looks);
			await nextPause(page, looks);
			expect(await page.getByLabel("Código").inputValue()).toBe("123");
			expect(await focusedId(page)).toBe("code-code");
		});
	});

	test("stops after half an hour, and checks on request", async () => {
		await onWaitingPage(async (page, looks) => {
			await page.clock.fastForward(31 * 60_000);
			await expect.poll(looks).toBe(1);
			await page.clock.runFor(60_000);
			expect(looks()).toBe(1);
			const link = page.getByRole("link", { name: "Ya lo verifiqué" });
			// A click that opens a tab or a window is left to the browser; here it is stopped afterwards.
			const taken = await link.evaluate((element) =>
				[{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { button: 1 }].filter((how) => {
					const event = new MouseEvent("click", { ...how, bubbles: true, cancelable: true });
					let isTaken = false;
					const stop = () => {
						isTaken = event.defaultPrevented;
						event.preventDefault();
					};
					addEventListener("click", stop, { once: true });
					element.dispatchEvent(event);
					return isTaken;
				}),
			);
			expect(taken).toEqual([]);
			await link.click();
			await page.getByText("Todavía no está verificado.").waitFor();
			await expect.poll(looks).toBe(2);
			expect(pathOf(page)).toBe("/auth/verify-email");
		});
	});

	test("sends nothing while it is hidden, and checks at once when it is shown", async () => {
		await onWaitingPage(async (page, looks) => {
			const show = (isHidden: boolean) =>
				page.evaluate((hidden) => {
					Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
					document.dispatchEvent(new Event("visibilitychange"));
				}, isHidden);
			await show(true);
			// Leaves out requests that the page sent before it was hidden.
			const before = looks();
			await page.clock.runFor(60_000);
			expect(looks()).toBe(before);
			await show(false);
			await expect.poll(looks).toBe(before + 1);
		});
	});
});
