import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { linkSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { fillPool, linkImages } from "../../../scripts/operator/checking/image-pool";
import { temporaryFolder } from "../../support/temporary-folder";

const NAME = "304dbe49-653f-42cb-ac82-08c0dbab7858-1600.webp";

const disk = vi.hoisted(() => ({ freeBytes: 0 }));
vi.mock("node:fs/promises", async (original) => ({
	...(await original<typeof import("node:fs/promises")>()),
	statfs: async () => ({ bavail: disk.freeBytes, bsize: 1 }),
}));

test("a photo that an older program has linked gets a file of its own, as soon as the disk has room", async () => {
	const folder = temporaryFolder();
	const [uploads, pool] = [join(folder, "uploads"), join(folder, "pool")];
	for (const path of [uploads, pool]) mkdirSync(path);
	const [live, pooled] = [join(uploads, NAME), join(pool, NAME)];
	writeFileSync(live, "una foto");
	linkSync(live, pooled);
	for (const [freeBytes, files] of [
		[1000, 1],
		[1e9, 2],
	] as const) {
		disk.freeBytes = freeBytes;
		await fillPool(uploads, pool, new Map([[NAME, undefined]]), new Set());
		expect(new Set([live, pooled].map((path) => statSync(path).ino)).size).toBe(files);
	}
	expect(readFileSync(pooled, "utf8")).toBe("una foto");
});

test("an image that is gone from the pool is copied again, though the pool was to be trusted", async () => {
	const folder = temporaryFolder();
	const [uploads, pool] = [join(folder, "uploads"), join(folder, "pool")];
	mkdirSync(uploads);
	writeFileSync(join(uploads, NAME), "una foto");
	const hash = createHash("sha256").update("una foto").digest("hex");
	const fill = (trusted = [NAME]) => fillPool(uploads, pool, new Map([[NAME, hash]]), new Set(trusted));
	expect([...(await fill()).hashes]).toEqual([[NAME, hash]]);
	expect(readFileSync(join(pool, NAME), "utf8")).toBe("una foto");
	// Nothing reads again what is there and trusted.
	writeFileSync(join(pool, NAME), "otra");
	expect(await fill()).toMatchObject({ damaged: [], repaired: [] });
	expect(readFileSync(join(pool, NAME), "utf8")).toBe("otra");
	expect(await fill([])).toMatchObject({ damaged: [], repaired: [NAME] });
});

test("of images that are put aside, one that is gone or that is there already is left out", async () => {
	const folder = temporaryFolder();
	const aside = join(folder, "aside");
	writeFileSync(join(folder, NAME), "una foto");
	for (let n = 0; n < 2; n++) await linkImages(folder, aside, [NAME, NAME.replace("1600", "320")]);
	expect(readdirSync(aside)).toEqual([NAME]);
	expect(statSync(join(aside, NAME)).ino).toBe(statSync(join(folder, NAME)).ino);
});

test("a photo is copied as it was read: its owner may delete it right afterwards", async () => {
	const folder = temporaryFolder();
	const [uploads, pool] = [join(folder, "uploads"), join(folder, "pool")];
	mkdirSync(uploads);
	// A pipe gives its bytes only once, like a photo that is deleted after the first reading.
	execFileSync("mkfifo", [join(uploads, NAME)]);
	const writer = spawn("sh", ["-c", 'printf "una foto" > "$0"', join(uploads, NAME)]);
	const hash = createHash("sha256").update("una foto").digest("hex");
	try {
		const { hashes, missing } = await fillPool(uploads, pool, new Map([[NAME, undefined]]), new Set());
		expect({ hashes: [...hashes], missing }).toEqual({ hashes: [[NAME, hash]], missing: [] });
		expect(readFileSync(join(pool, NAME), "utf8")).toBe("una foto");
	} finally {
		writer.kill();
	}
});
