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
	["18.20.8", "9", true],
	["20.20.2", "9", true],
	["22.13.1", "9", true],
	["22.14.0", "10", false],
	["23.5.0", "9", true],
	["24.0.0", "10", false],
	["26.10.0", "10", false],
])("Node %s with Node-API %s: too old is %s", (version, napi, expected) => {
	expect(engines.node).toBe(">=22.14.0");
	const program = 'import("./scripts/node-version.mjs").then(({ isTooOld }) => console.log(isTooOld))';
	const { stdout } = spawnSync(process.execPath, [...asNode(version, napi), "-e", program], {
		encoding: "utf8",
	});
	expect(stdout).toBe(`${expected}\n`);
});

test("the driver needs this Node-API, and no newer one", () => {
	expect(readFileSync("node_modules/better-sqlite3/binding.gyp", "utf8")).toContain("'NAPI_VERSION=10'");
});

test("whatever npm runs on the driver looks at the version of Node first", () => {
	const programs = Object.entries<string>(scripts).filter(
		([name]) => !/^(build|bundle|format|nodes|glyphs|icons)/.test(name),
	);
	expect(programs.map(([name]) => name)).toEqual(expect.arrayContaining(["start", "test", "dev", "users"]));
	for (const [name, command] of programs) {
		expect(command, name).toMatch(/^node scripts\/run\.mjs (scripts|build\/scripts|tests\/laboratory)\//);
	}
});
