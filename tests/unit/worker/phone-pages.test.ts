import { expect, test, vi } from "vitest";
import { DAY_MS } from "~/lib/units/durations";
import { ADD_EXTRA, DAYS, MY_DAYS, ON_THIS_PHONE } from "~/worker/addresses";
import type { FakePhone } from "../../support/browser/fake-phone";
import { freshPhone, noSignal, readyPhone, signal } from "../../support/browser/fake-site";

const extra = { idFile: "1", date: "2026-11-20", shift: "N", hour: "8" };

const textOf = async (page: Promise<Response | undefined>) => (await (await page)?.text()) ?? "";

async function visit(phone: FakePhone, path: string): Promise<void> {
	await phone.open(path);
	await phone.settle();
}

const idOf = (phone: FakePhone) => Array.from(phone.stores.get("entries")?.keys() ?? [])[0];

test.each([
	[200, true],
	[500, false],
])("a worker whose frame comes with status %i begins to work: %s", async (status, begins) => {
	const { site, phone } = await freshPhone();
	site.pageStatus = status;
	expect(await phone.tell("install")).toBe(begins);
});

test.each([
	[1, ["take over"]],
	[2, []],
])("an update may take over while a page is opened in one of %i windows: %j", async (windows, told) => {
	const { phone } = await freshPhone();
	const heard: unknown[] = [];
	Object(self).registration.waiting = { postMessage: (message: unknown) => heard.push(message) };
	Object(self).clients.matchAll = async () => Array(windows).fill({});
	await visit(phone, "/auth/more");
	expect(heard).toEqual(told);
});

test("the phone of a visitor fetches the pages of shifts alone, and asks for no key", async () => {
	const { site, phone } = await freshPhone();
	phone.cookie = undefined;
	await visit(phone, "/home");
	const asked = site.requests.map(({ url }) => new URL(url).pathname);
	expect(asked).toEqual(["/home", DAYS, "/my-shift", "/my-shift/calendar"]);
});

test("an opened form is not kept with its key, nor a page that the server could not make", async () => {
	const { site, phone } = await readyPhone();
	await visit(phone, `${ADD_EXTRA}?idFile=mine`);
	site.pageStatus = 500;
	site.more = "Roto";
	await visit(phone, "/auth/more");
	site.isLost = noSignal;
	expect(await textOf(phone.open(ADD_EXTRA))).not.toContain("mine");
	const page = await textOf(phone.open("/auth/more"));
	expect(page).toContain("Zoraida");
	expect(page).not.toContain("Roto");
});

test("of the photos that nobody has looked at, those for the gate are kept", async () => {
	const { site, phone } = await freshPhone();
	site.more = '<img src="/images/1.webp"/>';
	await visit(phone, "/auth/my-account");
	site.more = '<img src="/images/2.webp"/>';
	await visit(phone, "/auth/view-document/1");
	const paths = (await phone.copies()).flatMap((copies) => Object.keys(copies));
	expect(paths.filter((path) => path.startsWith("/images/"))).toEqual(["/images/1.webp"]);
});

test("a page does not wait for a photo that arrives slowly", async () => {
	const { site, phone } = await readyPhone();
	site.photo = new ReadableStream();
	await phone.open("/images/1.webp", { isPart: true });
	await phone.pause(50);
	const page = await textOf(phone.open("/auth/more"));
	expect(page).toContain("Zoraida");
	expect(page).not.toContain("Sin señal");
});

test.each([
	["the days to come", signal, ""],
	["itself, of another day", (path: string) => path === DAYS, "Portada de el "],
])("the front page, once its words are no longer true, shows %s", async (_, isLost, words) => {
	const { site, phone } = await freshPhone();
	site.isLost = isLost;
	await visit(phone, "/auth/my-account");
	site.more = "Portada de hoy";
	await visit(phone, "/home");
	site.isLost = noSignal;
	expect(await textOf(phone.open("/home"))).toContain("Portada de hoy");
	vi.spyOn(Date, "now").mockReturnValue(Date.now() + 2 * DAY_MS);
	const [said = ""] = /Portada de el |$/.exec(await textOf(phone.open("/home"))) ?? [];
	expect(said).toBe(words);
});

test.each([
	[`${ADD_EXTRA}?date=2026-12-01`, "2026-12-01"],
	[`${MY_DAYS}?day=2026-12-02`, "2026-12-02"],
	[`${ADD_EXTRA}?date=mañana`, "2026-11-26"],
	[ADD_EXTRA, "2026-11-26"],
])("the empty form that the phone shows for %s is of %s", async (path, day) => {
	vi.spyOn(Date, "now").mockReturnValue(new Date(2026, 10, 26, 12).getTime());
	const { site, phone } = await freshPhone();
	site.more = '<input name="date"/>';
	await visit(phone, "/auth/my-account");
	site.isLost = noSignal;
	expect(await textOf(phone.open(path))).toContain(`<input value="${day}" name="date"/>`);
});

test("a page that the phone has not leads to those that it has", async () => {
	const { site, phone } = await readyPhone();
	await phone.tell("install");
	site.isLost = noSignal;
	const missing = await textOf(phone.open("/auth/view-document/1"));
	expect(missing.match(/<span>[^<]+/g)).toEqual(
		["Mi turno", "Mis doce meses", "Mis Extras", "Mis Documentos", "Para la portería"].map(
			(name) => `<span>${name}`,
		),
	);
});

test("the page of what waits shows it to its writer alone, and asks before it is discarded", async () => {
	const { site, phone } = await readyPhone();
	await phone.tell("install");
	site.isLost = noSignal;
	const shown = (search = "") => textOf(phone.open(ON_THIS_PHONE + search));
	expect(await shown()).toContain("No falta enviar nada.");
	await phone.send(ADD_EXTRA, extra);
	const id = idOf(phone);
	expect(await shown()).toMatch(/<h1>En el teléfono<.*<p class="lead">Falta enviar: 1</s);
	expect(await shown()).not.toContain("Guardado en el teléfono.");
	expect(await shown("?kept=1")).toMatch(/Guardado en el teléfono\..*Falta enviar: 1</s);
	expect(await shown(`?discard=${id}`)).toMatch(/<h1>¿Descartar\?<.*Extra, 20\/11 · N · 8/s);
	expect(await shown(`?open=${id}`)).toMatch(/todavía no se envió.*value="1"/s);
	await phone.send("/auth/logout", { waiting: "keep" });
	for (const search of ["", `?open=${id}`, `?discard=${id}`])
		expect(await shown(search), search).toContain("No falta enviar nada.");
});

test("whoever looks at what waits, with signal, sees it leave", async () => {
	const { site, phone } = await readyPhone();
	await phone.tell("install");
	site.isLost = noSignal;
	await phone.send(ADD_EXTRA, extra);
	expect(await textOf(phone.open(`${ON_THIS_PHONE}?kept=1`))).toContain("Falta enviar: 1");
	site.isLost = signal;
	// What is opened to be corrected or discarded stays.
	expect(await textOf(phone.open(`${ON_THIS_PHONE}?discard=${idOf(phone)}`))).toContain("¿Descartar?");
	expect(site.forms).toEqual([]);
	expect(await textOf(phone.open(`${ON_THIS_PHONE}?kept=1`))).toContain("No falta enviar nada.");
	expect(site.forms).toHaveLength(1);
	await phone.settle();
});

test("a waiting extra of several days is opened with all of them", async () => {
	const { site, phone } = await freshPhone();
	site.more = '<input type="hidden" name="dates" value=""/>';
	await phone.tell("install");
	await visit(phone, "/auth/my-account");
	site.isLost = noSignal;
	const body = `${new URLSearchParams(extra)}&dates=2026-11-18&dates=2026-11-19`;
	const headers = { "Content-Type": "application/x-www-form-urlencoded" };
	await phone.open(ADD_EXTRA, { method: "POST", body, headers });
	const opened = await textOf(phone.open(`${ON_THIS_PHONE}?open=${idOf(phone)}`));
	expect(opened).toContain('<input value="2026-11-18 2026-11-19" type="hidden" name="dates"/>');
});

test("what waits under a key that its writer no longer gets is named so, and cannot be opened", async () => {
	const { site, phone } = await readyPhone();
	await phone.tell("install");
	site.isLost = noSignal;
	await phone.send(ADD_EXTRA, extra);
	await phone.send("/auth/logout", { waiting: "keep" });
	site.isLost = signal;
	await phone.open("/auth/login");
	site.keys = [Buffer.alloc(32, 9).toString("base64")];
	site.sessions.add("Zoraida");
	phone.cookie = "Zoraida";
	await visit(phone, "/auth/my-account");
	expect(await textOf(phone.open(ON_THIS_PHONE))).toContain("Bajo llave");
	const opened = await phone.open(`${ON_THIS_PHONE}?open=${idOf(phone)}`);
	expect(opened?.headers.get("Location")).toBe(ON_THIS_PHONE);
	expect(site.forms).toEqual([]);
});

test("what the server had refused, and takes when it is opened, leads on", async () => {
	const { site, phone } = await readyPhone();
	site.isLost = noSignal;
	await phone.send(ADD_EXTRA, extra);
	site.isLost = signal;
	site.formStatus = 400;
	await phone.tell("sync");
	site.formStatus = 204;
	const opened = await phone.open(`${ON_THIS_PHONE}?open=${idOf(phone)}`);
	expect(opened?.headers.get("Location")).toBe("/auth/work-overtime");
	expect(idOf(phone)).toBeUndefined();
});

test("a form that can neither leave nor wait says so", async () => {
	const { site, phone } = await freshPhone();
	await phone.tell("install");
	site.isLost = noSignal;
	const page = await phone.send(ADD_EXTRA, extra);
	expect(page?.status).toBe(503);
	expect(await page?.text()).toContain("No se envió.");
	// With signal it leaves without the phone.
	site.isLost = signal;
	const body = new URLSearchParams(extra);
	const live = await phone.open(`${ADD_EXTRA}?_data=routes%2Fany`, { isPart: true, method: "POST", body });
	expect([live?.status, site.forms]).toEqual([200, []]);
	await phone.settle();
});

test("what waits under a key that its writer no longer gets holds up nothing typed later", async () => {
	const { site, phone } = await freshPhone();
	await phone.tell("install");
	await visit(phone, "/auth/my-account");
	site.isLost = noSignal;
	await phone.send(ADD_EXTRA, extra);
	// The operator has lost the secret from which it was made, so that every session has ended too.
	site.isLost = (pathname) => pathname.startsWith(ADD_EXTRA);
	site.keys = [Buffer.alloc(32, 8).toString("base64")];
	site.sessions.clear();
	await visit(phone, "/auth/my-account");
	await visit(phone, "/home");
	site.sessions.add("Zoraida");
	phone.cookie = "Zoraida";
	await visit(phone, "/auth/my-account");
	await phone.send(ADD_EXTRA, { ...extra, idFile: "2", comment: "later" });
	expect(phone.stores.get("entries")?.size).toBe(2);
	site.isLost = signal;
	await visit(phone, "/auth/my-account");
	expect(site.forms.map((form) => form.get("comment"))).toEqual(["later"]);
});
