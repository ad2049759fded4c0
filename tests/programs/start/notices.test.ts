import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("the build writes the licenses of the packages that run, and of no others", () => {
	const notices = readFileSync("build/third-party-notices.txt", "utf8");
	const { dependencies } = JSON.parse(readFileSync("package.json", "utf8"));
	for (const [name, version] of Object.entries(dependencies))
		expect(notices).toContain(`${name} ${version} (`);
	expect(notices).toContain("Copyright (c) Facebook, Inc. and its affiliates.");
	expect(notices).not.toContain("\nvitest ");
});

const git = (...words: string[]) => spawnSync("git", words, { encoding: "utf8" });

test.runIf(git("rev-parse", "HEAD").status === 0)("the build notes version, release and commit", () => {
	const { version, release } = JSON.parse(readFileSync("package.json", "utf8"));
	const [name, commit = ""] = readFileSync("build/version.txt", "utf8").split("+");
	expect(name).toBe(`${version}-r${release}`);
	expect(git("rev-parse", "--verify", `${commit}^{commit}`).status).toBe(0);
});
