import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { addDays, formatDayOfYear } from "~/lib/time/civil-date";
import { makeUser } from "../../support/accounts";
import { eventually, expectNoToday, newPhone, openPlant, type Phone } from "../../support/browser/phone";
import { patchedBuild } from "../../support/server/patched-build";
import { todayIn } from "../../support/texts/today";

const shift = { diagram: "4turnos_7dias", crew: "C", real_name: "Ramona Quiroga" };

/** Whether the phone has each picture of a page that it has kept. */
const picturesKept = async (phone: Phone, path: string) =>
	(await phone.worker()).evaluate(async (address) => {
		const html = (await (await caches.match(address))?.text()) ?? "";
		const pictures = html.match(/\/build\/_assets\/[\w.-]+/g) ?? [];
		return Promise.all(pictures.map(async (picture) => Boolean(await caches.match(picture))));
	}, path);

test("after one visit everything that a worker looks up is there without signal, and marked as a copy", async () => {
	const plant = await openPlant();
	const phone = await newPhone(plant.origin);
	await phone.signIn(await makeUser(shift));
	await phone.open("/auth/my-account");
	await phone.keeps("/my-shift/days", "/my-shift/calendar", "/auth/work-overtime", "/security", "/auth/more");
	await eventually(() => picturesKept(phone, "/security")).not.toContain(false);
	await plant.loseSignal();

	const mine = await phone.open("/my-shift");
	expect(mine).toMatch(/^Sin señal\. Copia del \d+\/\d+, \d\d:\d\d\./);
	expect(mine).toContain("Turno");
	expect(await phone.open("/my-shift/calendar")).toContain("Enero 2027");
	expect(await phone.open("/auth/work-overtime")).toContain("Mis Extras");
	expect(await phone.open("/my-shift/find")).toContain("no está guardada en el teléfono");
	expect(await phone.open("/security")).toContain("Sin señal. Copia del");
	// Kept as everybody's, with the links of whoever is signed in.
	expect(await phone.page.locator("header").textContent()).toMatch(/Turno.*CERRAR SESIÓN/);
	expect(await phone.page.locator("header [aria-current]").allTextContents()).toEqual(["Seguridad"]);
	expect(await phone.page.locator("body").getAttribute("class")).toBe("signed-in");
	const pictures = await phone.page.locator("main img").evaluateAll((all) =>
		Promise.all(
			all.map(async (image) => {
				if (!(image instanceof HTMLImageElement)) return 0;
				image.loading = "eager";
				await image.decode();
				return image.naturalWidth;
			}),
		),
	);
	expect(pictures).toHaveLength(10);
	expect(Math.min(...pictures)).toBeGreaterThan(0);
});

test("an app that was left open asks again what is true now, when it is looked at after ten minutes", async () => {
	const plant = await openPlant();
	const phone = await newPhone(plant.origin);
	await phone.signIn(await makeUser(shift));
	await phone.open("/my-shift");
	await phone.keeps("/my-shift/days", "/my-shift");
	await phone.open("/my-shift");
	await phone.page.evaluate(() => {
		document.body.id = "as-before";
	});
	const isAsBefore = async () => (await phone.page.locator("#as-before").count()) > 0;
	await phone.lookAfter(9);
	await pause(500);
	expect(await isAsBefore()).toBe(true);
	await phone.lookAfter(11);
	await eventually(isAsBefore).toBe(false);
	expect(await phone.page.locator("[aria-label=Hoy]").count()).toBe(1);
	await plant.loseSignal();
	await phone.setClockAhead(1);
	await phone.lookAfter(11);
	await eventually(() => phone.text()).toMatch(/^Sin señal/);
	expectNoToday(await phone.text());
});

test("with the clock 1, 3 or 40 days ahead no page says Hoy, and the days begin with the phone's", async () => {
	const plant = await openPlant();
	const phone = await newPhone(plant.origin);
	await phone.signIn(await makeUser(shift));
	await phone.open("/auth/my-account");
	await phone.keeps("/my-shift/days", "/my-shift", "/my-shift/calendar", "/auth/work-overtime");
	await phone.open("/diagrams/4turnos_7dias?crew=B");
	await phone.keeps("/diagrams/4turnos_7dias?crew=B");
	await plant.loseSignal();
	for (const days of [1, 3, 40]) {
		await phone.setClockAhead(days);
		for (const path of [
			"/home",
			"/my-shift/calendar",
			"/auth/work-overtime",
			"/diagrams/4turnos_7dias?crew=B",
			"/my-shift",
		]) {
			expectNoToday(await phone.open(path));
			expect(await phone.page.locator("[aria-current=date]").count(), path).toBe(0);
		}
		const day = addDays(todayIn("America/Argentina/Buenos_Aires"), days);
		expect((await phone.page.locator("ol li").first().innerText()).toLowerCase()).toContain(
			formatDayOfYear(day),
		);
	}
});

test("the words of Mi turno are shown as long as they are true", async () => {
	const plant = await openPlant();
	const phone = await newPhone(plant.origin);
	await phone.signIn(await makeUser(shift));
	await phone.open("/my-shift");
	// The calendar comes last: nothing is fetched any more that would replace the page below.
	await phone.keeps("/my-shift/days", "/my-shift", "/my-shift/calendar");
	// A page that is true for an hour, as outside of shifts.
	await (await phone.worker()).evaluate(async () => {
		const cache = await caches.open("relevo-private-1");
		const copy = await cache.match("/my-shift");
		const headers = {
			"Content-Type": "text/html",
			"Relevo-Times": `${Date.now()} ${Date.now() + 3_600_000}`,
		};
		await cache.put("/my-shift", new Response(await copy?.text(), { headers }));
	});
	await plant.loseSignal();
	const text = await phone.open("/my-shift");
	expect(text).toContain("Sin señal. Copia del");
	expect(text).toContain("Hoy, ");
});

test("the kill switch removes the worker and its copies, and the site goes on without it", async () => {
	const plant = await openPlant();
	const phone = await newPhone(plant.origin);
	await phone.open("/my-shift/find");
	await phone.open("/diagrams/4turnos_7dias");
	await phone.keeps("/security", "/diagrams/4turnos_7dias");
	await plant.loseSignal();
	await plant.findSignal({ SERVICE_WORKER: "off" });
	await phone.open("/security");
	// Browsers ask for the worker again at a navigation, at most once a day; a test does not wait for that.
	// The page may reload before it could say that it has asked.
	await phone.page.evaluate(() => {
		document.documentElement.id = "opened-before";
		navigator.serviceWorker.getRegistration().then((registration) => registration?.update());
	});
	await eventually(() =>
		phone.page
			.evaluate(async () => [
				(await navigator.serviceWorker.getRegistrations()).length,
				(await caches.keys()).length,
				document.documentElement.id,
			])
			// The page reloads meanwhile.
			.catch(() => undefined),
	).toEqual([0, 0, ""]);
	expect(await phone.open("/security")).toContain("Diez reglas de seguridad");
	expect(await phone.page.locator("script").count()).toBe(0);
});

/** A build of the server whose worker is another. */
function buildWithWorker(change: (worker: string) => string): string {
	const folder = mkdtempSync(join(tmpdir(), "relevo-worker-"));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	cpSync("build/worker", folder, { recursive: true });
	const file = join(folder, "worker.js");
	writeFileSync(file, change(readFileSync(file, "utf8")));
	return patchedBuild(['"build/worker"', JSON.stringify(folder)]);
}

test("an update that throws leaves the worker and its copies; the next one takes over while a page opens", async () => {
	const plant = await openPlant();
	const phone = await newPhone(plant.origin);
	await phone.open("/diagrams/4turnos_7dias");
	await phone.keeps("/security", "/diagrams/4turnos_7dias");
	const update = () =>
		phone.page.evaluate(async () => {
			const registration = await navigator.serviceWorker.getRegistration();
			return registration?.update().then(
				() => "taken",
				() => "refused",
			);
		});
	await plant.loseSignal();
	await plant.findSignal(
		{},
		buildWithWorker(() => 'throw new Error("half a deploy")'),
	);
	expect(await update()).toBe("refused");
	await plant.loseSignal();
	expect(await phone.open("/diagrams/4turnos_7dias")).toContain("Sin señal. Copia del");

	await plant.findSignal(
		{},
		buildWithWorker((worker) => `${worker}\nself.isNewer = true;`),
	);
	await phone.open("/security");
	expect(await update()).toBe("taken");
	const isWaiting = () =>
		phone.page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting !== null);
	await eventually(isWaiting).toBe(true);
	await phone.open("/about");
	await eventually(isWaiting).toBe(false);
	await plant.loseSignal();
	expect(await phone.open("/diagrams/4turnos_7dias")).toContain("Sin señal. Copia del");
});
