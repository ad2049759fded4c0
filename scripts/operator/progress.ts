/** Shows on the operator's terminal how far a long step is. */
import type { OnProgress } from "~/lib/progress";
import { describeDuration, number } from "./output";

/** How long a line stays at least, so that it can be read and costs nothing. */
const SHOWN_MS = 200;
/** After how long the time left is estimated. */
const ESTIMATED_AFTER_MS = 1000;

/** Where progress is shown: standard error, so that standard output holds only the result. */
export interface Terminal {
	isTTY?: boolean;
	columns?: number;
	write(text: string): unknown;
}

/**
 * Runs a step, and shows its name and how far it is in one line, which is erased at the end: "Revisando imágenes: 1.200
 * de 5.000, faltan 12 s". Shows nothing when the output is not a terminal.
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

/** The time that is left if the step goes on as fast as so far. */
function leftText(elapsedMs: number, done: number, total: number): string {
	if (elapsedMs < ESTIMATED_AFTER_MS || done === 0) return "";
	return `, faltan ${describeDuration((elapsedMs / done) * (total - done))}`;
}
