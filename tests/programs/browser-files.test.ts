import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

describe("files for browsers", () => {
	const files = readdirSync("public", { recursive: true, encoding: "utf8" }).filter((name) =>
		/\.(js|css|json|svg)$/.test(name),
	);
	const texts = files.map((name) => [name, readFileSync(join("public", name), "utf8")] as const);

	test("contain no setting, secret, SQL or source map", () => {
		expect(files.some((name) => name.endsWith(".js"))).toBe(true);
		const names = Array.from(
			readFileSync("app/lib/env.server.ts", "utf8").matchAll(/^\t([A-Z_]{5,}):/gm),
			([, name]) => name,
		);
		expect(names).toContain("SESSION_SECRET");
		for (const [file, text] of texts) {
			for (const name of names.filter((name) => name !== "NODE_ENV"))
				expect(text.includes(`${name}`), `${name} in ${file}`).toBe(false);
			expect(
				/sourceMappingURL|better-sqlite3|session-secret|\bselect\b.{1,80}\bfrom\b.{1,40}\bwhere\b/i.test(
					text,
				),
				file,
			).toBe(false);
		}
		expect(
			readdirSync("public", { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".map")),
		).toEqual([]);
	});
});
