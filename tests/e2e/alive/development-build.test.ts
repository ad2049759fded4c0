import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join, resolve } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { DOCUMENT, EXTRA, seedDocument, seedExtra, seedUser } from "../../support/accounts-on-disk";
import { untilAlive } from "../../support/browser/alive";
import { openPage } from "../../support/browser/browser";
import { send } from "../../support/server/http-client";
import { startServer, type TestServer } from "../../support/server/server";

/**
 * Tests that React renders the same HTML in the browser as on the server. Only React's development build reports a
 * mismatch.
 */
let server: TestServer;
let place: string;
let cookie: string;
/** How often the server has reported a loaded build to `compiler`, a stand-in for Remix's compiler. */
let loads = 0;
const compiler = createServer((_request, response) => {
	loads++;
	response.end();
});

beforeAll(async () => {
	mkdirSync(".cache", { recursive: true });
	place = mkdtempSync(join(".cache", "development-"));
	for (const name of ["app", "db", "public", "package.json", "tsconfig.json", "remix.config.js"])
		cpSync(name, join(place, name), {
			recursive: true,
			filter: (path) => !/^(public\/build|db\/data)/.test(path),
		});
	symlinkSync(resolve("node_modules"), join(place, "node_modules"));
	const env: NodeJS.ProcessEnv = { ...process.env, NODE_ENV: "development" };
	const built = spawnSync(process.execPath, ["node_modules/@remix-run/dev/dist/cli.js", "build"], {
		cwd: place,
		env,
		encoding: "utf8",
	});
	expect(built.status, built.stderr).toBe(0);
	await new Promise<void>((resolve) => compiler.listen(0, "127.0.0.1", resolve));
	const address = compiler.address();
	const port = typeof address === "object" && address ? address.port : 0;
	const settings = { NODE_ENV: "development", REMIX_DEV_ORIGIN: `http://127.0.0.1:${port}` };
	server = await startServer(settings, "build/index.js", place);
	const user = seedUser(server.databasePath, {
		real_name: "Ramona Díaz",
		diagram: "4turnos_7dias",
		crew: "B",
		web: "https://planta.example/",
		email_verified_at: null,
	});
	seedDocument(server.databasePath, user.id);
	seedExtra(server.databasePath, user.id, { comment: "Parada de horno\n2 de 3", start_minute: 1320 });
	cookie = user.cookie;
});
afterAll(async () => {
	await server?.stop();
	compiler.close();
	rmSync(place, { recursive: true, force: true });
});

/** Collects a page's console messages, except expected ones of the browser and development tools. */
async function said(use: (page: Page) => Promise<void>, isSignedIn: boolean): Promise<string[]> {
	const page = await openPage({ script: "on" });
	const [name = "", value = ""] = cookie.split("=");
	if (isSignedIn) await page.context().addCookies([{ name, value, url: server.origin }]);
	const texts: string[] = [];
	page.on("console", (message) => texts.push(`${message.type()}: ${message.text()}`));
	page.on("pageerror", (error) => texts.push(error.message));
	await use(page);
	return texts.filter((text) => !/WebSocket|Remix dev|React DevTools|status of 4|^error: Event$/.test(text));
}

test.each([
	["/auth/login?redirectTo=/auth/work-overtime", false],
	["/auth/register", false],
	["/auth/recovery-pass", false],
	["/auth/verify-email", true],
	["/auth/my-account", true],
	["/auth/my-account/edit-profile", true],
	["/auth/delete-account", true],
	["/auth/my-documents", true],
	["/auth/my-document/add-document", true],
	[`/auth/edit-document/${DOCUMENT}`, true],
	[`/auth/view-document/${DOCUMENT}`, true],
	["/auth/work-overtime", true],
	["/auth/work-overtime?view=sheet", true],
	["/auth/work-overtime/add-work-overtime", true],
	[`/auth/edit-work-overtime/${EXTRA}`, true],
])("%s hydrates without a warning", async (path, isSignedIn) => {
	const texts = await said(async (page) => {
		await page.goto(server.origin + path);
		await untilAlive(page);
	}, isSignedIn);
	expect(texts).toEqual([]);
});

test.each([
	["/auth/login", false, "login-email"],
	["/auth/work-overtime/add-work-overtime", true, undefined],
] as const)(
	"%s, refused and shown again, hydrates without a warning and with the typed values",
	async (path, isSignedIn, field) => {
		const texts = await said(async (page) => {
			// Blocks the scripts, so that the browser itself submits the form, as it does before hydration.
			await page.route("**/*.js", (route) => route.abort());
			await page.goto(server.origin + path);
			if (field) await page.fill(`#${field}`, "a@b");
			await page.locator("main button.main").click();
			await page.locator(".error-summary").waitFor();
			await page.unroute("**/*.js");
			await page.reload();
			await untilAlive(page);
			expect(await page.locator(".error-summary").count()).toBe(1);
		}, isSignedIn);
		expect(texts.filter((text) => !text.includes("ERR_FAILED"))).toEqual([]);
	},
);

test("routes know their own request, also after a new build is loaded", async () => {
	const paths = Array.from({ length: 8 }, (_, index) => `/auth/my-documents?q=${index}`);
	const expectOwn = async () => {
		const responses = await Promise.all(paths.map((path) => send(server.origin, path)));
		const targets = responses.map(({ headers }) => headers.location);
		expect(targets).toEqual(paths.map((path) => `/auth/login?redirectTo=${encodeURIComponent(path)}`));
	};
	await expectOwn();
	const before = loads;
	writeFileSync(join(place, "build/version.txt"), "another");
	await expect.poll(() => loads).toBeGreaterThan(before);
	await expectOwn();
});
