import { existsSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { MissingFolderError, makeFolder } from "~/lib/files/make-folder.server";
import { temporaryFolder } from "../../support/temporary-folder";

test("two missing levels of a folder are made, for their owner only, and one that is there stays", () => {
	const path = join(temporaryFolder(), "a", "b");
	makeFolder(path);
	for (const made of [path, dirname(path)]) expect(statSync(made).mode & 0o777).toBe(0o700);
	writeFileSync(join(path, "x"), "");
	makeFolder(path);
	expect(readdirSync(path)).toEqual(["x"]);
});

test("three missing levels are a mistake, and so is one in the root of the disk", () => {
	const folder = temporaryFolder();
	expect(() => makeFolder(join(folder, "a", "b", "c"))).toThrow(MissingFolderError);
	expect(readdirSync(folder)).toEqual([]);
	const inRoot = `/relevo-${process.pid}`;
	try {
		for (const path of [inRoot, join(inRoot, "a")])
			expect(() => makeFolder(path)).toThrow(MissingFolderError);
		expect(existsSync(inRoot)).toBe(false);
	} finally {
		rmSync(inRoot, { recursive: true, force: true });
	}
});

test("a file in place of the folder is not taken for it", () => {
	const file = join(temporaryFolder(), "a");
	writeFileSync(file, "");
	expect(() => makeFolder(file)).toThrow("EEXIST");
});
