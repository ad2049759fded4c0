import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { db } from "~/lib/database/db.server";
import { makeUser } from "../../support/accounts";
import { TWO_FRAMES, untilAlive } from "../../support/browser/alive";
import { extraValue, fillExtra } from "../../support/browser/extra-form";
import { workplace } from "../../support/browser/jobs";
import { extraRow } from "../../support/extras";

const place = workplace();

/** A user with a shift diagram, an extra (overtime entry) and a document that expires. */
async function somebody() {
	const user = await makeUser({
		password_hash: null,
		diagram: "3turnos",
		crew: "A",
		web: "https://planta.example/",
	});
	const extra = extraRow(user.id, { comment: "Parada de horno", shift: "N", compensation: "pago" });
	await db.insertInto("extras").values(extra).execute();
	const document = {
		user_id: user.id,
		id_file: DOCUMENT,
		title: "Licencia",
		description: "Clase D1",
		created_at: 1,
	};
	await db
		.insertInto("documents")
		.values({ ...document, expires_on: "2030-01-31" })
		.execute();
	return { user, extra: extra.id_file };
}

const DOCUMENT = "44444444-4444-4444-8444-444444444444";

/** Opens a page whose scripts do not load until the test calls `letGo`. */
async function early(
	path: (extra: string) => string,
	use: (page: Page, letGo: () => Promise<void>, user: { id: string }) => Promise<void>,
): Promise<void> {
	const { user, extra } = await somebody();
	await place.openEarly({ path: path(extra) }, { person: user }, use);
}

describe("a form changed before hydration", () => {
	test("keeps and saves the values: texts, a stored text, a choice, a date, a time", async () => {
		const values = {
			hour: "6",
			date: "2026-11-12",
			shift: "M",
			comment: "Parada de horno, y de los dos",
			startTime: "06:00",
			compensation: "franco",
		};
		await early(
			(extra) => `/auth/edit-work-overtime/${extra}`,
			async (page, letGo, { id }) => {
				await fillExtra(page, values);
				await letGo();
				await untilAlive(page);
				for (const [name, value] of Object.entries(values)) expect(await extraValue(page, name)).toBe(value);
				await page.locator("#extra button.main").click();
				await page.waitForURL(/\/auth\/work-overtime(\?.*)?$/);
				const columns = ["minutes", "date", "shift", "comment", "start_minute", "compensation"] as const;
				const rows = await db.selectFrom("extras").where("user_id", "=", id).select(columns).execute();
				const { comment, date, shift, compensation } = values;
				expect(rows).toEqual([{ minutes: 360, start_minute: 360, date, shift, comment, compensation }]);
			},
		);
	});

	test("keeps a text that an input method puts in while React wakes the page", async () => {
		await early(
			(extra) => `/auth/edit-work-overtime/${extra}`,
			async (page, letGo) => {
				// When React has begun to listen and has rendered nothing yet. Without a key, only `input` tells of a text.
				await page.evaluate(`Object.defineProperty(window, "__remixRouteModules", {
					configurable: true,
					set(value) {
						Object.defineProperty(window, "__remixRouteModules", { value, writable: true });
						queueMicrotask(() => {
							const area = document.querySelector("[name=comment]");
							area.value = "Dictado";
							area.dispatchEvent(new Event("input", { bubbles: true }));
						});
					},
				})`);
				await letGo();
				await untilAlive(page);
				expect(await extraValue(page, "comment")).toBe("Dictado");
			},
		);
	});

	test("keeps an emptied field empty", async () => {
		await early(
			() => `/auth/edit-document/${DOCUMENT}`,
			async (page, letGo) => {
				for (const name of ["title", "description", "expiresOn"])
					await page.locator(`[name=${name}]`).fill("");
				await letGo();
				await untilAlive(page);
				for (const name of ["title", "description", "expiresOn"])
					expect(await page.locator(`[name=${name}]`).inputValue()).toBe("");
			},
		);
	});

	test("keeps the choice in the profile", async () => {
		await early(
			() => "/auth/my-account/edit-profile",
			async (page, letGo) => {
				await page.locator("[name=crew]").first().selectOption("E");
				await page.locator("[name=diagram]").first().selectOption("5turnos_7dias");
				await page.locator("[name=web]").fill("otra.example");
				await letGo();
				await untilAlive(page);
				expect(await page.locator("[name=crew]").first().inputValue()).toBe("E");
				expect(await page.locator("[name=diagram]").first().inputValue()).toBe("5turnos_7dias");
				expect(await page.locator("[name=web]").inputValue()).toBe("otra.example");
			},
		);
	});
});

const STRANGERS_PAGES = ["/auth/login", "/auth/register", "/auth/recovery-pass"];
const PAGES: Readonly<Record<string, (extra: string) => string>> = {
	account: () => "/auth/my-account",
	profile: () => "/auth/my-account/edit-profile",
	"delete account": () => "/auth/delete-account",
	documents: () => "/auth/my-documents",
	"a document": () => `/auth/view-document/${DOCUMENT}`,
	"edit document": () => `/auth/edit-document/${DOCUMENT}`,
	"add document": () => "/auth/my-document/add-document",
	extras: () => "/auth/work-overtime",
	"edit extra": (extra) => `/auth/edit-work-overtime/${extra}`,
	"add extra": () => "/auth/work-overtime/add-work-overtime",
};

describe("hydration moves nothing", () => {
	test.each(STRANGERS_PAGES)("%s", async (path) => {
		for (const width of [320, 1280])
			await place.openEarly({ path, isStranger: true }, { width }, expectNoShift);
	});

	test.each(Object.entries(PAGES))("%s", async (_, path) => {
		const { user, extra } = await somebody();
		for (const width of [320, 1280])
			await place.openEarly({ path: path(extra) }, { width, person: user }, expectNoShift);
	});
});

/** JavaScript that lists in `shifts` the elements that move from now on. The header may have moved: it comes in pieces. */
const WATCH_SHIFTS = `window.shifts = [];
	new PerformanceObserver((list) => {
		const sources = list.getEntries().flatMap(({ sources }) => sources);
		shifts.push(...sources.map(({ node }) => node?.outerHTML?.slice(0, 120)));
	}).observe({ type: "layout-shift" })`;

/** Expects that hydration moves no element and does not change the page's height. */
async function expectNoShift(page: Page, letGo: () => Promise<void>): Promise<void> {
	const height = () => page.evaluate<number>("document.documentElement.scrollHeight");
	await page.evaluate(TWO_FRAMES);
	const before = await height();
	await page.evaluate(WATCH_SHIFTS);
	await letGo();
	await untilAlive(page);
	await page.evaluate("new Promise((resolve) => setTimeout(resolve, 300))");
	expect(await page.evaluate("shifts")).toEqual([]);
	expect(await height()).toBe(before);
}
