import { type ChildProcess, fork } from "node:child_process";

const PROGRAM = "build/scripts/rasterise.js";
const MOST_KEPT = 200;
/** Long enough for somebody who downloads a year, month by month. */
const IDLE_MS = 10_000;
/** What a drawing may take on a busy small machine before it is given up, in milliseconds. */
const MOST_MS = 20_000;

const kept = new Map<string, Promise<Buffer>>();
let last: Promise<unknown> = Promise.resolve();
let child: ChildProcess | undefined;
let idle: NodeJS.Timeout | undefined;

/**
 * A computed picture as PNG, made in a process of its own when it is first asked for, one at a time.
 * @param hash the picture's hash, by which the result is kept
 * @throws Error when it cannot be drawn; the next request tries again
 */
export function toPng(hash: string, svg: string): Promise<Buffer> {
	const known = kept.get(hash);
	if (known) return known;
	const made = last.then(() => draw(svg));
	last = made.catch(() => kept.delete(hash));
	if (kept.size >= MOST_KEPT) kept.delete(kept.keys().next().value ?? "");
	kept.set(hash, made);
	return made;
}

function draw(svg: string): Promise<Buffer> {
	clearTimeout(idle);
	child ??= start();
	const worker = child;
	return new Promise<Buffer>((resolve, reject) => {
		const timer = setTimeout(() => worker.kill(), MOST_MS);
		const finish = () => {
			clearTimeout(timer);
			worker.removeListener("exit", ended).removeListener("error", ended);
			idle = setTimeout(end, IDLE_MS).unref();
		};
		const ended = () => {
			clearTimeout(timer);
			reject(new Error("the rasteriser ended"));
		};
		worker.once("exit", ended).once("error", ended);
		worker.once("message", (answer: { png?: Uint8Array; error?: string }) => {
			finish();
			if (answer.png) resolve(Buffer.from(answer.png));
			else reject(new Error(answer.error));
		});
		worker.send(svg);
	});
}

/** Without its channel the child has nothing left to wait for. */
function end(): void {
	child?.disconnect();
	child = undefined;
}

function start(): ChildProcess {
	const started = fork(PROGRAM, { serialization: "advanced", execArgv: ["--max-semi-space-size=2"] });
	const forget = () => {
		if (child === started) child = undefined;
	};
	// An error that nobody listens to would end the server.
	started.on("exit", forget).on("error", forget);
	// The server may end while it is idle.
	started.unref();
	started.channel?.unref();
	return started;
}
