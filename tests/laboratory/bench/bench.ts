/**
 * `npm run bench`: measures the figures of docs/makers/performance.md. A figure outside its bound is marked FUERA and does not
 * change the exit code; a measurement that could not run makes it 1.
 */
import { cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { withProgress } from "../../../scripts/operator/progress";
import { formatTable, numberText, type Row, type Unmeasured } from "../figures/table";
import { migrate, startRelevo } from "../servers/programs";
import { measureCells } from "./cells/measure-cells";
import { measureCapacity } from "./measures/measure-capacity";
import { measureExtras } from "./measures/measure-extras";
import { measureHydration } from "./measures/measure-hydration";
import { measureImages } from "./measures/measure-images";
import { measureLogins } from "./measures/measure-logins";
import { measurePages } from "./measures/measure-pages";
import { measurePapers } from "./measures/measure-papers";
import { measurePictures } from "./measures/measure-pictures";
import { measureStart } from "./measures/measure-start";
import { measureThroughput } from "./measures/measure-throughput";
import { measureColdPages, measureVisitors } from "./measures/measure-visitors";
import { readDiagrams } from "./visitors";

const DEFAULT_SECONDS = 20;

const rows: (Row | Unmeasured)[] = [];
const begun = performance.now();
const { values } = parseArgs({
	options: { seconds: { type: "string" }, only: { type: "string" }, help: { type: "boolean" } },
});
if (values.help) {
	console.log(`npm run bench -- [--seconds ${DEFAULT_SECONDS}] [--only capacity]

Mide páginas, formularios, fotos, memoria y arranque, cada cosa junto a una referencia, contra los límites de docs/makers/performance.md.
--seconds cuánto duran las cargas de pedidos; --only una sola fila de la tabla.`);
	process.exit(0);
}
const seconds = Number(values.seconds ?? DEFAULT_SECONDS);
if (!Number.isInteger(seconds) || seconds < 1 || seconds > 600) throw new Error("--seconds: de 1 a 600");
const [cpu] = cpus();
console.log(`${cpus().length} núcleos (${cpu?.model ?? "?"}), Node ${process.versions.node}, un proceso`);
const busyBefore = loadavg()[0] ?? 0;
let hasMeasured = false;

// `measureStart` needs a migrated database.
migrate();
await part("start", "Arranque", measureStart);
const relevo = await startRelevo();
const origin = `http://127.0.0.1:${relevo.port}`;
await part("—", "Páginas por primera vez", () => measureColdPages(relevo));
await part("scripts, weight, requests", "Peso de las páginas", () => measurePages(relevo));
await part("pictures", "Imágenes", () => measurePictures(relevo));
await part("cache", "Páginas de la memoria", () => measureThroughput(relevo));
const diagrams = await readDiagrams(origin);
await relevo.stop();
await part("hydration", "Páginas que cobran vida", measureHydration);
await part("memory, photos", "Fotos", measureImages);
await part("papers", "Papeles", measurePapers);
await part("extras, long-list", "Extras", measureExtras);
await part("capacity", "Lo que lleva un núcleo", measureCapacity);
await part("cells", "Plantas en una máquina", measureCells);
await part("sign-ins, loop-delay", "Ingresos", () => measureLogins(seconds));
await part("visitors, memory, loop-delay", "Visitas", () => measureVisitors(diagrams, seconds));

if (!hasMeasured) throw new Error(`--only: no hay una fila «${values.only}»; por ejemplo, weight`);
rows.sort((a, b) => a.id.localeCompare(b.id, "es", { numeric: true }));
console.log(`\n${formatTable(rows)}\n`);
if (busyBefore > cpus().length / 4) {
	const load = numberText(busyBefore, 1);
	console.log(
		`Otros procesos usaban la máquina al empezar (carga ${load}): cache, visitors, memory y start no valen.`,
	);
}
console.log(`${Math.round((performance.now() - begun) / 1000)} s en todo.`);

/**
 * Runs a measurement. If the measurement fails, adds a row with the error, so that the other measurements still run.
 */
async function part(id: string, what: string, measure: () => Promise<Row[]>): Promise<void> {
	if (values.only && !id.split(", ").includes(values.only)) return;
	hasMeasured = true;
	try {
		rows.push(...(await withProgress(what, measure)));
	} catch (error) {
		rows.push({ id, what, reason: error instanceof Error ? error.message : String(error) });
		process.exitCode = 1;
	}
}
