import type { Page } from "playwright-core";
import { expect } from "vitest";
import { db } from "~/lib/database/db.server";
import { makeUser, signedIn } from "../accounts";
import { type CuttingProxy, cuttingProxyForFile } from "../server/cutting-proxy";
import { ownData, serverForFile } from "../server/server-for-file";
import { holdScripts } from "./alive";
import { expectQuiet, openPage, signInAt, type Visit } from "./browser";
import { showExtraFields } from "./extra-form";

export interface Person {
	id: string;
	email: string;
}

/** A user's task with a form, and the rows that it creates. */
export interface Job {
	path: string;
	isStranger?: true;
	button: string;
	unfold?: (page: Page) => Promise<void>;
	fields: (person: Person) => readonly (readonly [label: string, text: string])[];
	/** Labels of the fields that the form fills in itself. */
	proposed?: readonly string[];
	/** Pattern for the URL of the page that follows the accepted form. */
	arrival: RegExp;
	rows: (person: Person) => Promise<unknown[]>;
}

/**
 * Key of the row that a form creates, in the URL of the form. Without a key, the server would redirect to a URL with a
 * new key.
 */
const KEY = "33333333-3333-4333-8333-333333333333";

export const jobs = {
	register: {
		path: "/auth/register",
		isStranger: true,
		button: "Crear mi cuenta",
		fields: ({ email }) => [
			["Nombre de usuario", "soldadora"],
			["Correo electrónico", email],
			["Contraseña", "mate y tortas fritas"],
			["Confirmar contraseña", "mate y tortas fritas"],
		],
		arrival: /\/auth\/verify-email/,
		rows: ({ email }) =>
			db.selectFrom("users").where("email", "=", email).select(["username", "email_verified_at"]).execute(),
	},
	"a new extra": {
		path: `/auth/work-overtime/add-work-overtime?idFile=${KEY}`,
		button: "Guardar",
		unfold: (page) => showExtraFields(page, ["shift", "hour"]),
		fields: () => [
			["Otro turno (una letra)", "T"],
			["Otra cantidad (por ejemplo 4,5)", "4,5"],
			["Comentario (opcional)", "Parada de horno\ny limpieza"],
		],
		arrival: /\/auth\/work-overtime(\?.*)?$/,
		rows: ({ id }) =>
			db
				.selectFrom("extras")
				.where("user_id", "=", id)
				.select(["date", "minutes", "shift", "comment"])
				.execute(),
	},
	"a new document": {
		path: `/auth/my-document/add-document?idFile=${KEY}`,
		button: "Guardar",
		fields: () => [
			["Título", "Carnet de conducir"],
			["Descripción", "Clase D1\nhasta 2030"],
		],
		proposed: ["Título", "Descripción"],
		arrival: /\/auth\/my-documents(\?.*)?$/,
		rows: ({ id }) =>
			db.selectFrom("documents").where("user_id", "=", id).select(["title", "description"]).execute(),
	},
} satisfies Record<string, Job>;

interface How extends Visit {
	/** Allowed console messages, besides reports of a status 4xx. */
	noted?: RegExp;
}

export interface Workplace {
	/** A proxy that can lose or delay the server's responses. */
	line: CuttingProxy;
	/** Opens the form, signed in as `person` or a new user unless `isStranger`. Waits for the HTML, not for scripts. */
	open(
		job: Pick<Job, "path" | "isStranger">,
		how: How & { person?: Person },
		use: (page: Page, person: Person) => Promise<void>,
	): Promise<void>;
	/** Opens the form like `open`, but its scripts do not load until the test calls `letGo`. */
	openEarly(
		job: Pick<Job, "path" | "isStranger">,
		how: How & { person?: Person },
		use: (page: Page, letGo: () => Promise<void>, person: Person) => Promise<void>,
	): Promise<void>;
	/**
	 * Expects that the form has saved the same rows for `person` as it saves for another user without JavaScript. The
	 * first call for a job sends the form without JavaScript to find out these rows.
	 */
	expectSameRows(job: Job, person: Person): Promise<void>;
}

/** Starts a server on the test file's database. Returns functions that open the server's forms in Chromium. */
export function workplace(): Workplace {
	const line = cuttingProxyForFile(serverForFile(ownData));
	const plainRows = new Map<Job, unknown[]>();
	let strangers = 0;

	const open: Workplace["open"] = async (job, { noted, person, ...how }, use) => {
		const stranger = { id: "", email: `nueva-${strangers++}@planta.example` };
		const somebody = job.isStranger ? stranger : (person ?? (await makeUser({ password_hash: null })));
		const page = await openPage({ script: "on", ...how });
		await signInAt(line.origin, page, job.isStranger ? undefined : (await signedIn(somebody)).Cookie);
		const all = noted ? new RegExp(`status of 4|${noted.source}`) : /status of 4/;
		await expectQuiet(page, all, async () => {
			await page.goto(line.origin + job.path, { waitUntil: "domcontentloaded" });
			await use(page, somebody);
		});
	};
	return {
		line,
		open,
		async openEarly(job, how, use) {
			let letGo = async () => {};
			const prepare = async (page: Page) => {
				await how.prepare?.(page);
				letGo = await holdScripts(page);
			};
			await open(job, { ...how, prepare }, (page, person) => use(page, letGo, person));
		},
		async expectSameRows(job, person) {
			if (!plainRows.has(job))
				await open(job, { script: "off" }, async (page, other) => {
					await fill(page, job, other);
					await send(page, job);
					plainRows.set(job, await job.rows(other));
				});
			expect(plainRows.get(job)).toHaveLength(1);
			expect(await job.rows(person)).toEqual(plainRows.get(job));
		},
	};
}

export const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
export const button = (page: Page, job: Job) => page.getByRole("button", { name: job.button, exact: true });

export async function fill(page: Page, job: Job, person: Person): Promise<void> {
	await job.unfold?.(page);
	for (const [label, text] of job.fields(person)) await field(page, label).fill(text);
}

/** Sends the form and waits for the URL of the page that follows the accepted form, but not for its scripts. */
export async function send(page: Page, job: Job): Promise<void> {
	await button(page, job).click({ noWaitAfter: true });
	await page.waitForURL(job.arrival, { waitUntil: "commit" });
}

/** Sends the form without what it proposes, and waits for the errors and for the focus that the new page gives them. */
export async function sendRefused(page: Page, job: Job): Promise<void> {
	for (const label of job.proposed ?? []) await field(page, label).fill("");
	await button(page, job).click({ force: true });
	await page.locator(".field .error:not(:empty)").first().waitFor();
	await page.locator("main :focus").waitFor();
}
