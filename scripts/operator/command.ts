/** Framework of the operator's programs: sub-commands, help, and one-line errors with advice. */
import { parseArgs } from "node:util";
import { logToStandardError } from "~/lib/log.server";
import { closeDatabase, requireMigratedDatabase } from "./database";
import { CommandError, describeDefect, explain } from "./errors";
import { reportCutOutput } from "./output";
import { takenByNpm } from "./taken-by-npm";

export interface OptionHelp {
	/** Name of the value in the help, such as "FECHA". An option without a value is a switch. */
	value?: string;
	help: string;
	isRequired?: true;
}

/** The option of the commands that can print JSON. */
export const json: OptionHelp = { help: "como JSON" };

export interface Command {
	/** Name of the command; blank for the default command, which takes no arguments. */
	name: string;
	/**
	 * Names of the arguments, in order. A last name that ends in "…" takes all remaining words; a last name in
	 * brackets is optional.
	 */
	parameters: readonly string[];
	options: Readonly<Record<string, OptionHelp>>;
	summary: string;
	/** Text below the options in the help: behaviour on wrong input, examples. */
	details: string;
	usesDatabase?: false;
	run(input: CommandInput): Promise<void> | void;
}

export interface Program {
	/** Name of the npm script that runs the program. */
	name: string;
	title: string;
	commands: readonly Command[];
}

export interface CommandInput {
	/** Arguments, one for each name in `parameters`; an optional last one may be missing. */
	words: readonly string[];
	option(name: string): string | undefined;
	/** @throws CommandError when the option is missing */
	required(name: string): string;
	has(name: string): boolean;
	/** An error about wrong use, which refers to the help. */
	usageError(message: string): CommandError;
}

/** Runs the named sub-command. Sets the exit code and closes the database. */
export async function runProgram(program: Program): Promise<void> {
	logToStandardError();
	try {
		await dispatch(program, process.argv.slice(2));
	} catch (error) {
		const message = explain(error) ?? describeDefect(error);
		// Text quoted from a file could contain terminal escape sequences.
		process.stderr.write(`${message.replace(/[^\P{Cc}\n]/gu, "\uFFFD")}\n`);
		process.exitCode = 1;
	} finally {
		closeDatabase();
		reportCutOutput(process.stdout.errored);
	}
}

async function dispatch(program: Program, words: readonly string[]): Promise<void> {
	const [first = "-"] = words;
	const isNamed = isHelpFlag(first) || !first.startsWith("-");
	const [name = "", ...rest] = isNamed ? words : ["", ...words];
	if (isHelpFlag(name)) return console.log(programHelp(program));
	const command = program.commands.find((known) => known.name === name);
	if (!command) {
		const taken = program.commands.map(({ options }) => takenByNpm(options)).find(Boolean);
		const problem = taken ?? (name ? `No existe el comando «${name}».` : "Falta el comando.");
		const names = program.commands.flatMap((known) => known.name || []).join(", ");
		throw new CommandError(`${problem} Los que hay: ${names}. Ayuda: ${callTo(program)} --help`);
	}
	if (rest.some(isHelpFlag)) return console.log(commandHelp(program, command));
	const input = readInput(program, command, rest);
	if (command.usesDatabase !== false) await requireMigratedDatabase();
	await command.run(input);
}

function readInput(program: Program, command: Command, words: string[]): CommandInput {
	const usageError = (message: string) =>
		new CommandError(`${message} Ayuda: ${callTo(program, command)} --help`);
	const values = new Map<string, string>();
	const positionals: string[] = [];
	const { tokens } = parseArgs({
		args: words,
		options: Object.fromEntries(
			Object.entries(command.options).map(([name, { value }]) => [
				name,
				{ type: value ? "string" : "boolean" },
			]),
		),
		// Not strict, because strict mode reports errors in English.
		strict: false,
		tokens: true,
	});
	for (const token of tokens) {
		if (token.kind === "positional") positionals.push(token.value);
		if (token.kind !== "option") continue;
		const option = Object.hasOwn(command.options, token.name) ? command.options[token.name] : undefined;
		if (!option) throw usageError(`No existe la opción «${token.rawName}».`);
		if (values.has(token.name)) throw usageError(`La opción --${token.name} está dos veces.`);
		if (!option.value && token.value !== undefined) throw usageError(`--${token.name} no lleva un valor.`);
		if (option.value && (!token.value?.trim() || token.value.startsWith("-"))) {
			throw usageError(`Falta el valor de --${token.name} ${option.value}.`);
		}
		values.set(token.name, token.value?.trim() ?? "");
	}
	const taken = takenByNpm(command.options, values);
	if (taken) throw usageError(taken);
	return {
		words: readArguments(command, positionals, usageError),
		option: (name) => values.get(name),
		required(name) {
			const value = values.get(name);
			if (value === undefined) throw usageError(`Falta --${name} ${command.options[name]?.value ?? ""}.`);
			return value;
		},
		has: (name) => values.has(name),
		usageError,
	};
}

function readArguments(
	command: Command,
	given: readonly string[],
	usageError: (message: string) => CommandError,
): string[] {
	const wanted = command.parameters.length;
	const words = command.parameters.at(-1)?.endsWith("…")
		? [...given.slice(0, wanted - 1), given.slice(wanted - 1).join(" ")]
		: given.slice();
	const missing = command.parameters.find((name, index) => !name.startsWith("[") && !words[index]?.trim());
	if (missing) throw usageError(`Falta ${missing.replace("…", "")}.`);
	// Without "--" in `npm run`, npm consumes the names of options, and their values arrive as arguments.
	if (words.length > wanted) {
		throw usageError(`Sobra «${words[wanted]}» (con npm, las opciones van después de « -- »).`);
	}
	return words;
}

function programHelp(program: Program): string {
	const rows = program.commands.map((command): [string, string] => [usageOf(command), command.summary]);
	const unnamed = program.commands.find(({ name }) => name === "");
	return [
		program.title,
		"",
		`Uso: ${callTo(program)} <comando>`,
		"",
		...rows.flatMap(([usage, summary]) => [`  ${usage}`, `      ${summary}`]),
		// No other help has it.
		...(unnamed ? detailsOf(unnamed) : []),
		"",
		`Ayuda de un comando: ${callTo(program)} <comando> --help`,
	].join("\n");
}

function commandHelp(program: Program, command: Command): string {
	return [command.summary, "", `Uso: ${callTo(program)} ${usageOf(command)}`, ...detailsOf(command)].join(
		"\n",
	);
}

/** What the help says of a command below its usage: its options and its details. */
function detailsOf({ options, details }: Command): string[] {
	const lines = Object.entries(options).map(
		([name, { value, help }]) => `  ${`--${name} ${value ?? ""}`.padEnd(26)} ${help}`,
	);
	return [...(lines.length > 0 ? ["", ...lines] : []), "", details];
}

function usageOf(command: Command): string {
	const options = Object.entries(command.options).map(([name, { value, isRequired }]) => {
		const option = value ? `--${name} ${value}` : `--${name}`;
		return isRequired ? option : `[${option}]`;
	});
	return [command.name, ...command.parameters, ...options].filter(Boolean).join(" ");
}

function callTo(program: Program, command?: Command): string {
	return command?.name ? `npm run ${program.name} -- ${command.name}` : `npm run ${program.name} --`;
}

function isHelpFlag(word: string): boolean {
	return word === "--help" || word === "-h";
}
