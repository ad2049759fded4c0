import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { explained, messages } from "~/lib/messages";
import {
	axeFindings,
	expectQuiet,
	horizontalOverflow,
	launchBrowser,
	lowTargets,
	openPage,
	type Visit,
} from "../support/browser";
import { startServer, type TestServer } from "../support/server";

/** Decision 16, on the real pages: what a form does with script, with a script that never comes, and without. */
let browser: Browser;
let server: TestServer;

beforeAll(async () => {
	[browser, server] = await Promise.all([launchBrowser(), startServer()]);
});
afterAll(async () => {
	await Promise.all([browser.close(), server.stop()]);
});

const right = {
	username: "ramona",
	email: "ramona@ejemplo.ar",
	password: "mate y tortas",
	confirmPassword: "mate y tortas",
};

/** Opens a page and tells of everything that its browser would write on the console. */
async function visit(path: string, how: Visit, use: (page: Page) => Promise<void>): Promise<void> {
	const page = await openPage(browser, how);
	// The browser itself notes a document that is refused and, where we keep it away, the script.
	const noted = how.script === "blocked" ? /status of 4|net::ERR_FAILED/ : /status of 4/;
	await expectQuiet(page, noted, async () => {
		await page.goto(server.origin + path);
		await use(page);
	});
}

const withScript = (path: string, use: (page: Page) => Promise<void>) => visit(path, { script: "on" }, use);

/** Counts the forms that leave the page; they come back with nothing, so that the page stays. */
async function catchPosts(page: Page): Promise<string[]> {
	const bodies: string[] = [];
	await page.route("**/auth/**", (route) => {
		if (route.request().method() !== "POST") return route.fallback();
		bodies.push(route.request().postData() ?? "");
		return route.fulfill({ status: 204 });
	});
	return bodies;
}

async function fillIn(page: Page, fields: Partial<typeof right>): Promise<void> {
	for (const [name, value] of Object.entries(fields)) await page.locator(`#register-${name}`).fill(value);
}

const button = (page: Page) => page.locator("form[data-check] button[type=submit]");
const isShownDisabled = (page: Page) => button(page).evaluate((it) => it.ariaDisabled === "true");
const errorsOn = (page: Page) => page.locator(".field .error:not(:empty)").allTextContents();
const focusedId = (page: Page) => page.evaluate("document.activeElement.id");

const allMissing = [
	messages.usernameRequired,
	messages.emailRequired,
	messages.passwordRequired,
	messages.confirmPasswordShort,
];

describe("with script, a form that is wrong", () => {
	test("looks disabled; pressing it sends nothing, marks every field and focuses the first", async () => {
		await withScript("/auth/register", async (page) => {
			const posts = await catchPosts(page);
			expect(await isShownDisabled(page)).toBe(true);
			expect(await button(page).isDisabled()).toBe(true);
			expect(await button(page).evaluate((it: HTMLButtonElement) => it.disabled)).toBe(false);
			expect(await errorsOn(page)).toEqual([]);
			await button(page).click({ force: true });
			expect(await errorsOn(page)).toEqual(allMissing);
			expect(await focusedId(page)).toBe("register-username");
			expect(await page.locator("[aria-invalid=true]").count()).toBe(4);
			expect(posts).toEqual([]);
		});
	});

	test("does the same by Enter, and focuses the first that is wrong", async () => {
		await withScript("/auth/register", async (page) => {
			const posts = await catchPosts(page);
			await fillIn(page, { username: "ramona" });
			await page.locator("#register-username").press("Enter");
			expect(await errorsOn(page)).toEqual(allMissing.slice(1));
			expect(await focusedId(page)).toBe("register-email");
			expect(posts).toEqual([]);
		});
	});

	test("tells of a field once it is left, and takes it back while it is put right", async () => {
		await withScript("/auth/register", async (page) => {
			const email = page.locator("#register-email");
			await email.pressSequentially("ramona");
			expect(await errorsOn(page)).toEqual([]);
			await email.press("Tab");
			await page.getByText(explained.emailMalformed).waitFor();
			expect(await email.getAttribute("aria-invalid")).toBe("true");
			await email.pressSequentially("@ejemplo.ar");
			expect(await errorsOn(page)).toEqual([]);
			expect(await email.getAttribute("aria-invalid")).toBeNull();
			await email.fill("");
			expect(await errorsOn(page)).toEqual([messages.emailRequired]);
		});
	});

	test("has a text for each mistake", async () => {
		await withScript("/auth/register", async (page) => {
			await fillIn(page, { username: "ana", email: "a@", password: "corta", confirmPassword: "corta" });
			await page.keyboard.press("Enter");
			expect(await errorsOn(page)).toEqual([
				explained.usernameShort,
				explained.emailMalformed,
				messages.passwordShort,
				messages.confirmPasswordShort,
			]);
			await fillIn(page, { ...right, confirmPassword: "mate y torta" });
			expect(await errorsOn(page)).toEqual([messages.passwordsDiffer]);
			await fillIn(page, { password: "mate y torta" });
			expect(await errorsOn(page)).toEqual([]);
			expect(await isShownDisabled(page)).toBe(false);
		});
	});

	test("of blanks only is missing, but a password may be of blanks", async () => {
		await withScript("/auth/register", async (page) => {
			await fillIn(page, { ...right, username: "      ", password: "       ", confirmPassword: "       " });
			await page.getByText("Mostrar contraseña").first().click();
			await page.locator("#register-password").focus();
			await page.keyboard.press("Enter");
			expect(await errorsOn(page)).toEqual([messages.usernameRequired]);
		});
	});

	test("does not move from under the finger that leaves a field by pressing below", async () => {
		await withScript("/auth/register", async (page) => {
			await page.locator("#register-email").pressSequentially("ramona");
			const link = page.locator("main").getByRole("link", { name: "términos de uso" });
			await link.hover();
			await page.mouse.down();
			// Time enough for the message that must not come yet.
			await page.evaluate("new Promise((resolve) => setTimeout(resolve, 50))");
			expect(await errorsOn(page)).toEqual([]);
			await page.mouse.up();
			await page.waitForURL("**/about/end-user-agreement");
		});
	});
});

describe("with script, a form that is right", () => {
	test("is sent once, however often it is pressed, and shows that it is on its way", async () => {
		await withScript("/auth/register", async (page) => {
			const bodies: string[] = [];
			let answer = () => {};
			const isAnswered = new Promise<void>((resolve) => {
				answer = resolve;
			});
			await page.route("**/auth/register", async (route) => {
				if (route.request().method() !== "POST") return route.fallback();
				bodies.push(route.request().postData() ?? "");
				await isAnswered;
				await route.fulfill({ status: 204 });
			});
			await fillIn(page, right);
			expect(await isShownDisabled(page)).toBe(false);
			// While a page waits for the next one, only its own scripts can look at it.
			let tell: (seen: unknown) => void = () => {};
			const seen = new Promise((resolve) => {
				tell = resolve;
			});
			await page.exposeFunction("tell", (what: unknown) => tell(what));
			await page.locator("form[data-check]").evaluate((form: HTMLFormElement) => {
				const press = form.querySelector<HTMLButtonElement>("button[type=submit]");
				press?.setAttribute("name", "intent");
				press?.setAttribute("value", "crear");
				new MutationObserver(() => {
					const wait = document.querySelector(".wait")?.textContent;
					if (!wait) return;
					form.requestSubmit();
					Reflect.get(window, "tell")([wait, press?.disabled]);
				}).observe(document.body, { childList: true, subtree: true });
				press?.click();
				press?.click();
				form.requestSubmit();
			});
			expect(await seen).toEqual(["Enviando…", true]);
			answer();
			await expect
				.poll(() => bodies.map((body) => Object.fromEntries(new URLSearchParams(body))))
				.toEqual([{ ...right, intent: "crear" }]);
		});
	});

	test("is seen as right when the browser has filled it in", async () => {
		await withScript("/auth/register", async (page) => {
			await page.locator("form[data-check]").evaluate((form: HTMLFormElement, values) => {
				for (const [name, value] of Object.entries(values))
					form.querySelector(`[name=${name}]`)?.setAttribute("value", value);
				form.querySelector("input")?.dispatchEvent(new Event("animationstart", { bubbles: true }));
			}, right);
			expect(await isShownDisabled(page)).toBe(false);
		});
	});

	test("comes to life again when the visitor comes back to it", async () => {
		await withScript("/auth/register", async (page) => {
			const posts = await catchPosts(page);
			await fillIn(page, right);
			await button(page).click();
			await page.locator(".wait").waitFor();
			expect(await button(page).evaluate((it: HTMLButtonElement) => it.disabled)).toBe(true);
			// What a browser says of a page that it kept; one under test keeps none.
			await page.evaluate('dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }))');
			expect(await page.locator(".wait").count()).toBe(0);
			expect(await button(page).isEnabled()).toBe(true);
			await button(page).click();
			await expect.poll(() => posts.length).toBe(2);
		});
	});

	test("whose answer is no page can be used again after a while", async () => {
		await withScript("/auth/register", async (page) => {
			await page.clock.install();
			await page.reload();
			await catchPosts(page);
			await fillIn(page, right);
			await page.locator("#register-username").press("Enter");
			await page.clock.runFor(1000);
			expect(await page.locator(".wait").count()).toBe(1);
			await page.clock.runFor(30_000);
			expect(await page.locator(".wait").count()).toBe(0);
			expect(await button(page).isEnabled()).toBe(true);
		});
	});

	test("goes through to the server", async () => {
		await withScript("/auth/register", async (page) => {
			await fillIn(page, right);
			await button(page).click();
			await page.waitForURL("**/auth/verify-email");
		});
	});
});

describe("a password", () => {
	test("can be shown while it is typed, and is hidden again when it is sent", async () => {
		await withScript("/auth/register", async (page) => {
			const posts = await catchPosts(page);
			await fillIn(page, right);
			const password = page.locator("#register-password");
			await page.getByText("Mostrar contraseña").first().click();
			expect(await password.getAttribute("type")).toBe("text");
			expect(await page.locator("#register-confirmPassword").getAttribute("type")).toBe("password");
			await button(page).click();
			await expect.poll(() => posts.length).toBe(1);
			expect(await password.getAttribute("type")).toBe("password");
			expect(posts[0]).not.toContain("shown");
		});
	});

	test("has no such box without script", async () => {
		await visit("/auth/register", {}, async (page) => {
			expect(await page.getByText("Mostrar contraseña").first().isVisible()).toBe(false);
		});
	});
});

describe("what the server refuses", () => {
	test("is read out first with script, is in the title, and keeps what was typed but no password", async () => {
		await withScript("/auth/login", async (page) => {
			await page.locator("#login-email").fill("nadie@ejemplo.ar");
			await page.locator("#login-password").fill("no es esta");
			await button(page).click();
			await page.locator(".error-summary").waitFor();
			expect(await page.title()).toMatch(/^Error: /);
			await expect
				.poll(() => page.locator(".error-summary").evaluate((it) => it === document.activeElement))
				.toBe(true);
			expect(await page.locator("#login-email").inputValue()).toBe("nadie@ejemplo.ar");
			expect(await page.locator("#login-password").inputValue()).toBe("");
			expect(await page.content()).not.toContain("no es esta");
			expect(await isShownDisabled(page)).toBe(true);
		});
	});

	test.each(["off", "blocked"] as const)("is told by itself with script %s", async (script) => {
		await visit("/auth/register", { script }, async (page) => {
			expect(await button(page).isEnabled()).toBe(true);
			await page.locator("#register-email").fill("ramona");
			await page.locator("#register-username").fill("Ramona Ñandú");
			await button(page).click();
			await page.locator(".error-summary").waitFor();
			expect(await errorsOn(page)).toEqual([explained.emailMalformed, ...allMissing.slice(2)]);
			expect(await page.title()).toMatch(/^Error: /);
			expect(await page.locator("#register-username").inputValue()).toBe("Ramona Ñandú");
			expect(await page.locator("#register-email").getAttribute("value")).toBe("ramona");
			await page.locator(".error-summary a", { hasText: messages.emailRequired }).click();
			await expect.poll(() => page.locator(":focus").getAttribute("id")).toBe("register-email");
		});
	});

	test.each(["light", "dark"] as const)("is readable by everyone, %s", async (scheme) => {
		await visit("/auth/register", { script: "blocked", scheme }, async (page) => {
			await button(page).click();
			await page.locator(".error-summary").waitFor();
			expect(await axeFindings(page)).toEqual([]);
			expect(await horizontalOverflow(page)).toBe(0);
			expect(await lowTargets(page)).toEqual([]);
		});
		await visit("/auth/register", { script: "on", scheme }, async (page) => {
			await page.keyboard.press("Tab");
			expect(await axeFindings(page)).toEqual([]);
			expect(await lowTargets(page)).toEqual([]);
		});
	});
});

describe("a page that waits", () => {
	/** Any page of ours with a place that asks `/answer`. */
	async function openWaiting(
		page: Page,
	): Promise<{ asked: () => number; finish: () => void; loads: () => number }> {
		let asked = 0;
		let loads = 0;
		let done = false;
		// Its time stands still but for what a test lets pass.
		await page.clock.install({ time: 0 });
		await page.clock.pauseAt(3_600_000);
		await page.route("**/answer", (route) => {
			asked++;
			return route.fulfill({ json: { done } });
		});
		await page.route("**/auth/login*", async (route) => {
			loads++;
			const response = await route.fetch();
			const body = (await response.text()).replace("<main", '<p data-poll="/answer"></p><main');
			await route.fulfill({ response, body });
		});
		await page.goto(`${server.origin}/auth/login?x=1#aqui`);
		return {
			asked: () => asked,
			loads: () => loads,
			finish: () => {
				done = true;
			},
		};
	}

	test("asks every few seconds, ever more slowly, and loads anew once it is done", async () => {
		await withScript("/about", async (page) => {
			const waiting = await openWaiting(page);
			/** Lets the page's own time pass until it asks again; in seconds, one or two more or less. */
			const nextPause = async () => {
				const before = waiting.asked();
				let seconds = 0;
				const pass = async () => {
					await page.clock.runFor(1000);
					seconds++;
					return waiting.asked();
				};
				await expect.poll(pass, { interval: 1, timeout: 10_000 }).toBeGreaterThan(before);
				return seconds;
			};
			const pauses: number[] = [];
			for (let turn = 0; turn < 12; turn++) pauses.push(await nextPause());
			expect(Math.min(...pauses)).toBeGreaterThan(2);
			expect(pauses.at(-1)).toBeGreaterThan(12);
			expect(waiting.loads()).toBe(1);
			waiting.finish();
			await nextPause();
			await page.waitForURL("**/auth/login?x=1");
			expect(waiting.loads()).toBe(2);
		});
	});

	test("gives up after half an hour", async () => {
		await withScript("/about", async (page) => {
			const waiting = await openWaiting(page);
			await page.clock.fastForward(31 * 60_000);
			await expect.poll(waiting.asked).toBe(1);
			await page.clock.runFor(60_000);
			expect(waiting.asked()).toBe(1);
		});
	});

	test("asks nothing while nobody looks, and at once when somebody does", async () => {
		await withScript("/about", async (page) => {
			const waiting = await openWaiting(page);
			const look = (isHidden: boolean) =>
				page.evaluate((hidden) => {
					Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
					document.dispatchEvent(new Event("visibilitychange"));
				}, isHidden);
			await look(true);
			await page.clock.runFor(60_000);
			expect(waiting.asked()).toBe(0);
			waiting.finish();
			await look(false);
			await page.waitForURL("**/auth/login?x=1");
			expect(waiting.asked()).toBe(1);
		});
	});
});
