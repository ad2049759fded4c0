import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Tab } from "./engines";
import { HYDRATES, WRAP_TEXTS } from "./page-states";
import {
	buttonByText,
	expectTrue,
	type FlowContext,
	fill,
	MAX_WAIT_MS,
	open,
	openUntil,
	press,
	waitForCopy,
	waitForPath,
	waitForText,
	waitUntil,
} from "./steps";

const EMAIL = "obrera@planta.example";
const ADD = "/auth/work-overtime/add-work-overtime";
const PASSWORD = "acero frío 1900";

type Flow = (context: FlowContext) => Promise<void>;

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
		const { tab, photo, screenshot } = context;
		await open(context, "/auth/my-document/add-document");
		await fill(tab, { title: "Carnet", description: "Clase D1" });
		await tab.upload("input[type=file]", photo);
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
	/** Only where account pages come alive: nothing else on them registers the service worker. */
	noSignal: async (context) => {
		const { tab, origin, script, loseSignal, findSignal, screenshot } = context;
		await open(context, "/auth/my-account");
		if (!script || !(await tab.evaluate(HYDRATES))) return;
		for (const path of [ADD, "/auth/work-overtime"]) await waitForCopy(tab, path);
		await loseSignal();
		try {
			await tab.goto(`${origin}/auth/work-overtime`);
			await waitForText(tab, "Sin señal. Copia del");
			await screenshot("copy");
			await tab.goto(origin + ADD);
			await waitForText(tab, "queda en el teléfono");
			await fillExtra(tab, "2026-11-12");
			await waitForPath(tab, "/on-this-phone");
			await waitForText(tab, "Guardado en el teléfono.");
			await screenshot("kept");
		} finally {
			await findSignal();
		}
		// The first page sends what waits, even when its answer comes too late to be shown.
		await openUntil(context, "/auth/work-overtime?start=2026-11-01&end=2026-11-30", "12/11/2026");
	},
	diagram: async ({ tab, origin, screenshot }) => {
		await tab.goto(`${origin}/diagrams/3turnos`);
		await expectTrue(tab, "document.querySelectorAll('main table td').length > 300");
		await screenshot("diagram");
	},
};

const PAGES = ["/home?inicio=1", "/security", "/auth/my-account", ADD];

/** Signs in as the person of the flow `register`. */
export async function signIn(context: FlowContext): Promise<void> {
	const { tab } = context;
	await open(context, "/auth/login");
	await fill(tab, { email: EMAIL, password: PASSWORD });
	await press(tab, "Ingresar");
	await waitForPath(tab, "/auth/my-account");
}

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

/** The form that the phone keeps has one field for the date, as it does not know which days are near. */
async function fillExtra(tab: Tab, date: string): Promise<void> {
	const hasDays = await tab.evaluate("Boolean(document.querySelector('#extra [name=otherDate]'))");
	for (const name of hasDays ? ["hour", "date"] : ["hour"])
		await tab.evaluate(`document.querySelector('#extra [name=${name}][value=other]').click()`);
	await tab.evaluate("document.querySelector('#extra [name=shift][value=T]').click()");
	await fill(tab, { otherHour: "4,5", [hasDays ? "otherDate" : "date"]: date });
	await press(tab, "Guardar");
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
