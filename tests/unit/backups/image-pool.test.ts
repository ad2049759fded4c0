import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fillPool } from "../../../scripts/operator/checking/image-pool";
import { temporaryFolder } from "../../support/temporary-folder";

const NAME = "304dbe49-653f-42cb-ac82-08c0dbab7858-1600.webp";

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
