import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { db } from "~/lib/database/db.server";
import { makeUser } from "../../support/accounts";
import { fillExtra } from "../../support/browser/extra-form";
import { personalSite } from "../../support/browser/personal-site";
import { extraRow } from "../../support/extras";

/** Tests that the toast about an added extra covers nothing that the worker needs. */
const { visit } = personalSite();

interface Box {
	top: number;
	right: number;
	bottom: number;
	left: number;
}

/** Adds an extra to a list of 20, and shows the list with its toast. */
async function add(script: "off" | "on", width: number, use: (page: Page) => Promise<void>): Promise<void> {
	const user = await makeUser();
	const rows = Array.from({ length: 20 }, (_, at) => extraRow(user.id, { date: `2026-01-${at + 10}` }));
	await db.insertInto("extras").values(rows).execute();
	const form = "/auth/work-overtime/add-work-overtime";
	await visit(user, form, { script, width, height: 568 }, async (page) => {
		await page.emulateMedia({ reducedMotion: "reduce" });
		await fillExtra(page, { hour: "4", date: "2026-01-15", shift: "M" });
		await page.getByRole("button", { name: "Guardar" }).click();
		await page.getByText("Extra agregada.").waitFor();
		await use(page);
	});
}

const boxOf = (page: Page, selector: string): Promise<Box> =>
	page.locator(selector).evaluate((it) => {
		const { top, right, bottom, left } = it.getBoundingClientRect();
		return { top, right, bottom, left };
	});

const overlap = (one: Box, other: Box) =>
	one.top < other.bottom && other.top < one.bottom && one.left < other.right && other.left < one.right;

/** Name of the focused element, if the toast is drawn over it. */
async function hiddenFocus(page: Page): Promise<string[]> {
	const focused = page.locator(":focus:not(.toast *)");
	if ((await focused.count()) === 0) return [];
	const isHidden = await focused.evaluate((it) => {
		const { top, right, bottom, left } = it.getBoundingClientRect();
		const corners = [left + 4, right - 4].flatMap((x) => [top + 4, bottom - 4].map((y) => [x, y] as const));
		return corners.some(([x, y]) => document.elementFromPoint(x, y)?.closest(".toast"));
	});
	return isHidden ? [await focused.innerText()] : [];
}

describe.each([
	["off", 320],
	["on", 320],
	["off", 1280],
	["on", 1280],
] as const)("with script %s, in a window %i px wide", (script, width) => {
	test("the toast is one line, and covers neither the opened row nor a button to add another", async () => {
		await add(script, width, async (page) => {
			const row = "li[id^=fila-]:has([open])";
			await expect.poll(async () => (await boxOf(page, row)).top).toBeLessThan(100);
			const toast = await boxOf(page, ".toast");
			expect(toast.bottom - toast.top).toBe(60);
			for (const selector of [row, width === 320 ? ".bar .key" : ".floating .btn"])
				expect(overlap(toast, await boxOf(page, selector)), selector).toBe(false);
			if (width === 320) expect(toast.bottom).toBeLessThanOrEqual((await boxOf(page, ".bar")).top);
		});
	});

	test("the toast hides nothing that gets the focus", async () => {
		await add(script, width, async (page) => {
			await page.locator("li[id^=fila-] summary").first().focus();
			const hidden: string[] = [];
			for (let count = 0; count < 40; count++) {
				hidden.push(...(await hiddenFocus(page)));
				await page.keyboard.press("Tab");
			}
			expect(hidden).toEqual([]);
		});
	});
});
