import type { Page } from "playwright-core";
import { expect, test } from "vitest";
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
	endpoint: `${PUSH_TEST_ORIGIN}/push/x`,
	keys: { p256dh: `B${"A".repeat(86)}`, auth: "A".repeat(22) },
};

async function openNotices(): Promise<{ page: Page; userId: string }> {
	const user = await makeUser();
	const page = await openPage({ script: "on", isSingleUse: true });
	await page.context().grantPermissions(["notifications"], { origin: server.origin });
	await page.addInitScript((given) => {
		const kept = () => localStorage.getItem("subscribed");
		const made = {
			...given,
			toJSON: () => given,
			unsubscribe: async () => {
				localStorage.removeItem("subscribed");
				return true;
			},
		};
		Object.assign(PushManager.prototype, {
			getSubscription: async () => (kept() ? made : null),
			subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
				localStorage.setItem("subscribed", applicationServerKey);
				return made;
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

test("a browser begins and ends its notices on both sides, with the site's key", async () => {
	const { page, userId } = await openNotices();
	await begin(page);
	expect(await endpointsOf(userId)).toEqual([subscription.endpoint]);
	const { public_key } = await db.selectFrom("push_keys").select("public_key").executeTakeFirstOrThrow();
	expect(await page.evaluate(() => localStorage.getItem("subscribed"))).toBe(public_key);
	await page.getByRole("button", { name: "No avisarme más acá" }).click();
	await page.getByText("Todavía no te avisamos acá.").waitFor();
	expect(await endpointsOf(userId)).toEqual([]);
	expect(await page.evaluate(() => localStorage.getItem("subscribed"))).toBeNull();
});

test("what the browser has ended by itself, the page ends on the server", async () => {
	const { page, userId } = await openNotices();
	await begin(page);
	await page.evaluate(() => localStorage.removeItem("subscribed"));
	await page.reload();
	await page.getByText("Todavía no te avisamos acá.").waitFor();
	expect(await endpointsOf(userId)).toEqual([]);
});

test("a push that the devtools deliver becomes a notice, whatever it says", async () => {
	const { page } = await openNotices();
	await begin(page);
	const [worker] = page.context().serviceWorkers();
	if (!worker) throw new Error("there is no worker");
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
