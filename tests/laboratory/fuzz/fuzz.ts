/**
 * `npm run fuzz`: sends malformed requests, and measures whether response times reveal which e-mail addresses have
 * an account. The exit code is 1 when a bound is exceeded.
 */
import { randomBytes } from "node:crypto";
import { parseArgs } from "node:util";
import { withProgress } from "../../../scripts/operator/progress";
import { formatTable, isWithin, type Row } from "../figures/table";
import { databasePath, migrate, startRelevo } from "../servers/programs";
import { runCases } from "./run-cases";
import { measureTiming, seedPeople } from "./timing";

const { values } = parseArgs({
	options: {
		cases: { type: "string", default: "20000" },
		seed: { type: "string", default: String(randomBytes(3).readUIntBE(0, 3)) },
		help: { type: "boolean" },
	},
});
if (values.help) {
	console.log(
		"npm run fuzz -- [--cases 20000] [--seed N]\n\nManda pedidos torcidos a un servidor propio y mide si el tiempo delata quién tiene cuenta.\nSin --seed elige uno y lo dice, para poder repetirlo.",
	);
	process.exit(0);
}
const [cases, seed] = [Number(values.cases), Number(values.seed)];
if (!Number.isInteger(cases) || cases < 1 || !Number.isInteger(seed))
	throw new Error("--cases y --seed son números enteros");

migrate();
const relevo = await startRelevo({ TRUST_PROXY_HOPS: "1" });
console.log(`semilla ${seed}`);
const { emails, session } = await seedPeople(databasePath);
const timing = await measureTiming(relevo.port, emails);
const { statuses, failures, signIns, slowestMs } = await withProgress("Pedidos", (report) =>
	runCases(relevo.port, seed, cases, session, report),
);
await relevo.stop();

const seen = Array.from(statuses).sort(([one], [other]) => one - other);
const rows: Row[] = [
	{
		id: "requests",
		what: `${cases} pedidos torcidos: fallas del servidor`,
		figure: seen.map(([status, count]) => `${count} con ${status || "corte"}`).join(", "),
		value: failures.length,
		unit: "",
		bound: { atMost: 0 },
	},
	{
		id: "requests",
		what: "Sesiones abiertas por ellos",
		figure: "",
		value: signIns.length,
		unit: "",
		bound: { atMost: 0 },
	},
	{ id: "requests", what: "El más lento", figure: "", value: slowestMs, unit: "ms" },
	...timing,
];
console.log(`\n${formatTable(rows)}\n`);
for (const failure of [...failures, ...signIns].slice(0, 20)) console.log(failure);
process.exit(rows.every((row) => isWithin(row) !== false) ? 0 : 1);
