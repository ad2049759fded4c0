import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { setAside } from "../../../scripts/operator/restoring/present-database";
import { temporaryFolder } from "../../support/temporary-folder";

const disk = vi.hoisted(() => ({ isFull: false }));
vi.mock("node:fs", async (original) => {
	const real = await original<typeof import("node:fs")>();
	const linkSync = () => {
		throw Object.assign(new Error("EPERM"), { code: "EPERM" });
	};
	const fsyncSync: typeof real.fsyncSync = (file) => {
		if (disk.isFull) throw new Error("full disk");
		real.fsyncSync(file);
	};
	return { ...real, linkSync, fsyncSync };
});

test("where a disk has no hard links, the database of now is put aside as a copy, whole or not at all", () => {
	const database = join(temporaryFolder(), "relevo.sqlite");
	writeFileSync(database, "no database, and yet somebody's");
	const aside = setAside(database, "2026-11-21T06-00-00Z", new Map()) ?? "";
	expect(readFileSync(aside, "utf8")).toBe(readFileSync(database, "utf8"));
	disk.isFull = true;
	expect(() => setAside(database, "2026-11-21T06-00-01Z", new Map())).toThrow("full disk");
	expect(() => readFileSync(aside.replace("00Z", "01Z"))).toThrow("ENOENT");
});
