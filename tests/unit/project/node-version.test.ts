import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { isTooOld } from "../../../scripts/node-version.mjs";
import { asNode } from "../../support/server/as-node";

const { engines, scripts } = JSON.parse(readFileSync("package.json", "utf8"));

test("the tests run on a Node that Relevo runs on", () => {
	expect(isTooOld).toBe(false);
});

test.each([
	...["22.12.0", "22.23.3", "24.0.0", "24.21.0", "26.10.0"].map((version) => [version, false] as const),
	...["12.22.9", "18.20.8", "20.20.2", "21.7.3", "22.11.0"].map((version) => [version, true] as const),
])("Node %s: too old is %s", (version, expected) => {
	expect(engines.node).toBe(">=22.12.0");
	const program = 'import("./scripts/node-version.mjs").then(({ isTooOld }) => console.log(isTooOld))';
	const { stdout } = spawnSync(process.execPath, [...asNode(version), "-e", program], { encoding: "utf8" });
	expect(stdout).toBe(`${expected}\n`);
});

test("whatever npm runs on the driver looks at the version of Node first", () => {
	const programs = Object.entries<string>(scripts).filter(
		([name]) => !/^(build|bundle|typecheck|lint|format|nodes|glyphs|icons)/.test(name),
	);
	expect(programs.map(([name]) => name)).toEqual(expect.arrayContaining(["start", "test", "dev", "users"]));
	for (const [name, command] of programs) {
		expect(command, name).toMatch(/^node scripts\/run\.mjs (scripts|build\/scripts|tests\/laboratory)\//);
	}
});
