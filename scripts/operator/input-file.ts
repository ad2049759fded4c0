/** Reads an operator's input files, with a clear message for each kind of error. */

import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import type { z } from "zod";
import { codeOf } from "~/lib/files/error-code";
import { MB } from "~/lib/units/bytes";
import { CommandError } from "./errors";

const MAX_JSON_MB = 1;
/** Maximum number of errors shown per input file. Further errors are only counted. */
const MAX_ISSUES = 20;

export function operatorPath(path: string): string {
	return resolve(process.env.INIT_CWD ?? ".", path);
}

/**
 * Reads an input file.
 * @throws CommandError when the file is unreadable or larger than `maxMegabytes`
 */
export function readInputFile(path: string, maxMegabytes: number): Buffer {
	const absolutePath = operatorPath(path);
	try {
		const { size } = statSync(absolutePath);
		// A pipe such as /dev/stdin reports a size of 0.
		const content = size > maxMegabytes * MB ? undefined : readFileSync(absolutePath);
		if (!content || content.length > maxMegabytes * MB) {
			const megabytes = ((content?.length ?? size) / MB).toFixed(1).replace(".", ",");
			throw new CommandError(`${path} pesa ${megabytes} MB y el máximo es ${maxMegabytes} MB.`);
		}
		return content;
	} catch (error) {
		const code = codeOf(error);
		if (code === "ENOENT") {
			throw new CommandError(`No existe el archivo ${absolutePath}: revisá el nombre y la carpeta.`);
		}
		if (code === "EISDIR") throw new CommandError(`${path} es una carpeta: indicá un archivo.`);
		if (code === "EACCES") throw new CommandError(`No hay permiso para leer ${absolutePath}.`);
		throw error;
	}
}

/**
 * Reads and parses a JSON file.
 * @throws CommandError when the file is unreadable, larger than MAX_JSON_MB, or not JSON in UTF-8
 */
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
			`${path} no es JSON: tiene un error ${lineOf(error, text)} (una coma, una comilla o una llave).`,
		);
	}
}

/** Spanish messages for schema rules without a message of their own. */
export const spanishIssue: z.core.$ZodErrorMap = (issue) => {
	if (issue.code === "invalid_type") {
		return issue.input === undefined ? "falta" : `tiene que ser ${typeNames[issue.expected] ?? "otra cosa"}`;
	}
	if (issue.code === "unrecognized_keys") return `no existe el campo ${issue.keys.join(", ")}`;
	if (issue.code === "too_small") return `el mínimo es ${issue.minimum}`;
	if (issue.code === "too_big") return `el máximo es ${issue.maximum}`;
	return "valor incorrecto";
};

/** Describes validation errors, one line each: "4turnos_7dias, cycle: el ciclo lleva solo …". */
export function describeIssues(subject: string, issues: readonly z.core.$ZodIssue[]): string[] {
	// An issue of the whole file has neither subject nor path.
	return issues.map(({ path, message }) => {
		const place = [subject, path.join(".")].filter(Boolean).join(", ");
		return place ? `${place}: ${message}` : message;
	});
}

/** The error for a rejected file, with the reasons. */
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

/**
 * Position of a JSON syntax error, such as "cerca de la línea 3". V8's message contains the position, quotes ten
 * characters around it, or reports an unexpected end.
 */
function lineOf({ message }: SyntaxError, text: string): string {
	const quoted = /, (?:\.\.\.)?"(.+?)"(?:\.\.\.)? is not valid JSON$/s.exec(message)?.[1];
	const reported = /at position (\d+)/.exec(message)?.[1];
	const start = quoted === undefined ? -1 : text.indexOf(quoted);
	const position = reported
		? Number(reported)
		: start >= 0
			? start + Math.min(10, quoted?.length ?? 0)
			: text.length;
	return `cerca de la línea ${text.slice(0, position).trimEnd().split("\n").length}`;
}
