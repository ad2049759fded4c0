import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";

const pages = [
	"README.md",
	"CHANGELOG.md",
	...readdirSync("docs", { recursive: true, encoding: "utf8" })
		.filter((name) => name.endsWith(".md"))
		.map((name) => join("docs", name)),
];

/** All source files. The documentation may name a file by the end of its path. */
const files = ["app", "db", "scripts", "tests"].flatMap((folder) =>
	readdirSync(folder, { recursive: true, encoding: "utf8" })
		.filter((name) => !name.includes("node_modules"))
		.map((name) => join(folder, name)),
);

describe.each(pages)("%s", (page) => {
	const text = readFileSync(page, "utf8");

	test("names only files and folders that exist", () => {
		const named = Array.from(
			text.matchAll(
				/`((?:app|db|deploy|docs|public|scripts|tests)\/[\w./$-]+|[\w-]+\/[\w./-]+\.tsx?|[\w.-]+\.tsx?)`/g,
			),
			([, path = ""]) => path,
		);
		// Allows paths that the build or the first start creates.
		const made = /^(db\/data|public\/build)/;
		const isThere = (path: string) => existsSync(path) || files.some((file) => file.endsWith(`/${path}`));
		expect(named.filter((path) => !made.test(path) && !isThere(path))).toEqual([]);
	});

	test("links only to pages that exist", () => {
		const linked = Array.from(text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g), ([, path = ""]) => path);
		expect(linked.filter((path) => !existsSync(join(dirname(page), path)))).toEqual([]);
	});
});

test("docs/architecture.md names every feature", () => {
	const page = readFileSync("docs/architecture.md", "utf8");
	expect(readdirSync("app/features").filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

test("docs/security.md names a test that exists for every threat", () => {
	const threats = readFileSync("docs/security.md", "utf8").match(/^- \*\*.*$/gm) ?? [];
	expect(threats.length).toBeGreaterThan(50);
	for (const row of threats) {
		let folder = "";
		const names = Array.from(
			row
				.split(" → ")
				.at(1)
				?.matchAll(/`([\w/-]+)`/g) ?? [],
			([, name = ""]) => name,
		);
		expect(names.length, row).toBeGreaterThan(0);
		for (const name of names) {
			// In a row, a name without a folder means a file in the folder of the name before it.
			if (name.includes("/")) folder = dirname(name);
			const path = name.includes("/") || folder === "" ? name : join(folder, name);
			expect(existsSync(`tests/${path}.test.ts`), `tests/${path}.test.ts`).toBe(true);
		}
	}
});
