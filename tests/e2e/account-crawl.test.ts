import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect, test } from "vitest";
import { periodPath } from "~/features/diagrams/periods";
import { accountRoutes } from "../support/account-routes";
import { type SeededUser, seedEachKind, seedExtra, seedUser } from "../support/accounts-on-disk";
import {
	brokenTexts,
	enlargeText,
	expectAccessible,
	horizontalOverflow,
	spaceText,
} from "../support/browser/accessibility";
import { untilAlive } from "../support/browser/alive";
import { openPage, pathOf, signInAt } from "../support/browser/browser";
import { otherSiteForFile } from "../support/browser/other-site";
import { textPages } from "../support/public-pages";
import { send } from "../support/server/http-client";
import { serverForFile } from "../support/server/server-for-file";

const server = serverForFile({ GOOGLE_CLIENT_ID: "x", GOOGLE_CLIENT_SECRET: "y" });
let user: SeededUser;
const otherSite = otherSiteForFile();

beforeAll(async () => {
	user = seedUser(server.databasePath, { diagram: "3turnos", crew: "B", web: "https://planta.example/" });
	seedEachKind(server.databasePath, user.id);
	// Together they are paid more than a million, the most that a phone's line has to hold.
	for (let day = 10; day < 20; day++)
		seedExtra(server.databasePath, user.id, {
			id_file: randomUUID(),
			date: `2026-11-${day}`,
			minutes: 960,
		});
});
/** Routes with a page of their own: for what is none, Chromium asks for /favicon.ico, if it has the time. */
const pages = accountRoutes.filter(({ route }) => existsSync(`app/routes/${route}.tsx`));

const DIAGRAM = "/diagrams/4turnos_7dias";
const MONTH = periodPath("4turnos_7dias", "2027-01", "A");

const guarded = pages.filter((page) => page.guarded);
/**
 * Pages that the test opens without a session. Contains only one page that requires a session, because all such pages
 * redirect to the same sign-in page (account-requests.test.ts).
 */
const strangersPages = [...pages.filter((page) => !page.guarded), ...guarded.slice(0, 1)];

async function visitor(cookie?: string) {
	const page = await openPage({ script: "on", width: 1280 });
	const [name = "", value = ""] = cookie?.split("=") ?? [];
	if (cookie) await page.context().addCookies([{ name, value, url: server.origin }]);
	return page;
}

/** Waits for the hydration of a page that hydrates. */
async function untilHydrated(page: Page): Promise<void> {
	if (await page.evaluate("document.querySelector('#page-data') !== null")) await untilAlive(page);
}

describe.each(["signed in", "a stranger"])("the account pages for %s, with script on", (who) => {
	test("violate no policy and write nothing to the console", async () => {
		const page = await visitor(who === "signed in" ? user.cookie : undefined);
		const troubles: string[] = [];
		page.on("console", (message) => troubles.push(`${page.url()}: ${message.text()}`));
		page.on("pageerror", (error) => troubles.push(`${page.url()}: ${error.message}`));
		await page.addInitScript(
			"addEventListener('securitypolicyviolation', (event) => console.log(event.violatedDirective, event.blockedURI))",
		);
		for (const { path } of who === "signed in" ? pages : strangersPages) {
			await page.goto(server.origin + path);
			await untilHydrated(page);
		}
		// Leaves out the message that Chromium itself logs about the callback URL's status 400.
		expect(troubles.filter((text) => !/google\/callback: .*status of 400/.test(text))).toEqual([]);
	});
});

test("leaving, waiting and lists, light and dark: no axe findings, no horizontal scrolling", async () => {
	const google = seedUser(server.databasePath, { provider_auth: "GOOGLE" });
	for (const [who, path] of [
		[google, "/auth/delete-account"],
		[user, "/auth/delete-account"],
		[user, "/auth/my-documents"],
		[user, "/auth/work-overtime"],
		[user, "/auth/verify-email"],
	] as const) {
		const page = await visitor(who.cookie);
		await page.goto(server.origin + path);
		// Hydration would change the page under the check.
		await untilHydrated(page);
		await expectAccessible(page, [320, 1280]);
	}
});

test("with text at 150 and 200 % or with more space in it, no page scrolls sideways or breaks a figure at 320 px", async () => {
	const wide: string[] = [];
	const broken: string[] = [];
	const read = async (page: Page, path: string) => {
		await page.goto(server.origin + path);
		for (const percent of [150, 200]) {
			await enlargeText(page, percent);
			const overflow = await horizontalOverflow(page);
			if (overflow > 0) wide.push(`${path} at ${percent} %: ${overflow} px`);
			const texts = await brokenTexts(page);
			if (texts.length > 0) broken.push(`${path} at ${percent} %: ${texts.join(" ")}`);
		}
		await enlargeText(page, 100);
		await spaceText(page);
		const overflow = await horizontalOverflow(page);
		if (overflow > 0) wide.push(`${path} with space: ${overflow} px`);
	};
	const stranger = await openPage({ script: "blocked" });
	for (const { path } of [...strangersPages, ...textPages]) await read(stranger, path);
	const person = await openPage({ script: "blocked" });
	await signInAt(server.origin, person, user.cookie);
	const calendars = ["/my-shift", "/my-shift/calendar", "/my-shift/calendar?year=2027"];
	const ofDiagram = ["", "?crew=A", "/compare?crew=A&with=B", "/statistics"].map((rest) => DIAGRAM + rest);
	const views = ["sheet", "year"].map((view) => `/auth/work-overtime?view=${view}`);
	// The other texts are the same for everyone, and the frame of a signed-in person is the same on each page.
	const ownTexts = textPages.filter(({ route }) => /^(home|my-shift)/.test(route));
	const paths = [...pages, ...ownTexts].map(({ path }) => path);
	const million = "/auth/my-pay?period=2026-11-01";
	for (const path of [...paths, ...calendars, ...ofDiagram, ...views, million]) await read(person, path);
	expect(wide).toEqual([]);
	expect(broken).toEqual([]);
});

test("with the browser's own letters at 200 %, sheet and month fit where normal letters have columns", async () => {
	const page = await openPage({ script: "blocked", width: 768, isSingleUse: true });
	const devTools = await page.context().newCDPSession(page);
	await devTools.send("Page.setFontSizes", { fontSizes: { standard: 32 } });
	await signInAt(server.origin, page, user.cookie);
	for (const path of ["/auth/work-overtime?view=sheet", "/my-shift/calendar/2026-12"]) {
		await page.goto(server.origin + path);
		expect([path, await horizontalOverflow(page), await brokenTexts(page)]).toEqual([path, 0, []]);
	}
});

test("on paper, no day of one's own months breaks into two lines", async () => {
	const page = await openPage({ script: "blocked", width: 733 });
	await signInAt(server.origin, page, user.cookie);
	for (const path of ["/my-shift", "/my-shift/calendar"]) {
		await page.goto(server.origin + path);
		await page.emulateMedia({ media: "print" });
		expect(await brokenTexts(page)).toEqual([]);
	}
});

test.each([
	["a chosen chip", "/auth/work-overtime/add-work-overtime", ".chips > :checked + label", ".chips > label"],
	["the crew of a diagram", `${DIAGRAM}?crew=A`, ".chips [aria-current]", ".chips a"],
	["the crew among all", MONTH, ".crew-rows [aria-current] th", ".crew-rows tbody th"],
	[
		"a day off in common",
		"/diagrams/12horas_reduccion/compare?crew=D&with=12horas_insalubre&withCrew=E",
		".month .common:not([aria-current])",
		".month td:not([aria-current])",
	],
	["the chosen agreement", "/auth/my-pay/settings/rates/add", ".btn[aria-current]", "nav .btn"],
	["the current tab", "/auth/work-overtime", ".bar [aria-current]", ".bar a"],
	["today in the week", "/my-shift", ".week [aria-current]", ".week li"],
])("with forced colours, %s is told apart", async (_, path, chosen, any) => {
	const page = await openPage({ script: "blocked" });
	await signInAt(server.origin, page, user.cookie);
	await page.goto(server.origin + path);
	await page.emulateMedia({ forcedColors: "active" });
	const looksOf = (selector: string) =>
		page.locator(selector).evaluateAll((elements) =>
			elements.map((element) => {
				const { backgroundColor, outlineStyle } = getComputedStyle(element);
				// Without its alpha, because a background of the page's colour looks like none.
				return [...(backgroundColor.match(/\d+/g) ?? []).slice(0, 3), outlineStyle].join(" ");
			}),
		);
	const [look = "", ...others] = new Set(await looksOf(chosen));
	expect(others).toEqual([]);
	const all = await looksOf(any);
	expect(all.length).toBeGreaterThan((await looksOf(chosen)).length);
	expect(all.filter((each) => each === look)).toHaveLength(await page.locator(chosen).count());
});

test("an injected script does not run", async () => {
	const page = await visitor(user.cookie);
	for (const path of ["/auth/my-account", "/auth/my-account/edit-profile"]) {
		await page.goto(server.origin + path);
		const ran = await page.evaluate(`new Promise((resolve) => {
			addEventListener("securitypolicyviolation", () => resolve(Boolean(window.injected)));
			const script = document.createElement("script");
			script.textContent = "window.injected = true";
			document.body.append(script);
		})`);
		expect(ran).toBe(false);
	}
});

test("another site cannot frame an account page", async () => {
	for (const { path } of accountRoutes) {
		const { headers } = await send(server.origin, path, { headers: { cookie: user.cookie } });
		expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
		expect(headers["x-frame-options"]).toBe("DENY");
		expect(headers["cross-origin-opener-policy"]).toBe("same-origin");
	}
	otherSite.html = `<iframe src="${server.origin}/auth/login"></iframe>`;
	const page = await visitor(user.cookie);
	await page.goto(otherSite.origin, { waitUntil: "networkidle" });
	expect(await page.frames()[1]?.locator("form").count()).toBe(0);
});

test("a form on another site cannot sign in or out, or delete anything", async () => {
	const page = await visitor(user.cookie);
	otherSite.html = `<form method="post" action="${server.origin}/auth/logout"></form>`;
	await page.goto(otherSite.origin);
	const [response] = await Promise.all([
		page.waitForResponse((answer) => answer.url().startsWith(server.origin)),
		page.waitForURL((url) => url.origin === server.origin),
		page.evaluate("document.forms[0].submit()"),
	]);
	expect(response.status()).toBe(403);
	// A browser sends these headers with every form that a page of another site posts. A browser that ignores SameSite
	// also sends the session cookie.
	const { "content-length": _length, ...headers } = await response.request().allHeaders();
	expect(headers).toMatchObject({ origin: otherSite.origin, "sec-fetch-site": "cross-site" });
	for (const { path, forms } of accountRoutes) {
		for (const fields of forms) {
			const body = new URLSearchParams(fields).toString();
			for (const sent of [headers, { ...headers, cookie: user.cookie }]) {
				const answer = await send(server.origin, path, { method: "POST", body, headers: sent });
				expect(answer.status, path).toBe(403);
			}
		}
	}
	await page.goto(`${server.origin}/auth/my-account`);
	expect(pathOf(page)).toBe("/auth/my-account");
});
