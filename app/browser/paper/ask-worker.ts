import { type PaperJob, type PaperResult, workOn } from "./make-paper";

/** Longest wait for the worker, which a cheap phone may end for lack of memory without a word. */
const TIMEOUT_MS = 15_000;

/** Does a job in a worker, so that the page can still be scrolled, or on the page where that fails. */
export function askWorker(job: PaperJob): Promise<PaperResult> {
	return inWorker(job).catch(() => workOn(job));
}

function inWorker(job: PaperJob): Promise<PaperResult> {
	return new Promise((resolve, reject) => {
		const worker = new Worker("/paper.js");
		const end = () => {
			clearTimeout(timer);
			worker.terminate();
		};
		const fail = () => {
			end();
			reject(new Error("no worker"));
		};
		const timer = setTimeout(fail, TIMEOUT_MS);
		worker.onerror = fail;
		worker.onmessage = ({ data }: MessageEvent<PaperResult>) => {
			end();
			resolve(data);
		};
		worker.postMessage(job);
	});
}
