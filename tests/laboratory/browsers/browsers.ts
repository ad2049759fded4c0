/**
 * `npm run browsers [-- --only "Chromium 80"]`: runs the main user flows in every available browser, with and
 * without JavaScript, and saves screenshots to look at. See docs/makers/browsers.md.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import sharp from "sharp";
import { freePort } from "../../support/server/ports.mjs";
import { makeSite } from "../servers/site";
import { type Engine, engines } from "./engines";
import { checkPages, flows } from "./flows";
import { BrowserUnavailable } from "./packages";
import { type FlowContext, signIn } from "./steps";

const { values } = parseArgs({
	options: {
		only: { type: "string" },
		pictures: { type: "string", default: "build/browsers" },
		help: { type: "boolean" },
	},
});
if (values.help) {
	console.log(`npm run browsers -- [--only "${engines[0]?.name}"] [--pictures build/browsers]

Recorre el sitio en cada navegador que se puede conseguir acá, con y sin script, y guarda imágenes para mirar.
Navegadores: ${engines.map(({ name }) => name).join(", ")}.`);
	process.exit(0);
}
const folder = resolve(values.pictures);
mkdirSync(folder, { recursive: true });
const photos = ["#a33", "#33a"].map((background, index) => ({
	background,
	path: join(folder, `photo${index}.jpg`),
}));
for (const { background, path } of photos) {
	const create = { width: 1200, height: 900, channels: 3, background } as const;
	writeFileSync(path, await sharp({ create }).jpeg().toBuffer());
}

type Row = Record<string, string>;
const table: Record<string, Row> = {};
let failed = false;

const chosen = engines.filter(({ name }) => !values.only || name === values.only);
if (chosen.length === 0) {
	console.error(`✗ --only: ${engines.map(({ name }) => `"${name}"`).join(", ")}`);
	process.exit(1);
}
for (const engine of chosen) for (const script of [true, false]) await tryEngine(engine, script);
console.table(table);
console.log(`Imágenes para mirar: ${folder}`);
process.exit(failed ? 1 : 0);

/** Runs the user flows and page checks in the light theme, then the page checks in the dark theme. */
async function tryEngine(engine: Engine, script: boolean): Promise<void> {
	const name = `${engine.name}, ${script ? "con" : "sin"} script`;
	const row: Row = {};
	table[name] = row;
	const attempt = async (step: string, work: () => Promise<void>) => {
		try {
			await work();
			row[step] = "bien";
		} catch (error) {
			failed = true;
			row[step] = "FALLA";
			console.error(`${name}, ${step}: ${error}`);
		}
	};
	const site = makeSite();
	const port = await freePort();
	const start = () => site.start([], { PORT: String(port) });
	let server = await start();
	try {
		for (const scheme of ["light", "dark"] as const) {
			let tab = await engine.open({ script, scheme });
			row.versión = tab.version;
			let width = 320;
			const show = (wanted: number) => {
				width = wanted;
				return tab.setViewport({ width, height: 700 });
			};
			const context: FlowContext = {
				get tab() {
					return tab;
				},
				script,
				origin: `http://localhost:${port}`,
				outbox: site.settings.OUTBOX_DIR ?? "",
				photos: photos.map(({ path }) => path),
				loseSignal: async () => {
					await server.kill();
				},
				findSignal: async () => {
					server = await start();
				},
				loseBattery: async () => {
					tab = (await tab.dieAndReturn?.()) ?? tab;
					await show(width);
				},
				screenshot: async (what) => {
					const file = `${name} ${width} ${scheme} ${what}.png`.replaceAll(/[ ,]+/g, "-");
					await tab.screenshot(join(folder, file));
				},
			};
			try {
				await show(320);
				if (scheme === "light")
					for (const [step, flow] of Object.entries(flows)) await attempt(step, () => flow(context));
				else await signIn(context);
				for (const wanted of [320, 1280]) {
					await show(wanted);
					await attempt(`${wanted} ${scheme}`, () => checkPages(context, wanted, scheme));
				}
			} finally {
				await tab.close();
			}
		}
	} catch (error) {
		const isUnavailable = error instanceof BrowserUnavailable;
		failed ||= !isUnavailable;
		row[isUnavailable ? "versión" : "todo"] = isUnavailable ? String(error) : "FALLA";
		console.error(`${name}: ${error}`);
	} finally {
		await server.stop();
		site.remove();
	}
}
