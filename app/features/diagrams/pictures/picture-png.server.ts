import { type ChildProcess, fork } from "node:child_process";
import { ImageTimeoutError } from "~/lib/images/image.server";

const PROGRAM = "build/scripts/rasterise.js";
const MAX_KEPT = 200;
/** The child process that renders PNG pictures ends after this idle time. */
const IDLE_MS = 10_000;
const MAX_DRAWING_MS = 20_000;

const kept = new Map<string, Promise<Buffer>>();
let last: Promise<unknown> = Promise.resolve();
let child: ChildProcess | undefined;
let idle: NodeJS.Timeout | undefined;

/**
 * Renders a picture as PNG in a child process, which renders one picture at a time. Keeps the latest pictures in
 * memory.
 * @param hash hash in the picture's URL
 * @throws ImageTimeoutError when rendering takes longer than MAX_DRAWING_MS, any other Error when it fails; the next
 *   request tries again
 */
export function toPng(hash: string, svg: string): Promise<Buffer> {
	const known = kept.get(hash);
	if (known) return known;
	const made = last.then(() => draw(svg));
	last = made.catch(() => kept.delete(hash));
	if (kept.size >= MAX_KEPT) kept.delete(kept.keys().next().value ?? "");
	kept.set(hash, made);
	return made;
}

const TOO_SLOW = "La imagen tarda: hay mucho trabajo en este momento. Esperá unos segundos y probá de nuevo.";

function draw(svg: string): Promise<Buffer> {
	clearTimeout(idle);
	child ??= start();
	const worker = child;
	return new Promise<Buffer>((resolve, reject) => {
		let reason = new Error("the rasteriser ended");
		const timer = setTimeout(() => {
			reason = new ImageTimeoutError(TOO_SLOW);
			worker.kill();
		}, MAX_DRAWING_MS);
		const finish = () => {
			clearTimeout(timer);
			worker.removeListener("exit", ended).removeListener("error", ended);
			idle = setTimeout(end, IDLE_MS).unref();
		};
		const ended = () => {
			clearTimeout(timer);
			reject(reason);
		};
		worker.once("exit", ended).once("error", ended);
		worker.once("message", (result: { png?: Uint8Array; error?: string }) => {
			finish();
			if (result.png) resolve(Buffer.from(result.png));
			else reject(new Error(result.error));
		});
		worker.send(svg);
	});
}

/** Closes the channel to the child process, which then ends by itself. */
function end(): void {
	child?.disconnect();
	child = undefined;
}

function start(): ChildProcess {
	const started = fork(PROGRAM, { serialization: "advanced", execArgv: ["--max-semi-space-size=2"] });
	const forget = () => {
		if (child === started) child = undefined;
	};
	// Without an error listener, an error event would crash the server.
	started.on("exit", forget).on("error", forget);
	// Lets the server end although an idle child process still runs.
	started.unref();
	started.channel?.unref();
	return started;
}
