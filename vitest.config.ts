import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
	resolve: { alias: { "~": folder("app"), db: folder("db") } },
	test: {
		include: ["tests/**/*.test.{ts,tsx}"],
		globalSetup: ["tests/setup/base-database.ts"],
		setupFiles: ["tests/setup/test-file.ts", "tests/setup/matchers.ts"],
		// Two cores run everything else too: a browser and a server beside each worker.
		maxWorkers: 2,
		testTimeout: 60_000,
		hookTimeout: 60_000,
		// What a browser does takes as long as the machine is busy.
		expect: { poll: { timeout: 5000 } },
		// The compiler gives an address for a stylesheet; tests that need the real one ask the built server.
		css: false,
	},
});
