/** Output of the operator's commands: untrusted text made printable, JSON, sizes and times. */
import { env } from "~/lib/env.server";
import { codeOf } from "~/lib/files/error-code";

/**
 * Characters that must not reach the terminal: control, invisible and text-direction characters, and line breaks.
 */
const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}]/gu;

/** Returns untrusted text as one line, with a visible sign for each `INVISIBLE` character. */
export function printable(text: string): string {
	return text.replace(INVISIBLE, "\uFFFD");
}

/** Prints JSON with control and invisible characters as `\u…` escapes. */
export function printJson(value: unknown): void {
	const escapeAll = (characters: string) =>
		characters
			.split("")
			.map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
			.join("");
	const lines = JSON.stringify(value, null, "\t").split("\n");
	// Keeps tabs, because each tab here is indentation: JSON.stringify escapes the tabs in texts.
	console.log(lines.map((line) => line.replace(/[^\P{C}\t]|[\p{Zl}\p{Zp}]/gu, escapeAll)).join("\n"));
}

/** Formats bytes as "3,2 MB", "1,4 GB" or "12 KB". */
export function describeBytes(bytes: number): string {
	const [unit, name] =
		bytes >= 1024 ** 3 ? [1024 ** 3, "GB"] : bytes >= 1024 ** 2 ? [1024 ** 2, "MB"] : [1024, "KB"];
	return `${(bytes / unit).toLocaleString("es-AR", { maximumFractionDigits: 1 })} ${name}`;
}

/** Formats a duration as "3 días", "2 h", "5 min" or "40 s". */
export function describeDuration(ms: number): string {
	const seconds = Math.max(0, Math.round(ms / 1000));
	if (seconds < 100) return `${seconds} s`;
	if (seconds < 100 * 60) return `${Math.round(seconds / 60)} min`;
	return seconds < 48 * 3600 ? `${Math.round(seconds / 3600)} h` : `${Math.floor(seconds / 86_400)} días`;
}

export function describeTime(instant: number): string {
	// The Swedish locale formats dates as ISO 8601.
	return new Intl.DateTimeFormat("sv-SE", {
		timeZone: env.TZ_APP,
		dateStyle: "short",
		timeStyle: "short",
	}).format(instant);
}

/** Returns a number with its noun: "1 foto", "3 fotos". */
export function count(amount: number, one: string, many: string): string {
	return `${number(amount)} ${amount === 1 ? one : many}`;
}

/** Formats a number as "1.500". */
export function number(value: number): string {
	return value.toLocaleString("es-AR");
}

/**
 * Fails a command whose output is cut, as in a file on a full disk: Node's console ignores the error. A reader such as
 * `head` may stop early.
 * @param error of standard output, if any
 */
export function reportCutOutput(error: Error | null | undefined): void {
	const code = codeOf(error);
	if (code === undefined || code === "EPIPE") return;
	process.stderr.write(`Lo que este comando escribe quedó cortado (${code}): revisá el lugar en el disco.\n`);
	process.exitCode = 1;
}
