import { describe, expect, test } from "vitest";
import { axeFindings, horizontalOverflow, lowTargets } from "../support/browser/accessibility";
import { visitPage } from "../support/browser/browser";
import { ana, googleForFile } from "../support/server/google";
import { serverForFile } from "../support/server/server-for-file";

const google = googleForFile();
const server = serverForFile(() => google.settings);

describe.each(["off", "on"] as const)("with script %s", (script) => {
	test("the button leads to Google and back into the account, and the header shows it", async () => {
		await visitPage(`${server.origin}/auth/login`, { script }, async (page) => {
			await page.getByRole("button", { name: "Ingresar con Google" }).click();
			await page.waitForURL(`${server.origin}/auth/my-account`);
			expect(google.requests).toEqual(["/authorize", "/token", "/userinfo"]);
			const names = (await page.context().cookies()).map(({ name }) => name);
			expect(names).toContain("session");
			expect(names).not.toContain("google");
		});
	});

	test("the sign-in returns to the guarded page that asked for it", async () => {
		const asked = "/diagrams/3turnos?crew=B";
		const login = `${server.origin}/auth/login?redirectTo=${encodeURIComponent(asked)}`;
		await visitPage(login, { script }, async (page) => {
			await page.getByRole("button", { name: "Ingresar con Google" }).click();
			await page.waitForURL(server.origin + asked);
		});
	});

	test("a refusal says why, and its button retries", async () => {
		google.user = { ...ana, email_verified: false };
		await visitPage(`${server.origin}/auth/register`, { script }, async (page) => {
			await page.getByRole("button", { name: "Ingresar con Google" }).click();
			await page.getByRole("alert").getByText("Google no nos confirma").waitFor();
			google.user = ana;
			await page.getByRole("button", { name: "Ingresar con Google" }).click();
			await page.waitForURL(`${server.origin}/auth/my-account`);
		});
	});
});

test.each([
	["/auth/login", 320, "light"],
	["/auth/login", 1280, "dark"],
	["/auth/google/callback", 320, "dark"],
	["/auth/google/callback", 1280, "light"],
] as const)("%s with the button, %d px wide, %s: accessible", async (path, width, scheme) => {
	await visitPage(server.origin + path, { width, scheme, script: "blocked" }, async (page) => {
		expect(await axeFindings(page)).toEqual([]);
		expect(await lowTargets(page)).toEqual([]);
		expect(await horizontalOverflow(page)).toBe(0);
	});
});
