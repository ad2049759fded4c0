/**
 * `npm run soak [-- --runs 400 --seed 7]`: two people on one phone, whose signal, server and browser fail at drawn
 * moments. The exit code is 1 when something was lost, doubled, mixed up or left readable. With `--rules`, each rule of
 * the worker is broken on purpose, and the exit code is 1 when a test does not notice.
 */
import { randomBytes } from "node:crypto";
import { parseArgs } from "node:util";
import { withProgress } from "../../../scripts/operator/progress";
import { formatTable, isWithin, type Row, zeroRows } from "../figures/table";
import { brokenRules } from "./rules/all-rules";
import { breakRules, CAUGHT } from "./rules/break-rules";
import { soak } from "./soak-runs";

const { values } = parseArgs({
	options: {
		runs: { type: "string", default: "400" },
		seed: { type: "string", default: String(randomBytes(3).readUIntBE(0, 3)) },
		rules: { type: "boolean" },
		rule: { type: "string" },
		help: { type: "boolean" },
	},
});
if (values.help) {
	console.log(`npm run soak -- [--runs 400] [--seed N] | --rules [--rule N]

Dos personas en un teléfono cuya señal, servidor y navegador fallan, y cuenta lo que se perdió.
La corrida N se repite sola con --seed N --runs 1. Sin --seed elige una semilla y la dice.
Con --rules rompe a propósito cada regla del teléfono en una copia del proyecto, y dice qué test lo nota.`);
	process.exit(0);
}
if (values.rules) {
	let isAllCaught = true;
	const chosen = brokenRules.filter(({ rule }) => !values.rule || rule === Number(values.rule));
	breakRules(chosen, ({ broken: { rule, promise, caughtBy }, verdict }) => {
		isAllCaught &&= verdict === CAUGHT;
		console.log(`| ${rule} | ${promise} | ${verdict} | ${caughtBy.join(": ")} |`);
	});
	process.exit(isAllCaught ? 0 : 1);
}
const [runs, seed] = [Number(values.runs), Number(values.seed)];
if (!Number.isInteger(runs) || runs < 1 || !Number.isInteger(seed))
	throw new Error("--runs y --seed son números enteros");

console.log(`semilla ${seed}`);
const startedAt = performance.now();
const result = await withProgress(`${runs} corridas`, (report) => {
	return soak(runs, seed, report);
});
const zeroRow = zeroRows("soak");
const { presses, answered, receipts } = result;
const rows: Row[] = [
	zeroRow(
		`${result.runs} corridas: lo que se dijo guardado y no está`,
		result.lost,
		`${presses} formularios, ${answered} contestados, ${receipts} con recibo del teléfono`,
	),
	zeroRow("Lo que está dos veces", result.doubled),
	zeroRow("Lo que está con otra persona", result.foreign),
	zeroRow("Lo que otra persona o nadie podía leer en el teléfono", result.readable),
	zeroRow("Corridas que no se pudieron hacer", result.problems),
	{
		id: "soak",
		what: "Segundos por corrida",
		figure: "",
		value: (performance.now() - startedAt) / 1000 / runs,
		unit: "",
	},
];
console.log(`\n${formatTable(rows)}\n`);
for (const log of result.logs) console.log(log);
process.exit(rows.every((row) => isWithin(row) !== false) ? 0 : 1);
