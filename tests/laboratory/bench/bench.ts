/**
 * `npm run bench`: the bounds of performance.md and of sign-in under load, each against a reference measured in the same
 * run. It is no test: a missed bound is marked and fails nothing; only what could not be measured does.
 * `npm run bench -- --seconds 60` for the full length of the open loop, `-- --only visitors` for one part.
 */
import { cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { formatTable, numberText, type Row, type Unmeasured } from "../figures/table";
import { migrate, startRelevo } from "../servers/programs";
import { measureCapacity } from "./measures/measure-capacity";
import { measureExtras } from "./measures/measure-extras";
import { measureAlive } from "./measures/measure-hydration";
import { measureImages } from "./measures/measure-images";
import { measureLogins } from "./measures/measure-logins";
import { measurePages } from "./measures/measure-pages";
import { measurePictures } from "./measures/measure-pictures";
import { measureStart } from "./measures/measure-start";
import { measureThroughput } from "./measures/measure-throughput";
import { measureColdPages, measureVisitors } from "./measures/measure-visitors";
import { lookAround } from "./visitors";

const DEFAULT_SECONDS = 20;

const rows: (Row | Unmeasured)[] = [];
const begun = performance.now();
const { values } = parseArgs({
	options: { seconds: { type: "string" }, only: { type: "string" }, help: { type: "boolean" } },
});
if (values.help) {
	console.log(`npm run bench -- [--seconds ${DEFAULT_SECONDS}] [--only capacity]

Mide páginas, formularios, fotos, memoria y arranque, cada cosa junto a una referencia, contra los límites de docs/performance.md.
--seconds cuánto duran las cargas de pedidos; --only una sola fila de la tabla.`);
	process.exit(0);
}
const seconds = Number(values.seconds ?? DEFAULT_SECONDS);
if (!Number.isInteger(seconds) || seconds < 1 || seconds > 600) throw new Error("--seconds: de 1 a 600");
const [cpu] = cpus();
console.log(`${cpus().length} núcleos (${cpu?.model ?? "?"}), Node ${process.versions.node}, un proceso`);
const busyBefore = loadavg()[0] ?? 0;

// The second start is measured: this is the first.
migrate();
await part("start", "Arranque", measureStart);
const relevo = await startRelevo();
const origin = `http://127.0.0.1:${relevo.port}`;
await part("—", "Páginas por primera vez", () => measureColdPages(relevo));
await part("scripts, weight, requests", "Peso de las páginas", () => measurePages(relevo));
await part("pictures", "Imágenes", () => measurePictures(relevo));
await part("cache", "Páginas de la memoria", () => measureThroughput(relevo));
const diagrams = await lookAround(origin);
await relevo.stop();
await part("hydration", "Páginas que cobran vida", measureAlive);
await part("memory, photos", "Fotos", measureImages);
await part("extras, long-list", "Extras", measureExtras);
await part("capacity", "Lo que lleva un núcleo", measureCapacity);
await part("sign-ins, loop-delay", "Ingresos", () => measureLogins(seconds));
await part("visitors, memory, loop-delay", "Visitas", () => measureVisitors(diagrams, seconds));

rows.sort((a, b) => a.id.localeCompare(b.id, "es", { numeric: true }));
console.log(`\n${formatTable(rows)}\n`);
if (busyBefore > cpus().length / 4) {
	const load = numberText(busyBefore, 1);
	console.log(
		`Otros procesos usaban la máquina al empezar (carga ${load}): cache, visitors, memory y start no valen.`,
	);
}
console.log(`${Math.round((performance.now() - begun) / 1000)} s en todo.`);

/** One part that cannot be measured does not keep the others from being. */
async function part(id: string, what: string, measure: () => Promise<Row[]>): Promise<void> {
	if (values.only && !id.split(", ").includes(values.only)) return;
	process.stderr.write(`· ${what}\n`);
	try {
		rows.push(...(await measure()));
	} catch (error) {
		rows.push({ id, what, reason: error instanceof Error ? error.message : String(error) });
		process.exitCode = 1;
	}
}
