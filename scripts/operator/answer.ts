/** How commands answer: texts of strangers made harmless, JSON, sizes and times. */
import { env } from "~/lib/env.server";

/** Codes that a terminal obeys, letters that turn the direction of a line or are not seen, and ends of lines. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]/gu;

/** A text that somebody typed, as one line that shows all there is in it. */
export function plain(text: string): string {
	return text.replace(UNSEEN, "\uFFFD");
}

/** Prints one JSON document. What a terminal could obey is written as JSON's own `\u…`, so that no value is changed. */
export function printJson(value: unknown): void {
	const escaped = (unseen: string) =>
		unseen
			.split("")
			.map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
			.join("");
	const lines = JSON.stringify(value, null, "\t").split("\n");
	// The tabs of the indentation are the only ones: JSON has escaped the others.
	console.log(lines.map((line) => line.replace(/[^\P{C}\t]|[\p{Zl}\p{Zp}]/gu, escaped)).join("\n"));
}

/** "3,2 MB", "1,4 GB", "12 KB". */
export function describeBytes(bytes: number): string {
	const [unit, name] =
		bytes >= 1024 ** 3 ? [1024 ** 3, "GB"] : bytes >= 1024 ** 2 ? [1024 ** 2, "MB"] : [1024, "KB"];
	return `${(bytes / unit).toLocaleString("es-AR", { maximumFractionDigits: 1 })} ${name}`;
}

/** How long something takes or took, in the largest unit that says enough: "3 días", "2 h", "5 min", "40 s". */
export function describeSpan(ms: number): string {
	const seconds = Math.max(0, Math.round(ms / 1000));
	if (seconds < 100) return `${seconds} s`;
	if (seconds < 100 * 60) return `${Math.round(seconds / 60)} min`;
	return seconds < 48 * 3600 ? `${Math.round(seconds / 3600)} h` : `${Math.floor(seconds / 86_400)} días`;
}

/** "2026-11-21 09:24", in the plant's time. */
export function describeTime(instant: number): string {
	// Sweden writes dates as everybody sorts them.
	return new Intl.DateTimeFormat("sv-SE", {
		timeZone: env.TZ_APP,
		dateStyle: "short",
		timeStyle: "short",
	}).format(instant);
}

/** "1 foto", "3 fotos". */
export function count(amount: number, one: string, many: string): string {
	return `${number(amount)} ${amount === 1 ? one : many}`;
}

/** "1.500" */
export function number(value: number): string {
	return value.toLocaleString("es-AR");
}
