/**
 * `npm run browsers [-- --only "Chromium 80"]`: the main flows in every browser that can be had here, with and without
 * script, and pictures of each for a person to look at. See docs/browsers.md.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import sharp from "sharp";
import { makeSite } from "../faults/site";
import { type Engine, engines, type OpenBrowser } from "./engines";
import { flows, lookAround, type Place } from "./flows";

const { values } = parseArgs({
	options: { only: { type: "string" }, pictures: { type: "string", default: "build/browsers" } },
});
const folder = resolve(values.pictures);
mkdirSync(folder, { recursive: true });
const photo = join(folder, "photo.jpg");
const red = { width: 1200, height: 900, channels: 3, background: "#a33" } as const;
writeFileSync(photo, await sharp({ create: red }).jpeg().toBuffer());

type Row = Record<string, string>;
const table: Record<string, Row> = {};
let failed = false;

for (const engine of engines.filter(({ name }) => !values.only || name === values.only))
	await tryEngine(engine);
console.table(table);
console.log(`Imágenes para mirar: ${folder}`);
process.exit(failed ? 1 : 0);

async function tryEngine(engine: Engine): Promise<void> {
	for (const script of [true, false]) {
		const row: Row = {};
		const name = `${engine.name}, ${script ? "con" : "sin"} script`;
		table[name] = row;
		let browser: OpenBrowser | undefined;
		try {
			browser = await engine.open();
		} catch (error) {
			row.versión = `no está: ${String(error).slice(0, 100)}`;
			continue;
		}
		try {
			row.versión = await browser.version();
			await driveAll(browser, script, name, row);
		} catch (error) {
			note(name, row, "todo", error);
		} finally {
			await browser.close();
		}
	}
}

async function driveAll(browser: OpenBrowser, script: boolean, name: string, row: Row): Promise<void> {
	const site = makeSite();
	const server = await site.start();
	try {
		const tab = await browser.newPage();
		// Firefox does not know the command: there, without script is tried by hand.
		if (!script) await tab.setJavaScriptEnabled(false);
		let view = "";
		const place: Place = {
			tab,
			origin: `http://localhost:${server.port}`,
			outbox: site.settings.OUTBOX_DIR ?? "",
			photo,
			picture: async (what) => {
				const file = `${name} ${view} ${what}.png`.replaceAll(/[ ,]+/g, "-");
				await tab.screenshot({ path: join(folder, file), fullPage: true });
			},
		};
		const attempt = async (step: string, work: () => Promise<void>) => {
			try {
				await work();
				row[step] = "bien";
			} catch (error) {
				note(name, row, step, error);
			}
		};
		const show = async (width: number, scheme: string) => {
			view = `${width} ${scheme}`;
			await tab.setViewport({ width, height: 700 });
			await tab.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]).catch(() => {
				view = `${width}`;
			});
		};
		await show(320, "light");
		for (const [step, flow] of Object.entries(flows)) await attempt(step, () => flow(place));
		for (const width of [320, 1280])
			for (const scheme of ["light", "dark"]) {
				await show(width, scheme);
				await attempt(`${width} ${scheme}`, () => lookAround(place, width));
			}
	} finally {
		await server.stop();
		site.remove();
	}
}

function note(name: string, row: Row, step: string, error: unknown): void {
	failed = true;
	row[step] = "FALLA";
	console.error(`${name}, ${step}: ${error}`);
}
