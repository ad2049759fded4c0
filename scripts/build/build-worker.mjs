/**
 * Builds the service worker, its kill switch, the script that registers it on public pages and the worker for papers, as a step of `npm run build`. The server gives them addresses of their own (`static-files.server.ts`).
 */
import { build } from "esbuild";

/** A worker has its global scope alone, so that it needs no function around it; a page has not. */
const formats = {
	esm: ["app/worker/worker.ts", "app/worker/kill-switch.ts", "app/browser/paper/paper-worker.ts"],
	iife: ["app/worker/register.ts"],
};

for (const [format, entryPoints] of Object.entries(formats))
	await build({
		entryPoints,
		entryNames: "[name]",
		outdir: "build/worker",
		bundle: true,
		minify: true,
		format: format === "esm" ? "esm" : "iife",
		charset: "utf8",
		drop: ["console"],
		// Chrome 87, Firefox 78 and iOS 14.5.
		target: "es2020",
		logLevel: "warning",
	});
