import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { redirectWithToast, type Toast } from "~/lib/http/toast.server";
import {
	axeFindings,
	enlargeText,
	expectAccessible,
	horizontalOverflow,
	lowTargets,
} from "../support/browser/accessibility";
import {
	expectHiddenAfter,
	forgetDialogs,
	keepToast,
	leavePage,
	openPage,
	type Visit,
} from "../support/browser/browser";
import { serverForFile } from "../support/server/server-for-file";

/** Tests of the toast (a short message after an action) and its dialog. No page runs Relevo's scripts. */
const server = serverForFile({ SESSION_SECRET: process.env.SESSION_SECRET ?? "" });

/** Opens a page with a toast's cookie, as after an action. */
async function visit(toast: Toast, how: Visit, use: (page: Page) => Promise<void>): Promise<void> {
	const answer = await redirectWithToast("/home", toast);
	const [name = "", value = ""] = (answer.headers.getSetCookie()[0] ?? "").split(/=|;/);
	const page = await openPage(how);
	await page.context().addCookies([{ name, value, url: server.origin }]);
	await page.goto(`${server.origin}/auth/login`);
	await use(page);
	await leavePage(page);
}

const long = "Guardamos los cambios. ".repeat(12) + "x".repeat(60);
const messages: [what: string, toast: Toast][] = [
	["a success", { title: "Listo", text: long }],
	["an information", { text: "Te mandamos un correo.", kind: "info" }],
	["an error", { title: "Error", text: long, kind: "error" }],
	["a dialog", { title: "Activada", text: long, asDialog: true }],
	["a dialog without a title", { text: "Tu diagrama se abre solo.", kind: "info", asDialog: true }],
	["an error as a dialog", { title: "Error", text: long, kind: "error", asDialog: true }],
];

describe.each(messages)("%s", (_what, toast) => {
	test("in both schemes: no axe findings, no horizontal scrolling, large targets", async () => {
		await visit(toast, { script: "blocked" }, async (page) => {
			if (!toast.asDialog) await keepToast(page);
			expect(await page.locator(".toast, .message").innerText()).toContain(toast.text);
			await expectAccessible(page, [320]);
			await page.setViewportSize({ width: 1280, height: 640 });
			expect(await horizontalOverflow(page)).toBe(0);
			expect(await page.locator(".toast, .message").isVisible()).toBe(true);
		});
	});
});

test("is an assertive live region for errors, and a polite one for successes", async () => {
	for (const [kind, role] of [
		["success", "status"],
		["info", "status"],
		["error", "alert"],
	] as const) {
		await visit({ text: "Hola", kind }, {}, async (page) => {
			expect(await page.getByRole(role).innerText()).toBe("Hola");
		});
	}
});

const motionOf = (page: Page) =>
	page.locator(".toast").evaluate((it) => {
		const { animationName, animationDelay, animationDuration, animationTimingFunction } =
			getComputedStyle(it);
		return [animationName, animationDelay, animationDuration, animationTimingFunction];
	});

describe("a message", () => {
	const saved: Toast = { text: "Guardado." };
	const undoable: Toast = {
		text: "Extra eliminada",
		undo: { action: "/x", idFile: "y", redirectTo: "/about?a=1#b" },
	};

	test.each([
		[320, { x: 0, y: 240, width: 320, height: 60 }],
		[1280, { x: 400, y: 216, width: 480, height: 60 }],
	])("is one line at the foot of a window %i px wide, at any scroll position", async (width, place) => {
		await visit(undoable, { width, height: 300, script: "blocked" }, async (page) => {
			const box = () => page.locator(".toast").boundingBox();
			await expect.poll(box).toMatchObject(place);
			await page.evaluate("scrollTo({ top: 300, behavior: 'instant' })");
			expect(await page.evaluate("scrollY")).toBe(300);
			expect(await box()).toMatchObject(place);
			expect(await lowTargets(page)).toEqual([]);
		});
	});

	test.each([
		[320, { x: 0, y: 60, width: 320 }],
		[1280, { x: 784, y: 80, width: 480 }],
	])("with a title is at the top right, as wide as a phone at %i px", async (width, place) => {
		await visit({ ...saved, title: "Guardado" }, { width, script: "blocked" }, async (page) => {
			await expect.poll(() => page.locator(".toast").boundingBox()).toMatchObject(place);
		});
	});

	test("with 'Deshacer' breaks its lines in large text, without cutting anything off", async () => {
		await visit(undoable, { width: 320, script: "blocked" }, async (page) => {
			await enlargeText(page, 200);
			const toast = page.locator(".toast");
			await expect.poll(async () => (await toast.boundingBox())?.height).toBeGreaterThan(100);
			expect(await toast.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0);
			expect(await horizontalOverflow(page)).toBe(0);
		});
	});

	test("is not printed", async () => {
		await visit(undoable, {}, async (page) => {
			await page.emulateMedia({ media: "print" });
			expect(await page.locator(".toast").isVisible()).toBe(false);
		});
	});

	test.each([
		[16, "5s"],
		[17, "8s"],
		[26, "8s"],
		[27, "12s"],
	])("of %i words, title included, stays for %s: 300 ms a word, and at least 5 s", async (words, time) => {
		const text = "palabra ".repeat(words - 1).trim();
		await visit({ title: "Guardado", text }, {}, async (page) => {
			expect((await motionOf(page))[1]).toBe(`0s, ${time}`);
		});
	});

	test("appears, and disappears after 5,000 ms, in 300 ms with ease", async () => {
		await visit(saved, {}, async (page) => {
			expect(await motionOf(page)).toEqual(["come, leave", "0s, 5s", "0.3s", "ease"]);
			await expectHiddenAfter(page.locator(".toast"), 4900);
		});
	});

	test("disappears without motion for users who prefer reduced motion", async () => {
		await visit(saved, {}, async (page) => {
			await page.emulateMedia({ reducedMotion: "reduce" });
			expect(await motionOf(page)).toEqual(["come, leave", "0s, 5s", "0.001s", "ease"]);
			await expectHiddenAfter(page.locator(".toast"), 4900);
		});
	});

	test("stays under a pointer, and restarts its time afterwards", async () => {
		await visit(saved, {}, async (page) => {
			await page.locator(".toast").hover();
			expect((await motionOf(page))[0]).toBe("come, none");
			await page.mouse.move(100, 500);
			expect((await motionOf(page)).slice(0, 2)).toEqual(["come, leave", "0s, 5s"]);
		});
	});

	test("with 'Deshacer' stays for a minute, and while it has the focus", async () => {
		await visit(undoable, {}, async (page) => {
			expect((await motionOf(page)).slice(0, 2)).toEqual(["come, leave", "0s, 60s"]);
			await page.getByRole("button", { name: "Deshacer" }).focus();
			expect((await motionOf(page))[0]).toBe("come, none");
			expect(await page.locator(".toast [name=redirectTo]").inputValue()).toBe("/about?a=1#b");
			expect(await page.locator(".toast [name=idFile]").inputValue()).toBe("y");
		});
	});

	test("with 'Deshacer' is closed without leaving the page's place", async () => {
		await visit(undoable, { script: "blocked" }, async (page) => {
			await page.evaluate("scrollTo({ top: 50, behavior: 'instant' })");
			const [address, top] = [page.url(), await page.evaluate("scrollY")];
			await page.getByRole("button", { name: "Cerrar" }).click();
			expect(await page.locator(".toast").isVisible()).toBe(false);
			expect([page.url(), await page.evaluate("scrollY")]).toEqual([address, top]);
			expect(await axeFindings(page)).toEqual([]);
		});
	});
});

test("without dialogs in the browser its text is a box on top of the page, without controls", async () => {
	const failed: Toast = {
		title: "Error",
		text: "Error al agregar documento.",
		kind: "error",
		asDialog: true,
	};
	await visit(failed, { prepare: forgetDialogs }, async (page) => {
		const box = page.locator(".message");
		expect(await box.innerText()).toBe("Error\n\nError al agregar documento.");
		const [over, heading] = [await box.boundingBox(), await page.locator("h1").boundingBox()];
		expect((over?.y ?? 0) + (over?.height ?? 0)).toBeLessThan(heading?.y ?? 0);
		await page.getByRole("link", { name: "Acerca de..." }).first().click();
	});
});

describe("a dialog", () => {
	const dialog: Toast = { title: "Desactivada", text: "Tu diagrama ya no se abre solo.", asDialog: true };

	test("stays over the page until 'Aceptar' is pressed, without script", async () => {
		await visit(dialog, {}, async (page) => {
			const shown = page.getByRole("alertdialog", { name: "Desactivada" });
			expect(await shown.isVisible()).toBe(true);
			const address = page.url();
			await shown.getByRole("button", { name: "Aceptar" }).click();
			expect(await shown.isVisible()).toBe(false);
			expect(page.url()).toBe(address);
			await page.reload();
			expect(await page.locator("dialog").count()).toBe(0);
		});
	});

	test("longer than the window scrolls inside, down to its button", async () => {
		await visit({ ...dialog, text: "Una línea más. ".repeat(90) }, { height: 400 }, async (page) => {
			const box = await page.locator("dialog").boundingBox();
			expect(box?.height).toBeLessThanOrEqual(400 - 24);
			await page.locator("dialog button").click();
			expect(await page.locator("dialog").isVisible()).toBe(false);
		});
	});
});
