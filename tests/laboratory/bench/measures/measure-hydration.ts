/** Measures what hydration costs. Compares paint times with the same pages under Save-Data, which do not hydrate. */
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import SQLite from "better-sqlite3";
import { median } from "../../figures/statistics";
import { numberText, type Row } from "../../figures/table";
import { benchFolder, startRelevo } from "../../servers/programs";
import { findChromium } from "../../visitors/browser-forms";
import { get } from "../../visitors/page-weight";
import { makeExtrasDatabase } from "../extras-database";
import { untilHydrated, type Visitor, visit } from "../hydration-browser";
import { measureNavigations } from "../in-app-navigation";

/**
 * Upper bounds as in docs/makers/performance.md: bytes of scripts after gzip, paint time with hydration divided by paint time
 * without, longest task in ms, and layout shift.
 */
const bounds = { scriptGzip: 122_000, paintRatio: 1.03, taskMs: 200, shift: 0 } as const;
/** Number of paint measurements: so many that one late frame hardly changes the median. */
const PAINT_ROUNDS = 21;
const TASK_ROUNDS = 3;
const EXTRAS = 40;
const DOCUMENTS = 5;

/** Lighthouse's slow 4G: latency in ms, throughput in bytes per second. */
const SLOW_4G = { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000 };
/** CPU slowdown with which Chromium emulates a slow phone. */
const SLOW_PHONE = { rate: 6 };

const pages: readonly { path: string; isPublic?: true }[] = [
	{ path: "/auth/login", isPublic: true },
	{ path: "/auth/register", isPublic: true },
	{ path: "/auth/work-overtime/add-work-overtime" },
	{ path: "/auth/work-overtime" },
	{ path: "/auth/my-documents" },
	{ path: "/auth/my-document/add-document" },
	{ path: "/auth/my-account/edit-profile" },
];

export async function measureHydration(): Promise<Row[]> {
	const executablePath = findChromium();
	if (!executablePath) throw new Error("no hay Chromium: poné su ruta en CHROMIUM_PATH");
	const path = join(mkdtempSync(join(benchFolder, "alive-")), "relevo.sqlite");
	const { cookie } = await makeExtrasDatabase(path, { own: EXTRAS, rows: EXTRAS });
	addDocuments(path);
	const program = await startRelevo({ DATABASE_PATH: path });
	const { chromium } = await import("playwright-core");
	const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-gpu"] });
	const person = { browser, origin: `http://localhost:${program.port}`, cookie };
	try {
		const rows: Row[] = [];
		for (const { path, isPublic } of pages) {
			const visitor = isPublic ? { ...person, cookie: "" } : person;
			const measured = [
				await measureScripts(visitor, path),
				await measurePaints(visitor, path),
				...(await measureTasksAndShift(visitor, path)),
			];
			process.stderr.write(`  ${path}: ${measured.map(({ value }) => numberText(value, 2)).join(", ")}
`);
			rows.push(...measured);
		}
		return [...rows, ...(await measureNavigations(person))];
	} finally {
		await browser.close();
		await program.stop();
	}
}

function addDocuments(path: string): void {
	const sqlite = new SQLite(path);
	sqlite
		.prepare(
			`WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < ${DOCUMENTS})
			INSERT INTO documents (user_id, id_file, title, description, created_at)
			SELECT users.id, printf('%08d-0000-4000-8000-000000000000', x), 'Licencia ' || x, 'Clase D1', x FROM users, n`,
		)
		.run();
	sqlite.close();
}

/** Measures the gzipped size of scripts, and how many scripts are requested before the load event. */
async function measureScripts(visitor: Visitor, path: string): Promise<Row> {
	return visit(visitor, {}, async (page) => {
		await page.goto(visitor.origin + path);
		await untilHydrated(page);
		const { names, early }: { names: string[]; early: number } = await page.evaluate(`(() => {
			const [{ loadEventStart }] = performance.getEntriesByType("navigation");
			const scripts = performance.getEntriesByType("resource").filter(({ name }) => /\\.js$/.test(name));
			return {
				names: scripts.map(({ name }) => new URL(name).pathname),
				early: scripts.filter(({ startTime }) => startTime < loadEventStart).length,
			};
		})()`);
		const responses = await Promise.all(names.map((name) => get(visitor.origin, name, "gzip")));
		const value = responses.reduce((sum, { body }) => sum + body.byteLength, 0);
		const figure = `${names.length} archivos, ${early} antes de load`;
		return {
			id: "hydration",
			what: `Script, gzip: ${path}`,
			figure,
			value,
			unit: "B",
			bound: { atMost: bounds.scriptGzip },
		};
	});
}

/**
 * Measures first and largest paint on slow 4G, in turn for a browser that hydrates the page ("hydrated") and a browser
 * with Save-Data, in which the page does not hydrate ("plain").
 */
async function measurePaints(visitor: Visitor, path: string): Promise<Row> {
	const times = { hydrated: [] as Paints[], plain: [] as Paints[] };
	for (let round = 0; round < PAINT_ROUNDS; round++)
		for (const kind of round % 2 ? (["hydrated", "plain"] as const) : (["plain", "hydrated"] as const))
			times[kind].push(
				await visit(visitor, { savesData: kind === "plain" }, async (page, cdp) => {
					await cdp.send("Network.emulateNetworkConditions", SLOW_4G);
					await page.goto(visitor.origin + path);
					if (kind === "hydrated") await untilHydrated(page);
					else await page.waitForTimeout(500);
					return page.evaluate<Paints>(PAINTS);
				}),
			);
	const of = (kind: "hydrated" | "plain", paint: keyof Paints) =>
		median(times[kind].map((each) => each[paint]));
	const ratios = (["first", "largest"] as const).map((paint) => of("hydrated", paint) / of("plain", paint));
	return {
		id: "hydration",
		what: `Primera y mayor pintura, 4G lento: ${path}`,
		figure: `${numberText(of("hydrated", "first"))} y ${numberText(of("hydrated", "largest"))} ms`,
		reference: `${numberText(of("plain", "first"))} y ${numberText(of("plain", "largest"))} ms con Save-Data`,
		value: Math.max(...ratios),
		unit: "×",
		bound: { atMost: bounds.paintRatio },
	};
}

interface Paints {
	first: number;
	largest: number;
}
const PAINTS = `new Promise((resolve) => {
	new PerformanceObserver((list) => resolve({
		first: performance.getEntriesByName("first-contentful-paint")[0].startTime,
		largest: list.getEntries().at(-1).startTime,
	})).observe({ type: "largest-contentful-paint", buffered: true });
})`;

/** Measures a page's longest task and its layout shift on a slow phone, from the load event until after a key press. */
async function measureTasksAndShift(visitor: Visitor, path: string): Promise<Row[]> {
	const rounds: { task: number; shift: number }[] = [];
	for (let round = 0; round < TASK_ROUNDS; round++) {
		const seen = await visit(visitor, {}, async (page, cdp) => {
			await page.addInitScript(OBSERVE);
			await cdp.send("Emulation.setCPUThrottlingRate", SLOW_PHONE);
			await page.goto(visitor.origin + path);
			await untilHydrated(page);
			// Only a visible element takes the focus. Otherwise Tab would go to the skip link, whose appearance counts as a shift.
			await page.locator("main :is(input:not([type=file]), button, summary):visible").first().press("Tab");
			await page.waitForTimeout(300);
			return page.evaluate<(typeof rounds)[number]>(READ_OBSERVED);
		});
		rounds.push(seen);
	}
	const shift = Math.max(...rounds.map((round) => round.shift));
	return [
		{
			id: "hydration",
			what: `Tarea más larga, 6 × CPU: ${path}`,
			figure: rounds.map(({ task }) => numberText(task)).join(", "),
			value: median(rounds.map(({ task }) => task)),
			unit: "ms",
			bound: { atMost: bounds.taskMs },
		},
		{
			id: "hydration",
			what: `Lo que se mueve: ${path}`,
			figure: numberText(shift, 4),
			value: shift,
			unit: "",
			bound: { atMost: bounds.shift },
		},
	];
}

const OBSERVE = `window.observed = [];
	for (const type of ["longtask", "layout-shift"])
		new PerformanceObserver((list) => observed.push(...list.getEntries())).observe({ type, buffered: true });`;
const READ_OBSERVED = `(() => {
	const [{ loadEventStart }] = performance.getEntriesByType("navigation");
	const after = observed.filter(({ startTime }) => startTime >= loadEventStart);
	const of = (type) => after.filter(({ entryType }) => entryType === type);
	return {
		task: Math.max(0, ...of("longtask").map(({ duration }) => duration)),
		shift: of("layout-shift").reduce((sum, { value }) => sum + value, 0),
	};
})()`;
