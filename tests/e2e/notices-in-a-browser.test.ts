import type { Page, Route } from "playwright-core";
import { describe, expect, test } from "vitest";
import { db } from "~/lib/database/db.server";
import { makeUser, signedIn } from "../support/accounts";
import { axeFindings, horizontalOverflow, lowTargets } from "../support/browser/accessibility";
import { untilAlive } from "../support/browser/alive";
import { openPage, signInAt } from "../support/browser/browser";
import { ownData, serverForFile } from "../support/server/server-for-file";
import { waitUntil } from "../support/server/wait-until";

const PUSH_TEST_ORIGIN = "https://localhost:4443";
const server = serverForFile({ ...ownData, NODE_ENV: "test", PUSH_TEST_ORIGIN, SERVICE_WORKER: "on" });

/** A subscription as a browser has it. The browser's own push service is on the internet, so the test answers for it. */
const subscription = {
	endpoint: `${PUSH_TEST_ORIGIN}/push/1`,
	keys: { p256dh: `B${"A".repeat(86)}`, auth: "A".repeat(22) },
};

/** Address of the subscription that the browser has in place of the first one. */
const replaced = (n: number) => subscription.endpoint.replace(/1$/, String(n));

async function openNotices(): Promise<{ page: Page; userId: string }> {
	const user = await makeUser();
	const page = await openPage({ script: "on", isSingleUse: true });
	await page.context().grantPermissions(["notifications"], { origin: server.origin });
	await page.addInitScript((given) => {
		// Chromium without a window denies it here whatever was granted.
		const permission = { get: () => localStorage.getItem("permission") ?? "granted" };
		Object.defineProperty(Notification, "permission", permission);
		const kept = () => localStorage.getItem("subscribed");
		const made = () => {
			const toJSON = () => ({ ...given, endpoint: localStorage.getItem("endpoint") });
			const unsubscribe = async () => {
				localStorage.removeItem("subscribed");
				return true;
			};
			return { ...toJSON(), toJSON, unsubscribe };
		};
		Object.assign(PushManager.prototype, {
			getSubscription: async () => (kept() ? made() : null),
			subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
				localStorage.setItem("subscribed", applicationServerKey);
				const count = Number(localStorage.getItem("count")) + 1;
				localStorage.setItem("count", String(count));
				localStorage.setItem("endpoint", given.endpoint.replace(/1$/, String(count)));
				return made();
			},
		});
	}, subscription);
	await signInAt(server.origin, page, (await signedIn(user)).Cookie);
	await page.goto(`${server.origin}/auth/notices`);
	await untilAlive(page);
	return { page, userId: user.id };
}

async function endpointsOf(userId: string): Promise<string[]> {
	const rows = await db
		.selectFrom("push_subscriptions")
		.select("endpoint")
		.where("user_id", "=", userId)
		.execute();
	return rows.map(({ endpoint }) => endpoint);
}

const begin = async (page: Page) => {
	await page.getByRole("button", { name: "Avisarme en este equipo" }).click();
	await page.getByText("Acá te avisamos").waitFor();
};

/**
 * Begins the notices and opens a page without script. Until then the page of the notices may still compare what the server
 * has with what the browser has: a test that changes the browser's would change that.
 */
const beginAndGo = async (page: Page) => {
	await begin(page);
	await expect.poll(() => page.evaluate(() => localStorage.getItem("push"))).not.toBeNull();
	await page.goto(`${server.origin}/about`);
};

/** The service worker, once the test knows of it. */
const workerOf = async (page: Page) => {
	await waitUntil(() => page.context().serviceWorkers().length > 0, "the worker runs");
	const [worker] = page.context().serviceWorkers();
	if (!worker) throw new Error("there is no worker");
	return worker;
};

test("a browser begins and ends its notices on both sides, with the site's key", async () => {
	const { page, userId } = await openNotices();
	// This user has none yet: no switch says that it tells of anything but there.
	const told = page.locator("p", { hasText: /^Te avisamos/ });
	expect(await told.count()).toBe(3);
	expect(await told.filter({ hasNotText: "en tus equipos con avisos" }).allTextContents()).toEqual([]);
	await begin(page);
	expect(await endpointsOf(userId)).toEqual([subscription.endpoint]);
	const { public_key } = await db.selectFrom("push_keys").select("public_key").executeTakeFirstOrThrow();
	expect(await page.evaluate(() => localStorage.getItem("subscribed"))).toBe(public_key);
	await page.getByRole("button", { name: "No avisarme más acá" }).click();
	await page.getByText("Todavía no te avisamos acá.").waitFor();
	expect(await endpointsOf(userId)).toEqual([]);
	await expect.poll(() => page.evaluate(() => localStorage.getItem("subscribed"))).toBeNull();
	await page.goto(`${server.origin}/auth/more`);
	await page.getByRole("link", { name: "Avisos Antes de cada turno y de un vencimiento" }).waitFor();
});

test("the form of a document promises no mail to who is told on the phone instead", async () => {
	const { page } = await openNotices();
	await begin(page);
	await page.goto(`${server.origin}/auth/my-document/add-document`);
	expect(await page.getByText(/^Te avisamos antes/).textContent()).not.toContain("correo");
});

test("a browser whose subscription does not reach the server says so, and can try again", async () => {
	const { page, userId } = await openNotices();
	await page.route("**/auth/notices?_data=*", (route) =>
		route.request().postData()?.includes("intent=subscribe") ? route.abort() : route.fallback(),
	);
	await page.getByRole("button", { name: "Avisarme en este equipo" }).click();
	await page.getByRole("alert").filter({ hasText: "parece que no hay señal" }).waitFor();
	await page.unroute("**/auth/notices?_data=*");
	await begin(page);
	expect(await endpointsOf(userId)).toEqual([replaced(2)]);
	expect(await page.getByRole("alert").count()).toBe(0);
});

test("who goes on while the browser begins its notices stays on the next page, and has them", async () => {
	const { page, userId } = await openNotices();
	const asked: Route[] = [];
	await page.route("**/*_data=*", (route) =>
		route.request().method() === "POST" ? void asked.push(route) : route.fallback(),
	);
	await page.getByRole("button", { name: "Avisarme en este equipo" }).click();
	await expect.poll(() => asked.length).toBe(1);
	await page.locator(".menu-panel").getByText("Mis Extras").dispatchEvent("click");
	await page.getByRole("heading", { level: 1, name: "Mis Extras" }).waitFor();
	await asked[0]?.continue();
	await expect.poll(() => asked.length).toBe(2);
	expect(asked[1]?.request().url()).toContain("/auth/notices?");
	expect(await page.evaluate(() => window.__remixRouter.state.navigation.state)).toBe("idle");
	await asked[1]?.continue();
	await expect.poll(() => endpointsOf(userId)).toEqual([subscription.endpoint]);
});

describe("a living page, whichever it is,", () => {
	const openAccount = async (page: Page) => {
		await page.goto(`${server.origin}/auth/my-account`);
		await untilAlive(page);
	};
	const isSubscribed = (page: Page) => page.evaluate(() => localStorage.getItem("subscribed") !== null);

	test("tells the server of a subscription that the browser has replaced, and makes one that it has lost", async () => {
		const { page, userId } = await openNotices();
		await beginAndGo(page);
		await page.evaluate((endpoint) => localStorage.setItem("endpoint", endpoint), replaced(7));
		await openAccount(page);
		await expect.poll(() => endpointsOf(userId)).toEqual([replaced(7)]);
		await page.evaluate(() => localStorage.removeItem("subscribed"));
		await openAccount(page);
		// Nobody has pressed anything.
		expect(await page.getByText("Listo: en este equipo te avisamos.").count()).toBe(0);
		await expect.poll(() => endpointsOf(userId)).toEqual([replaced(2)]);
		expect(await isSubscribed(page)).toBe(true);
	});

	test("asks the server nothing while both have the same", async () => {
		const { page } = await openNotices();
		await beginAndGo(page);
		const asked: string[] = [];
		page.on("request", (request) => {
			if (request.url().includes("/auth/notices")) asked.push(request.method());
		});
		await openAccount(page);
		await page.waitForLoadState("networkidle");
		expect(asked).toEqual([]);
	});

	test("does not ask again and again when the server takes nothing", async () => {
		const { page, userId } = await openNotices();
		await beginAndGo(page);
		await page.evaluate((endpoint) => localStorage.setItem("endpoint", endpoint), replaced(7));
		let refused = 0;
		await page.route("**/auth/notices?_data=*", (route) => {
			if (!route.request().postData()?.includes("intent=subscribe")) return route.fallback();
			refused += 1;
			return route.fulfill({ status: 507, json: {} });
		});
		await page.goto(`${server.origin}/auth/notices`);
		await untilAlive(page);
		await expect.poll(() => refused).toBeGreaterThan(0);
		await page.waitForLoadState("networkidle");
		// The page and what every page does.
		expect(refused).toBeLessThanOrEqual(2);
		expect(await endpointsOf(userId)).toEqual([subscription.endpoint]);
	});

	test("forgets the notices of who has signed out", async () => {
		const { page } = await openNotices();
		await beginAndGo(page);
		await page.context().clearCookies();
		await signInAt(server.origin, page);
		await page.evaluate((endpoint) => localStorage.setItem("endpoint", endpoint), replaced(7));
		await page.goto(`${server.origin}/auth/login`);
		await untilAlive(page);
		await expect.poll(() => isSubscribed(page)).toBe(false);
		expect(await page.evaluate(() => localStorage.getItem("push"))).toBeNull();
	});

	test("ends the notices when the person has taken the permission back", async () => {
		const { page, userId } = await openNotices();
		await beginAndGo(page);
		await page.evaluate(() => localStorage.setItem("permission", "denied"));
		await openAccount(page);
		await expect.poll(() => endpointsOf(userId)).toEqual([]);
		expect(await isSubscribed(page)).toBe(false);
	});

	test("begins none for the next person of the phone", async () => {
		const { page } = await openNotices();
		await beginAndGo(page);
		const next = await makeUser();
		await signInAt(server.origin, page, (await signedIn(next)).Cookie);
		await page.evaluate((endpoint) => localStorage.setItem("endpoint", endpoint), replaced(9));
		await openAccount(page);
		await expect.poll(() => isSubscribed(page)).toBe(false);
		expect(await endpointsOf(next.id)).toEqual([]);
	});
});

test.each([false, true])(
	"signing out ends the phone's own subscription at once, without signal: %s",
	async (isOffline) => {
		const { page } = await openNotices();
		await begin(page);
		const worker = await workerOf(page);
		await worker.evaluate(() => {
			const scope = Object(self);
			scope.ended = 0;
			scope.PushManager.prototype.getSubscription = async () => ({ unsubscribe: async () => ++scope.ended });
		});
		await page.goto(`${server.origin}/auth/more`);
		await page.context().setOffline(isOffline);
		await page.locator("main").getByRole("button", { name: "CERRAR SESIÓN" }).click();
		await expect.poll(() => worker.evaluate(() => Object(self).ended)).toBeGreaterThan(0);
	},
);

test("a push that the devtools deliver becomes a notice, whatever it says", async () => {
	const { page } = await openNotices();
	await begin(page);
	const worker = await workerOf(page);
	// The test's Chromium has no window to show a notice in, so what would be shown is kept.
	await worker.evaluate(() => {
		const shown: unknown[] = [];
		const scope = Object(self);
		scope.shown = shown;
		scope.registration.showNotification = async (title: string) => void shown.push(title);
	});
	const devTools = await page.context().newCDPSession(page);
	let registrationId: string | undefined;
	devTools.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
		registrationId = registrations[0]?.registrationId ?? registrationId;
	});
	await devTools.send("ServiceWorker.enable");
	await waitUntil(() => registrationId !== undefined, "the worker is known");
	for (const data of ['{"kind":"diagram","date":"2020-11-26"}', "{}", "no"])
		await devTools.send("ServiceWorker.deliverPushMessage", {
			origin: server.origin,
			registrationId: registrationId ?? "",
			data,
		});
	await expect
		.poll(() => worker.evaluate(() => Object(self).shown))
		.toEqual(["El 26/11: cambió tu diagrama", "Tu turno", "Tu turno"]);
});

test.each([
	[320, "light"],
	[1280, "dark"],
] as const)("the page is accessible, %d px wide, %s", async (width, scheme) => {
	const user = await makeUser();
	const page = await openPage({ script: "blocked", width, scheme });
	await signInAt(server.origin, page, (await signedIn(user)).Cookie);
	for (const path of ["/auth/notices", "/auth/passkeys"]) {
		await page.goto(server.origin + path);
		expect(await axeFindings(page)).toEqual([]);
		expect(await lowTargets(page)).toEqual([]);
		expect(await horizontalOverflow(page)).toBe(0);
	}
});
