import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { type LoadJob, type LoadResult, loadResult } from "./load-job";

const worker = fileURLToPath(new URL("load-worker.js", import.meta.url));

/** Runs a load job in a separate process, so that the caller's work delays no request. */
export async function runLoad(job: LoadJob): Promise<LoadResult> {
	const child = spawn(process.execPath, [worker], { stdio: ["pipe", "pipe", "inherit"] });
	let output = "";
	child.stdout.on("data", (chunk) => {
		output += chunk;
	});
	const ended = new Promise<number | null>((resolve) => child.once("close", resolve));
	child.stdin.end(JSON.stringify(job));
	const code = await ended;
	if (code !== 0) throw new Error(`the load generator ended with ${code}`);
	return loadResult.parse(JSON.parse(output));
}
