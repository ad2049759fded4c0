/** The main things that a person does on the site, in any browser. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Tab } from "./engines";
import { COMES_ALIVE, IS_ALIVE, WRAP_TEXTS } from "./page-states";

const EMAIL = "obrera@planta.example";
const PASSWORD = "acero frío 1900";
const MAX_WAIT_MS = 30_000;

export interface Place {
	tab: Tab;
	origin: string;
	/** Whether the page's own script runs. */
	script: boolean;
	/** Folder where the server writes its e-mails. */
	outbox: string;
	/** Path of a JPEG. */
	photo: string;
	/** Saves a screenshot. */
	picture(name: string): Promise<void>;
}

type Flow = (place: Place) => Promise<void>;

/** The order matters: each flow begins where the previous one ends. */
export const flows: Readonly<Record<string, Flow>> = {
	register: async (place) => {
		const { tab, outbox } = place;
		await open(place, "/auth/register");
		await fill(tab, { username: "Soldadora", email: EMAIL, password: PASSWORD, confirmPassword: PASSWORD });
		await press(tab, "Crear mi cuenta");
		await until(tab, "document.querySelector('main [name=code]')");
		await fill(tab, { code: await mailedCode(outbox) });
		await press(tab, "Verificar");
		await untilAt(tab, "/auth/my-account");
	},
	login: async (place) => {
		await open(place, "/auth/my-account");
		await press(place.tab, "CERRAR SESIÓN");
		await until(place.tab, "!location.pathname.startsWith('/auth/my-account')");
		await signIn(place);
	},
	document: async (place) => {
		const { tab, photo, picture } = place;
		await open(place, "/auth/my-document/add-document");
		await fill(tab, { title: "Carnet", description: "Clase D1" });
		await tab.upload("input[type=file]", photo);
		await press(tab, "Guardar");
		await untilAt(tab, "/auth/my-documents");
		await untilText(tab, "Carnet");
		await picture("documents");
		await until(tab, "[...document.querySelectorAll('.thumbs img')].some((image) => image.naturalWidth > 0)");
	},
	extra: async (place) => {
		await open(place, "/auth/work-overtime/add-work-overtime");
		await addExtra(place.tab, "2026-11-14");
	},
	translated: async (place) => {
		await open(place, "/auth/work-overtime/add-work-overtime");
		await place.tab.evaluate(WRAP_TEXTS);
		await addExtra(place.tab, "2026-11-13");
	},
	filter: async (place) => {
		const { tab, picture } = place;
		await open(place, "/auth/work-overtime?start=2026-12-01");
		await tab.evaluate("document.querySelector('details.fold')?.setAttribute('open', '')");
		await fill(tab, { start: "2026-11-01", end: "2026-11-30" });
		await press(tab, "Aplicar");
		await untilText(tab, "14/11/2026");
		await picture("extras");
	},
	delete: async (place) => {
		const { tab, picture } = place;
		await open(place, "/auth/my-documents");
		await tab.evaluate("document.querySelector('a[href*=intent]').click()");
		await until(tab, textIs("Aceptar"));
		await picture("question");
		await press(tab, "Aceptar");
		await until(
			tab,
			"document.querySelector('main') && !document.querySelector('.document, main [name=intent][value=delete]')",
		);
		await open(place, "/auth/my-documents");
		await until(tab, "!document.querySelector('.document')");
	},
	diagram: async ({ tab, origin, picture }) => {
		await tab.goto(`${origin}/diagrams/3turnos`);
		await expectSo(tab, "document.querySelectorAll('main table td').length > 300");
		await picture("diagram");
	},
};

const PAGES = ["/home?inicio=1", "/security", "/auth/my-account", "/auth/work-overtime/add-work-overtime"];

/** Signs in as the person whom the `register` flow registered. */
export async function signIn(place: Place): Promise<void> {
	const { tab } = place;
	await open(place, "/auth/login");
	await fill(tab, { email: EMAIL, password: PASSWORD });
	await press(tab, "Ingresar");
	await untilAt(tab, "/auth/my-account");
}

/** Checks on each page that the theme applies, that the stylesheet loads and that nothing is wider than the window. */
export async function lookAround(
	{ tab, origin, picture }: Place,
	width: number,
	scheme: string,
): Promise<void> {
	for (const path of [...PAGES, "/diagrams/3turnos"]) {
		await tab.goto(origin + path);
		await picture(path.replaceAll(/\W+/g, "-").slice(1));
		await expectSo(tab, `innerWidth === ${width}`);
		await expectSo(tab, `matchMedia("(prefers-color-scheme: ${scheme})").matches`);
		await expectSo(tab, `document.documentElement.scrollWidth <= ${width}`);
		await expectSo(tab, "getComputedStyle(document.querySelector('.header')).backgroundColor !== ''");
		await expectSo(tab, "[...document.querySelectorAll('svg.icon')].every((icon) => icon.clientWidth <= 32)");
	}
}

async function fill(tab: Tab, values: Readonly<Record<string, string>>): Promise<void> {
	for (const [name, value] of Object.entries(values))
		await tab.evaluate(`(() => {
			const field = document.querySelector('main [name="${name}"]:not([type=hidden])');
			field.value = ${JSON.stringify(value)};
			field.dispatchEvent(new Event("input", { bubbles: true }));
			field.dispatchEvent(new Event("change", { bubbles: true }));
		})()`);
}

const textIs = (text: string) =>
	`[...document.querySelectorAll("main button, dialog button, .header button")].find((button) => button.textContent.trim() === ${JSON.stringify(text)})`;

/** Presses a button by its text. */
async function press(tab: Tab, text: string): Promise<void> {
	await until(tab, textIs(text));
	await tab.evaluate(`${textIs(text)}.click()`);
}

async function addExtra(tab: Tab, date: string): Promise<void> {
	await fill(tab, { hour: "4,5", date, shift: "T" });
	await press(tab, "Agregar extra");
	await until(tab, "location.pathname === '/auth/work-overtime'");
	await untilText(tab, date.split("-").reverse().join("/"));
}

/** Opens a page and waits until it is hydrated, if it hydrates in this browser. */
async function open({ tab, origin, script }: Place, path: string): Promise<void> {
	await tab.goto(origin + path);
	await until(tab, "document.readyState === 'complete'");
	if (script && (await tab.evaluate(COMES_ALIVE))) await until(tab, IS_ALIVE);
}

function untilAt(tab: Tab, path: string): Promise<void> {
	return until(tab, `location.pathname.startsWith(${JSON.stringify(path)})`);
}

function untilText(tab: Tab, text: string): Promise<void> {
	return until(tab, `document.querySelector("main").textContent.includes(${JSON.stringify(text)})`);
}

async function expectSo(tab: Tab, expression: string): Promise<void> {
	if (!(await tab.evaluate(`Boolean(${expression})`)))
		throw new Error(`at ${await tab.evaluate("location.href")} not so: ${expression}`);
}

async function until(tab: Tab, expression: string): Promise<void> {
	const end = performance.now() + MAX_WAIT_MS;
	// During a navigation the page cannot evaluate anything.
	while (!(await tab.evaluate(`Boolean(${expression})`).catch(() => false))) {
		if (performance.now() > end) throw new Error(`never: ${expression}`);
		await sleep(100);
	}
}

/** The six-digit code in the e-mail. */
async function mailedCode(outbox: string): Promise<string> {
	const end = performance.now() + MAX_WAIT_MS;
	while (performance.now() < end) {
		const mails = existsSync(outbox) ? readdirSync(outbox).filter((file) => file.endsWith(".eml")) : [];
		for (const mail of mails) {
			const code = /^\s*(\d{6})\s*$/m.exec(readFileSync(join(outbox, mail), "utf8"))?.[1];
			if (code) return code;
		}
		await sleep(100);
	}
	throw new Error("the mail did not come");
}
