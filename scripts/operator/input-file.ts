/** Files that an operator gives to a command: read whole, with a clear message for each way they can be wrong. */
import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import type { z } from "zod";
import { CommandError } from "./errors";

const MEGABYTE = 1_048_576;
const MAX_JSON_MB = 1;
/** Issues shown of one file: the rest is seen on the next try. */
const MAX_ISSUES = 20;

/** Where a path of the command line is: npm runs scripts in the project's folder and says here where it was called. */
export function operatorPath(path: string): string {
	return resolve(process.env.INIT_CWD ?? ".", path);
}

/** @throws CommandError when it cannot be read or is larger than `mostMegabytes` */
export function readInputFile(path: string, mostMegabytes: number): Buffer {
	const place = operatorPath(path);
	try {
		const { size } = statSync(place);
		// A pipe (/dev/stdin) has no size before it is read.
		const content = size > mostMegabytes * MEGABYTE ? undefined : readFileSync(place);
		if (!content || content.length > mostMegabytes * MEGABYTE) {
			const megabytes = ((content?.length ?? size) / MEGABYTE).toFixed(1).replace(".", ",");
			throw new CommandError(`${path} pesa ${megabytes} MB y el máximo es ${mostMegabytes} MB.`);
		}
		return content;
	} catch (error) {
		const code = error instanceof Error && "code" in error ? error.code : undefined;
		if (code === "ENOENT") {
			throw new CommandError(`No existe el archivo ${place}: revisá el nombre y la carpeta.`);
		}
		if (code === "EISDIR") throw new CommandError(`${path} es una carpeta: indicá un archivo.`);
		if (code === "EACCES") throw new CommandError(`No hay permiso para leer ${place}.`);
		throw error;
	}
}

/** @throws CommandError when it is not JSON in UTF-8 */
export function readJsonFile(path: string): unknown {
	const text = decode(path, readInputFile(path, MAX_JSON_MB));
	if (text.trim() === "") throw new CommandError(`${path} está vacío.`);
	if (text.trimStart().startsWith("> relevo@")) {
		throw new CommandError(
			`${path} empieza con el cartel de npm: volvé a hacerlo con «npm run --silent …», o borrale las líneas que empiezan con >.`,
		);
	}
	try {
		return JSON.parse(text);
	} catch (error) {
		if (!(error instanceof SyntaxError)) throw error;
		throw new CommandError(
			`${path} no es JSON: tiene un error ${placeOf(error, text)} (una coma, una comilla o una llave).`,
		);
	}
}

/** What zod would say in English, for the rules that bring no words of their own. */
export const spanishIssue: z.core.$ZodErrorMap = (issue) => {
	if (issue.code === "invalid_type") {
		return issue.input === undefined ? "falta" : `tiene que ser ${typeNames[issue.expected] ?? "otra cosa"}`;
	}
	if (issue.code === "unrecognized_keys") return `no existe el campo ${issue.keys.join(", ")}`;
	if (issue.code === "too_small") return `el mínimo es ${issue.minimum}`;
	if (issue.code === "too_big") return `el máximo es ${issue.maximum}`;
	return "valor incorrecto";
};

/** "4turnos_7dias, cycle: el ciclo lleva solo …": one line an issue. */
export function describeIssues(subject: string, issues: readonly z.core.$ZodIssue[]): string[] {
	return issues.map(
		({ path, message }) => `${[subject, path.join(".")].filter(Boolean).join(", ")}: ${message}`,
	);
}

/** The error of a file that is refused as a whole: one line where there is one reason. */
export function refusal(path: string, reasons: readonly string[]): CommandError {
	const start = `No se importó nada de ${path}:`;
	if (reasons.length === 1) return new CommandError(`${start} ${reasons[0]}`);
	const hidden = reasons.length - MAX_ISSUES;
	const lines = reasons.slice(0, MAX_ISSUES).map((reason) => `  ${reason}`);
	return new CommandError([start, ...lines, ...(hidden > 0 ? [`  … y ${hidden} más`] : [])].join("\n"));
}

const typeNames: Readonly<Record<string, string>> = {
	string: "un texto entre comillas",
	number: "un número",
	int: "un número entero",
	boolean: "true o false",
	array: "una lista entre corchetes",
	object: "un objeto entre llaves",
};

function decode(path: string, content: Buffer): string {
	try {
		return new TextDecoder("utf-8", { fatal: true }).decode(content);
	} catch {
		throw new CommandError(`${path} no está en UTF-8: guardalo de nuevo con la codificación UTF-8.`);
	}
}

/** "cerca de la línea 3": the engine tells the position, or quotes ten characters on each side, or speaks of the end. */
function placeOf({ message }: SyntaxError, text: string): string {
	const quoted = /, (?:\.\.\.)?"(.+?)"(?:\.\.\.)? is not valid JSON$/s.exec(message)?.[1];
	const told = /at position (\d+)/.exec(message)?.[1];
	const start = quoted === undefined ? -1 : text.indexOf(quoted);
	const position = told ? Number(told) : start >= 0 ? start + Math.min(10, quoted?.length ?? 0) : text.length;
	return `cerca de la línea ${text.slice(0, position).trimEnd().split("\n").length}`;
}
