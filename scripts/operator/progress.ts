import type { OnProgress } from "~/lib/progress";
import { describeDuration, number } from "./output";

/** Minimum time in ms between two updates of the progress line. */
const SHOWN_MS = 200;
/** Time in ms from the start of a step until its remaining time is estimated. */
const ESTIMATED_AFTER_MS = 1000;

/** Stream for the progress: standard error, so that standard output contains only the result. */
interface Terminal {
	isTTY?: boolean;
	columns?: number;
	write(text: string): unknown;
}

/**
 * Runs a step with its progress in one line, erased at the end: "Revisando imágenes: 1.200 de 5.000, faltan 12 s".
 * Silent outside a terminal.
 * @param now a clock in ms
 */
export async function withProgress<Result>(
	step: string,
	work: (onProgress: OnProgress) => Result | Promise<Result>,
	terminal: Terminal = process.stderr,
	now = () => performance.now(),
): Promise<Result> {
	if (!terminal.isTTY) return work(() => {});
	const begunAt = now();
	let shownAt = begunAt;
	const replaceLine = (text: string) =>
		terminal.write(`\r\u001b[2K${text.slice(0, (terminal.columns || 80) - 1)}`);
	replaceLine(`${step}…`);
	try {
		return await work((done, total) => {
			const at = now();
			if (at - shownAt < SHOWN_MS) return;
			shownAt = at;
			replaceLine(`${step}: ${number(done)} de ${number(total)}${leftText(at - begunAt, done, total)}`);
		});
	} finally {
		replaceLine("");
	}
}

/** Text with the remaining time if the step goes on at the same speed; empty while the speed is unknown. */
function leftText(elapsedMs: number, done: number, total: number): string {
	if (elapsedMs < ESTIMATED_AFTER_MS || done === 0) return "";
	return `, faltan ${describeDuration((elapsedMs / done) * (total - done))}`;
}
