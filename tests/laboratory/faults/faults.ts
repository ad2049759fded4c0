/**
 * `npm run faults [-- --only kills,aborts --seed 7]`: measures a server under kill -9, full disks, slow clients and
 * other faults. A figure outside its bound is marked FUERA and does not change the exit code; a measurement that could
 * not run makes it 1.
 */
import { randomBytes } from "node:crypto";
import { loadavg } from "node:os";
import { parseArgs } from "node:util";
import { withProgress } from "../../../scripts/operator/progress";
import type { Measurement } from "../figures/measurement";
import { formatTable, numberText } from "../figures/table";
import { measureBackups } from "./backups";
import { measureDeploys } from "./deploys";
import { measureDisk } from "./disks/disk";
import { measureIo } from "./disks/io";
import { measureKills } from "./kills";
import { measureLosses } from "./losses";
import { measureMigrations } from "./migrations";
import { measureParallel } from "./parallel";
import { measurePictures } from "./pictures";
import { measureProxy } from "./proxy";
import { measureSignIns } from "./sign-ins";
import { measureSlow } from "./slow";
import { measureAborts } from "./uploads/aborts";
import { measureBodies } from "./uploads/bodies";
import { measureHeavy } from "./uploads/heavy";
import { measureTricklers } from "./uploads/tricklers";
import { measureWriters } from "./writers";

const parts: Readonly<Record<string, (seed: number) => Promise<Measurement>>> = {
	kills: (seed) => measureKills(200, seed),
	aborts: (seed) => measureAborts(200, seed),
	heavy: measureHeavy,
	pictures: measurePictures,
	tricklers: measureTricklers,
	bodies: measureBodies,
	slow: measureSlow,
	signins: measureSignIns,
	parallel: () => measureParallel(10),
	writers: () => measureWriters(20),
	disk: () => measureDisk(10, 1200),
	io: (seed) => measureIo(200, seed),
	backups: (seed) => measureBackups(50, 20, seed),
	losses: (seed) => measureLosses(50, seed),
	migrations: () => measureMigrations(50),
	deploys: (seed) => measureDeploys(50, seed),
	proxy: measureProxy,
};

const { values } = parseArgs({
	options: {
		only: { type: "string", default: Object.keys(parts).join(",") },
		seed: { type: "string", default: String(randomBytes(3).readUIntBE(0, 3)) },
		help: { type: "boolean" },
	},
});
if (values.help) {
	console.log(
		`npm run faults -- [--only ${Object.keys(parts).join(",")}] [--seed N]\n\nMaltrata un servidor propio (kill -9, cortes, discos llenos, muchos a la vez) y cuenta lo que se perdió.\nSin --seed elige uno y lo dice, para poder repetirlo.`,
	);
	process.exit(0);
}
const seed = Number(values.seed);
if (!Number.isInteger(seed)) throw new Error("--seed es un número entero");
const chosen = values.only.split(",").map((name) => {
	const measure = parts[name];
	if (!measure) throw new Error(`--only: ${Object.keys(parts).join(", ")}; no hay ${name}`);
	return { name, measure };
});

console.log(`semilla ${seed}`);
for (const [index, { name, measure }] of chosen.entries()) {
	const step = `${index + 1} de ${chosen.length}: ${name} (carga ${numberText(loadavg()[0] ?? 0, 1)})`;
	// Each part's figures at once, so that a run that is stopped keeps those of the parts before.
	console.log(`\n${step}`);
	try {
		const { rows, problems } = await withProgress(step, () => measure(seed));
		console.log(formatTable(rows));
		for (const problem of problems.slice(0, 20)) console.log(problem);
	} catch (error) {
		const reason = error instanceof Error ? error.message : String(error);
		console.log(formatTable([{ id: "—", what: name, reason }]));
		process.exitCode = 1;
	}
}
