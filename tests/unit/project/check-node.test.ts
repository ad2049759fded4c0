import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const engines: string = JSON.parse(readFileSync("package.json", "utf8")).engines.node;

test.each(["20.19.0", "20.20.2", "22.12.0", "22.23.3", "24.0.0", "24.21.0", "26.10.0"])(
	"Relevo runs on Node %s",
	(version) => {
		expect(checkedAs(version)).toEqual({ status: 0, lines: [] });
		expect(engines).toContain(`^${version.split(".")[0]}.`);
	},
);

test.each(["12.22.9", "18.20.8", "20.18.3", "21.7.3", "22.11.0", "23.11.1", "25.9.0", "27.0.0"])(
	"Node %s gets one line that says which version to install, and nothing else",
	(version) => {
		const { status, lines } = checkedAs(version);
		expect(status).toBe(1);
		expect(lines).toEqual([
			expect.stringMatching(`^✗ Relevo anda con Node 24 .* esta es la ${version}. Instalá la 24`),
		]);
	},
);

test("npm start, npm test, npm run dev and the measurements check the version before they load anything else", () => {
	const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
	for (const name of ["start", "test", "dev", "bench", "fuzz", "faults", "browsers"]) {
		expect(scripts[name], name).toMatch(
			/^node -r \.\/scripts\/check-node\.cjs (scripts|tests\/laboratory)\//,
		);
	}
});

/** Runs check-node as if Node had this version. */
function checkedAs(version: string): { status: number | null; lines: string[] } {
	const pretend = `Object.defineProperty(process, "versions", { value: { node: "${version}" } });`;
	const { status, stderr } = spawnSync(
		process.execPath,
		["-e", `${pretend} require("./scripts/check-node.cjs")`],
		{ encoding: "utf8" },
	);
	return { status, lines: stderr.split("\n").filter(Boolean) };
}
