/** Service workers in each of which one rule of docs is broken on purpose, so that a run must notice. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export interface BrokenRule {
	name: string;
	file: string;
	text: string;
	instead: string;
}

export const brokenRules: readonly BrokenRule[] = [
	{
		name: "lo de otra persona se borra antes de mostrar lo suyo",
		file: "person.ts",
		text: "await caches.delete(PRIVATE);",
		instead: "",
	},
	{
		name: "cerrar sesión borra lo privado enseguida",
		file: "signing-out.ts",
		text: "await inTurn(() => changePerson(NOBODY, true));",
		instead: "await remember({ owesSignOut: true });",
	},
	{
		name: "una página pedida antes del cambio de persona no se guarda",
		file: "copies.ts",
		text: "if (epoch === (await remembered()).epoch) await put(",
		instead: "await put(",
	},
	{
		name: "cada formulario que se da lleva una clave nueva",
		file: "copies.ts",
		text: 'fields.get("idFile") ?? freshKey()',
		instead: 'fields.get("idFile") ?? "00000000-0000-4000-8000-000000000001"',
	},
	{
		name: "el formulario se guarda antes de mandarlo",
		file: "outbox.ts",
		text: 'await write(["entries", id, entry], ["state", id, sealed]);',
		instead: "",
	},
	{
		name: "lo que se guarda está cifrado",
		file: "outbox.ts",
		text: "isRefused: false, iv, secret };",
		instead: "isRefused: false, iv, secret, typed };",
	},
	{
		name: "sin respuesta del servidor el formulario sigue esperando",
		file: "sending.ts",
		text: "const response = await postOne(entry, path, typed",
		instead: "await settle(entry);\n\tconst response = await postOne(entry, path, typed",
	},
	{
		name: "lo que espera es solo de quien lo escribió",
		file: "outbox.ts",
		text: ".filter((entry) => entry.person === person)",
		instead: "",
	},
	{
		name: "al volver la señal sale lo que espera",
		file: "filling.ts",
		text: "await sendAll();",
		instead: "",
	},
	{
		name: "lo contestado con 401 espera",
		file: "entry.ts",
		text: 'if (status === 401) return "session";',
		instead: 'if (status === 401) return "done";',
	},
];

/** Builds the worker with a rule broken. @throws Error when the worker's text does not hold what the rule names */
export function buildBroken({ file, text, instead }: BrokenRule): string {
	// Inside the project, so that its imports are found.
	mkdirSync(".cache", { recursive: true });
	const folder = mkdtempSync(join(".cache", "worker-"));
	try {
		cpSync("app/worker", folder, { recursive: true });
		const path = join(folder, file);
		const source = readFileSync(path, "utf8");
		const broken = source.replace(text, () => instead);
		if (broken === source) throw new Error(`${file} no tiene ${text}`);
		writeFileSync(path, broken);
		const args = [
			join(folder, "worker.ts"),
			"--bundle",
			"--format=iife",
			"--target=es2020",
			"--charset=utf8",
		];
		const built = spawnSync("node_modules/.bin/esbuild", args, { encoding: "utf8" });
		if (built.status !== 0) throw new Error(built.stderr);
		return built.stdout;
	} finally {
		rmSync(folder, { recursive: true });
	}
}
