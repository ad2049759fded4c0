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
