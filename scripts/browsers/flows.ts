/** What a person does with the program, in any browser. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Tab } from "./engines";

const EMAIL = "obrera@planta.example";
const PASSWORD = "acero frío 1900";
const LONGEST_WAIT_MS = 30_000;

export interface Place {
	tab: Tab;
	origin: string;
	/** Where the server writes its mails. */
	outbox: string;
	/** A JPEG. */
	photo: string;
	/** Saves what is seen. */
	picture(name: string): Promise<void>;
}

type Flow = (place: Place) => Promise<void>;

/** In this order: each begins where the one before has ended. */
export const flows: Readonly<Record<string, Flow>> = {
	register: async ({ tab, origin, outbox }) => {
		await tab.goto(`${origin}/auth/register`);
		await fill(tab, { username: "Soldadora", email: EMAIL, password: PASSWORD, confirmPassword: PASSWORD });
		await press(tab, "Crear mi cuenta");
		await fill(tab, { code: await mailedCode(outbox) });
		await press(tab, "Verificar");
		await expectAt(tab, "/auth/my-account");
	},
	login: async (place) => {
		await press(place.tab, "CERRAR SESIÓN");
		await signIn(place);
	},
	document: async ({ tab, origin, photo, picture }) => {
		await tab.goto(`${origin}/auth/my-document/add-document`);
		await fill(tab, { title: "Carnet", description: "Clase D1" });
		await tab.upload("input[type=file]", photo);
		await press(tab, "Guardar");
		await tab.goto(`${origin}/auth/my-documents`);
		await expectText(tab, "Carnet");
		await picture("documents");
		await until(tab, "[...document.querySelectorAll('.thumbs img')].some((image) => image.naturalWidth > 0)");
	},
	extra: async ({ tab, origin }) => {
		await tab.goto(`${origin}/auth/work-overtime/add-work-overtime`);
		await fill(tab, { hour: "4,5", date: "2026-11-14", shift: "T" });
		await press(tab, "Agregar extra");
		await expectSo(tab, "/14.11.2026/.test(document.querySelector('main').textContent)");
	},
	filter: async ({ tab, origin, picture }) => {
		await tab.goto(`${origin}/auth/work-overtime?start=2026-12-01`);
		await tab.evaluate("document.querySelector('details.fold')?.setAttribute('open', '')");
		await fill(tab, { start: "2026-11-01", end: "2026-11-30" });
		await press(tab, "Aplicar");
		await expectSo(tab, "/14.11.2026/.test(document.querySelector('main').textContent)");
		await picture("extras");
	},
	delete: async ({ tab, origin, picture }) => {
		await tab.goto(`${origin}/auth/my-documents`);
		await tab.evaluate("document.querySelector('a[href*=intent]').click()");
		await until(tab, textIs("Aceptar"));
		await picture("question");
		await press(tab, "Aceptar");
		await tab.goto(`${origin}/auth/my-documents`);
		await expectSo(tab, "!document.querySelector('.document')");
	},
	diagram: async ({ tab, origin, picture }) => {
		await tab.goto(`${origin}/diagrams/3turnos`);
		await expectSo(tab, "document.querySelectorAll('main table td').length > 300");
		await picture("diagram");
	},
};

const PAGES = ["/home?inicio=1", "/security", "/auth/my-account", "/auth/work-overtime/add-work-overtime"];

/** The person who has registered. */
export async function signIn({ tab, origin }: Place): Promise<void> {
	await tab.goto(`${origin}/auth/login`);
	await fill(tab, { email: EMAIL, password: PASSWORD });
	await press(tab, "Ingresar");
	await expectAt(tab, "/auth/my-account");
}

/** The page knows the theme, nothing is wider than the window, and the style is there. */
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

/** A button by its words, and the page that answers. */
async function press(tab: Tab, text: string): Promise<void> {
	await until(tab, textIs(text));
	await tab.evaluate("document.documentElement.setAttribute('data-before', '')");
	await tab.evaluate(`${textIs(text)}.click()`);
	await until(
		tab,
		"document.readyState === 'complete' && !document.documentElement.hasAttribute('data-before')",
	);
}

function expectAt(tab: Tab, path: string): Promise<void> {
	return expectSo(tab, `location.pathname.startsWith(${JSON.stringify(path)})`);
}

function expectText(tab: Tab, text: string): Promise<void> {
	return expectSo(tab, `document.querySelector("main").textContent.includes(${JSON.stringify(text)})`);
}

async function expectSo(tab: Tab, expression: string): Promise<void> {
	if (!(await tab.evaluate(`Boolean(${expression})`)))
		throw new Error(`at ${await tab.evaluate("location.href")} not so: ${expression}`);
}

async function until(tab: Tab, expression: string): Promise<void> {
	const end = performance.now() + LONGEST_WAIT_MS;
	// While a page is being left there is nothing to ask.
	while (!(await tab.evaluate(`Boolean(${expression})`).catch(() => false))) {
		if (performance.now() > end) throw new Error(`never: ${expression}`);
		await sleep(100);
	}
}

/** The six digits of the mail. */
async function mailedCode(outbox: string): Promise<string> {
	const end = performance.now() + LONGEST_WAIT_MS;
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
