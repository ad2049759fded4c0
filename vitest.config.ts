import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig, type Plugin } from "vitest/config";
import { BaseSequencer, type TestSpecification } from "vitest/node";
import { goOnWithNewerNode } from "./scripts/newer-node.mjs";
import { isTooOld } from "./scripts/node-version.mjs";

if (isTooOld) await goOnWithNewerNode();

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/**
 * Runs the programs' tests first, since they wait longest for processes and timers: at the end, nothing would run
 * meanwhile. The other files follow in the order that vitest chooses.
 */
class WaitingFilesFirst extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		const sorted = await super.sort(files);
		const waits = ({ moduleId }: TestSpecification) => moduleId.includes("/tests/programs/");
		return [...sorted.filter(waits), ...sorted.filter((file) => !waits(file))];
	}
}

/** Gives the import of a stylesheet the URL that Remix's compiler has given it. */
const builtStylesheets: Plugin = {
	name: "built-stylesheets",
	enforce: "pre",
	// Not a name that ends with .css, which Vitest would replace by an empty text.
	resolveId: (id) => /\/app\/styles\/([\w-]+)\.css$/.exec(id)?.[1]?.replace(/^/, "\0stylesheet:"),
	load(id) {
		const [, name] = /^\0stylesheet:([\w-]+)$/.exec(id) ?? [];
		if (!name) return undefined;
		const isBuilt = new RegExp(`^${name}-[A-Z0-9]+\\.css$`);
		const file = readdirSync("public/build/_assets").find((built) => isBuilt.test(built));
		return `export default "/build/_assets/${file}";`;
	},
};

export default defineConfig({
	plugins: [builtStylesheets],
	resolve: {
		alias: [
			{ find: "~", replacement: folder("app") },
			{ find: "db", replacement: folder("db") },
			// As in tsconfig.json.
			{ find: /^zod\/v4$/, replacement: "zod/mini" },
		],
	},
	test: {
		server: { deps: { inline: [/@conform-to\/zod/] } },
		include: ["tests/**/*.test.{ts,tsx}"],
		globalSetup: ["tests/setup/base-database.ts"],
		setupFiles: ["tests/setup/new-file.ts", "tests/setup/test-file.ts", "tests/setup/matchers.ts"],
		// All test files of a worker run in one process, and new-file.ts undoes what the previous file has changed. A new
		// process for each file would take half a second per file.
		isolate: false,
		sequence: { setupFiles: "list", sequencer: WaitingFilesFirst },
		// A worker waits for its server and browser a third of the time, so on two cores four workers are faster than two.
		maxWorkers: 4,
		// A busy machine may take long, so these limits only end tests that hang.
		testTimeout: 600_000,
		hookTimeout: 600_000,
		expect: { poll: { timeout: 30_000 } },
	},
});
