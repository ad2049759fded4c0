import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Tab } from "./engines";
import { noSignalFlows } from "./no-signal";
import { WRAP_TEXTS } from "./page-states";
import {
	ADD,
	buttonByText,
	EMAIL,
	expectTrue,
	type Flow,
	type FlowContext,
	fill,
	fillExtra,
	MAX_WAIT_MS,
	open,
	PASSWORD,
	press,
	signIn,
	waitForPath,
	waitForText,
	waitUntil,
} from "./steps";

/** User flows in order: each flow starts from the data of earlier flows. */
export const flows: Readonly<Record<string, Flow>> = {
	register: async (context) => {
		const { tab, outbox } = context;
		await open(context, "/auth/register");
		await fill(tab, { username: "Soldadora", email: EMAIL, password: PASSWORD, confirmPassword: PASSWORD });
		await press(tab, "Crear mi cuenta");
		await waitUntil(tab, "document.querySelector('main [name=code]')");
		await fill(tab, { code: await mailedCode(outbox) });
		await press(tab, "Verificar");
		await waitForPath(tab, "/auth/my-account");
	},
	login: async (context) => {
		await open(context, "/auth/my-account");
		await press(context.tab, "CERRAR SESIÓN");
		await waitUntil(context.tab, "!location.pathname.startsWith('/auth/my-account')");
		await signIn(context);
	},
	document: async (context) => {
		const { tab, photos, screenshot } = context;
		await open(context, "/auth/my-document/add-document");
		await fill(tab, { title: "Carnet", description: "Clase D1" });
		await tab.upload("input[type=file]", photos.slice(1));
		await press(tab, "Guardar");
		await waitForPath(tab, "/auth/my-documents");
		await waitForText(tab, "Carnet");
		await screenshot("documents");
		await waitUntil(
			tab,
			"[...document.querySelectorAll('.docs img')].some((image) => image.naturalWidth > 0)",
		);
	},
	extra: async (context) => {
		await open(context, ADD);
		await addExtra(context.tab, "2026-11-14");
	},
	left: async (context) => {
		const { tab, script } = context;
		// Firefox gives back nothing of a document that must not be stored.
		if (!script && /firefox/i.test(tab.version)) return;
		await open(context, ADD);
		await tab.evaluate("document.querySelector('#extra [name=hour][value=other]').click()");
		const typed = { otherHour: "4,5", comment: "Paró el tren" };
		await fill(tab, typed);
		// Chromium notes the state of a form once a second.
		await sleep(1500);
		// Another page for a person, and one for everybody, which is a document of its own.
		for (const path of ["/auth/my-account", "/home"]) {
			await tab.evaluate(`document.querySelector('a[href^="${path}"]').click()`);
			await waitForPath(tab, path);
			await tab.evaluate("history.back()");
			await waitForPath(tab, ADD);
			for (const [name, value] of Object.entries(typed))
				await waitUntil(tab, `document.querySelector("#extra [name=${name}]").value === "${value}"`);
		}
	},
	translated: async (context) => {
		await open(context, ADD);
		await context.tab.evaluate(WRAP_TEXTS);
		await addExtra(context.tab, "2026-11-13");
	},
	filter: async (context) => {
		const { tab, screenshot } = context;
		await open(context, "/auth/work-overtime?start=2026-12-01");
		await tab.evaluate("document.querySelector('details.filter').setAttribute('open', '')");
		await fill(tab, { start: "2026-11-01", end: "2026-11-30" });
		await press(tab, "Aplicar");
		await waitForText(tab, "14/11/2026");
		await screenshot("extras");
	},
	delete: async (context) => {
		const { tab, screenshot } = context;
		await open(context, "/auth/my-documents");
		await tab.evaluate("document.querySelector('a[href*=intent]').click()");
		await waitUntil(tab, buttonByText("Aceptar"));
		await screenshot("question");
		await press(tab, "Aceptar");
		await waitUntil(
			tab,
			"document.querySelector('main') && !document.querySelector('.docs, main [name=intent][value=delete]')",
		);
		await open(context, "/auth/my-documents");
		await waitUntil(tab, "!document.querySelector('.docs')");
	},
	...noSignalFlows,
	diagram: async ({ tab, origin, screenshot }) => {
		await tab.goto(`${origin}/diagrams/3turnos`);
		await expectTrue(tab, "document.querySelectorAll('main table td').length > 300");
		await screenshot("diagram");
	},
};

const PAGES = ["/home?inicio=1", "/security", "/auth/my-account", ADD];

/** Checks width, colour scheme and stylesheet of each page, and that the page is not wider than the window. */
export async function checkPages(
	{ tab, origin, screenshot }: FlowContext,
	width: number,
	scheme: string,
): Promise<void> {
	for (const path of [...PAGES, "/diagrams/3turnos"]) {
		await tab.goto(origin + path);
		await screenshot(path.replaceAll(/\W+/g, "-").slice(1));
		await expectTrue(tab, `innerWidth === ${width}`);
		await expectTrue(tab, `matchMedia("(prefers-color-scheme: ${scheme})").matches`);
		await expectTrue(tab, `document.documentElement.scrollWidth <= ${width}`);
		await expectTrue(tab, "getComputedStyle(document.querySelector('.header')).backgroundColor !== ''");
		await expectTrue(
			tab,
			"[...document.querySelectorAll('svg.icon')].every((icon) => icon.clientWidth <= 32)",
		);
	}
}

async function addExtra(tab: Tab, date: string): Promise<void> {
	await fillExtra(tab, date);
	await waitUntil(tab, "location.pathname === '/auth/work-overtime'");
	await waitForText(tab, date.split("-").reverse().join("/"));
}

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
	throw new Error("no e-mail arrived");
}
