import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { runCommand } from "../../support/server/operator";

const programs = ["diagrams", "holidays", "pictures", "users", "mail", "data", "backup", "restore"] as const;

test.each(programs)("README.md lists each command of npm run %s", async (program) => {
	const { stdout } = await runCommand(program, ["--help"]);
	const commands = Array.from(stdout.matchAll(/^ {2}([a-z][a-z-]*)/gm), ([, name = ""]) => name);
	expect(commands).not.toEqual([]);
	const lines =
		readFileSync("README.md", "utf8").match(new RegExp(`^npm run .*\\b${program}\\b.*$`, "gm")) ?? [];
	for (const command of commands) expect(lines.join("\n")).toMatch(new RegExp(`\\b${command}\\b`));
});
