/** What the operator's programs share: sub-commands with their help, and errors of one line that say what to do. */
import { parseArgs } from "node:util";
import { logToStandardError } from "~/lib/log.server";
import { closeDatabase, requireMigratedDatabase } from "./database";
import { CommandError, explain } from "./errors";

export interface OptionHelp {
	/** How its value is called in the help, "FECHA"; without it the option is a switch. */
	value?: string;
	help: string;
	/** Shown without brackets in the help; a command asks for it by `required`. */
	isRequired?: true;
}

export interface Command {
	/** Blank for what a program does when no command is named; it then takes no words. */
	name: string;
	/** What the command takes, in order; a last name that ends in "…" takes all the remaining words. */
	takes: readonly string[];
	options: Readonly<Record<string, OptionHelp>>;
	summary: string;
	/** Under the options in the command's help: what it does with wrong input, examples. */
	details: string;
	/** False for a command that only computes. */
	usesDatabase?: false;
	run(input: CommandInput): Promise<void> | void;
}

export interface Program {
	/** Name of the npm script. */
	name: string;
	title: string;
	commands: readonly Command[];
}

export interface CommandInput {
	/** The words after the command, one for each name it takes. */
	words: readonly string[];
	option(name: string): string | undefined;
	/** @throws CommandError when it was not given */
	required(name: string): string;
	has(name: string): boolean;
	/** An error about how the command was called: it points to the command's help. */
	misused(message: string): CommandError;
}

/** Runs the command that the words of the command line name. Sets the exit code and closes the database. */
export async function runProgram(program: Program, words = process.argv.slice(2)): Promise<void> {
	logToStandardError();
	try {
		await dispatch(program, words);
	} catch (error) {
		const message = explain(error);
		if (!message) throw error;
		// What is quoted from a file could hold codes that a terminal obeys.
		process.stderr.write(`${message.replace(/[^\P{Cc}\n]/gu, "\uFFFD")}\n`);
		process.exitCode = 1;
	} finally {
		closeDatabase();
	}
}

async function dispatch(program: Program, words: readonly string[]): Promise<void> {
	const [only, ...others] = program.commands;
	const isSingle = only?.name === "" && others.length === 0;
	const [first = "-"] = words;
	const isNamed = !isSingle && (isHelp(first) || !first.startsWith("-"));
	const [name = "", ...rest] = isNamed ? words : ["", ...words];
	if (isHelp(name)) return print(programHelp(program));
	const command = program.commands.find((known) => known.name === name);
	if (!command) {
		const problem = name ? `No existe el comando «${name}».` : "Falta el comando.";
		const names = program.commands.flatMap((known) => known.name || []).join(", ");
		throw new CommandError(`${problem} Los que hay: ${names}. Ayuda: ${callOf(program)} --help`);
	}
	if (rest.some(isHelp)) return print(commandHelp(program, command));
	const input = readInput(program, command, rest);
	if (command.usesDatabase !== false) await requireMigratedDatabase();
	await command.run(input);
}

function readInput(program: Program, command: Command, words: string[]): CommandInput {
	const misused = (message: string) =>
		new CommandError(`${message} Ayuda: ${callOf(program, command)} --help`);
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
		// The messages of the strict mode are English.
		strict: false,
		tokens: true,
	});
	for (const token of tokens) {
		if (token.kind === "positional") positionals.push(token.value);
		if (token.kind !== "option") continue;
		const option = Object.hasOwn(command.options, token.name) ? command.options[token.name] : undefined;
		if (!option) throw misused(`No existe la opción «${token.rawName}».`);
		if (values.has(token.name)) throw misused(`La opción --${token.name} está dos veces.`);
		if (!option.value && token.value !== undefined) throw misused(`--${token.name} no lleva un valor.`);
		if (option.value && (!token.value?.trim() || token.value.startsWith("-"))) {
			throw misused(`Falta el valor de --${token.name} ${option.value}.`);
		}
		values.set(token.name, token.value?.trim() ?? "");
	}
	return {
		words: wordsOf(command, positionals, misused),
		option: (name) => values.get(name),
		required(name) {
			const value = values.get(name);
			if (value === undefined) throw misused(`Falta --${name} ${command.options[name]?.value ?? ""}.`);
			return value;
		},
		has: (name) => values.has(name),
		misused,
	};
}

function wordsOf(
	command: Command,
	given: readonly string[],
	misused: (message: string) => CommandError,
): string[] {
	const wanted = command.takes.length;
	const words = command.takes.at(-1)?.endsWith("…")
		? [...given.slice(0, wanted - 1), given.slice(wanted - 1).join(" ")]
		: given.slice();
	const missing = command.takes.find((_, index) => !words[index]?.trim());
	if (missing) throw misused(`Falta ${missing.replace("…", "")}.`);
	// npm keeps for itself the options of a call without "--".
	if (words.length > wanted) {
		throw misused(`Sobra «${words[wanted]}» (con npm, las opciones van después de « -- »).`);
	}
	return words;
}

function programHelp(program: Program): string {
	const rows = program.commands.map((command): [string, string] => [usageOf(command), command.summary]);
	return [
		program.title,
		"",
		`Uso: ${callOf(program)} <comando>`,
		"",
		...rows.flatMap(([usage, summary]) => [`  ${usage}`, `      ${summary}`]),
		"",
		`Ayuda de un comando: ${callOf(program)} <comando> --help`,
	].join("\n");
}

function commandHelp(program: Program, command: Command): string {
	const options = Object.entries(command.options).map(
		([name, { value, help }]) => `  ${`--${name} ${value ?? ""}`.padEnd(26)} ${help}`,
	);
	return [
		command.summary,
		"",
		`Uso: ${callOf(program)} ${usageOf(command)}`,
		...(options.length > 0 ? ["", ...options] : []),
		"",
		command.details,
	].join("\n");
}

function usageOf(command: Command): string {
	const options = Object.entries(command.options).map(([name, { value, isRequired }]) => {
		const option = value ? `--${name} ${value}` : `--${name}`;
		return isRequired ? option : `[${option}]`;
	});
	return [command.name, ...command.takes, ...options].filter(Boolean).join(" ");
}

function callOf(program: Program, command?: Command): string {
	return command?.name ? `npm run ${program.name} -- ${command.name}` : `npm run ${program.name} --`;
}

function isHelp(word: string): boolean {
	return word === "--help" || word === "-h";
}

function print(text: string): void {
	process.stdout.write(`${text}\n`);
}
