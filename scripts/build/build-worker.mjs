/**
 * Builds the service worker, its kill switch, the script that registers it on public pages and the worker for papers, as a step of `npm run
 * build`. The server gives them addresses of their own (`static-files.server.ts`).
 */
import { build } from "esbuild";

await build({
	entryPoints: [
		...["worker", "kill-switch", "register"].map((name) => `app/worker/${name}.ts`),
		"app/browser/paper/paper-worker.ts",
	],
	entryNames: "[name]",
	outdir: "build/worker",
	bundle: true,
	minify: true,
	format: "iife",
	charset: "utf8",
	drop: ["console"],
	// Chrome 87, Firefox 78 and iOS 14.5.
	target: "es2020",
	logLevel: "warning",
});
