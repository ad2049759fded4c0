/**
 * `npm run soak [-- --runs 400 --seed 7]`: two people on one phone, whose signal, server and browser fail at drawn
 * moments. The exit code is 1 when something was lost, doubled, mixed up or left readable.
 */
import { randomBytes } from "node:crypto";
import { parseArgs } from "node:util";
import { withProgress } from "../../../scripts/operator/progress";
import { formatTable, isWithin, type Row } from "../figures/table";
import { brokenRules, buildBroken } from "./broken-rules";
import { soak } from "./soak-runs";

const { values } = parseArgs({
	options: {
		runs: { type: "string", default: "400" },
		seed: { type: "string", default: String(randomBytes(3).readUIntBE(0, 3)) },
		break: { type: "string" },
		help: { type: "boolean" },
	},
});
if (values.help) {
	console.log(
		`npm run soak -- [--runs 400] [--seed N] [--break N]\n\nDos personas en un teléfono cuya señal, servidor y navegador fallan, y cuenta lo que se perdió.\nLa corrida N se repite sola con --seed N --runs 1. Sin --seed elige una semilla y la dice.\nCon --break rompe una regla del teléfono a propósito, y tiene que fallar:\n${brokenRules.map(({ name }, number) => `  ${number}  ${name}`).join("\n")}`,
	);
	process.exit(0);
}
const [runs, seed] = [Number(values.runs), Number(values.seed)];
if (!Number.isInteger(runs) || runs < 1 || !Number.isInteger(seed))
	throw new Error("--runs y --seed son números enteros");

const broken = values.break === undefined ? undefined : brokenRules[Number(values.break)];
if (values.break !== undefined && !broken) throw new Error("--break es el número de una regla: mirá --help");

console.log(`semilla ${seed}`);
const startedAt = performance.now();
const result = await withProgress(`${runs} corridas`, (report) => {
	return soak(runs, seed, { report, worker: broken && buildBroken(broken) });
});
const zeroRow = (what: string, found: readonly string[], figure = ""): Row => {
	return { id: "soak", what, figure, value: found.length, unit: "", bound: { atMost: 0 } };
};
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
