import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { DATABASE_FILE, LIST_FILE, listBackups } from "~/features/backups/backup-folder.server";
import { removeOldBackups } from "~/features/backups/remove-old.server";
import { temporaryFolder } from "../../support/temporary-folder";

const NOW = Date.UTC(2026, 10, 22, 12);

const disk = vi.hoisted(() => ({ freeBytes: 0, isBroken: false }));
vi.mock("node:fs", async (original) => ({
	...(await original<typeof import("node:fs")>()),
	statfsSync: () => ({ bavail: disk.freeBytes, bsize: 1 }),
}));
vi.mock("node:fs/promises", async (original) => {
	const real = await original<typeof import("node:fs/promises")>();
	const rm = (...words: Parameters<typeof real.rm>) =>
		disk.isBroken ? Promise.reject(new Error("broken disk")) : real.rm(...words);
	return { ...real, rm };
});

/** Makes a folder with one backup of 1,000 bytes per given minute: "10" stands for a backup made at 11:10. */
function folderWithBackups(minutes: readonly string[]): string {
	const folder = temporaryFolder();
	mkdirSync(join(folder, "images"));
	for (const minute of minutes) {
		const backup = join(folder, `2026-11-22T11-${minute}-00Z`);
		mkdirSync(backup);
		writeFileSync(join(backup, DATABASE_FILE), Buffer.alloc(1000));
		writeFileSync(
			join(backup, LIST_FILE),
			JSON.stringify({ database: "a".repeat(64), images: [], missing: [] }),
		);
	}
	return folder;
}

test("the databases in the backups take at most a fifth of the space that would be free without them", async () => {
	const minutes = ["10", "20", "30", "40"];
	for (const [freeBytes, kept] of [
		[16_000, 4],
		[11_000, 3],
		[0, 1],
	] as const) {
		disk.freeBytes = freeBytes;
		const folder = folderWithBackups(minutes);
		await removeOldBackups(folder, NOW);
		expect(listBackups(folder)).toHaveLength(kept);
	}
});

test("many installations on one disk leave space free, in whatever order they make backups", async () => {
	const all = 100_000;
	const folders = Array.from({ length: 30 }, () => folderWithBackups(["10", "20", "30"]));
	const bytesTaken = () => folders.reduce((sum, folder) => sum + listBackups(folder).length * 1000, 0);
	for (const folder of folders) {
		disk.freeBytes = all - bytesTaken();
		await removeOldBackups(folder, NOW);
	}
	expect(bytesTaken()).toBeLessThan(all * 0.9);
});

test("a backup that cannot be removed holds up no other", async () => {
	const folder = folderWithBackups(["10", "20", "30"]);
	disk.freeBytes = 0;
	mkdirSync(join(folder, "2026-11-22T11-20-00Z.new", "in the way"), { recursive: true });
	await expect(removeOldBackups(folder, NOW)).rejects.toThrow("ENOTEMPTY");
	expect(listBackups(folder)).toEqual(["2026-11-22T11-20-00Z", "2026-11-22T11-30-00Z"]);
});

test("a backup that is removed only in part has the name of an unfinished one, which the next backup removes", async () => {
	const folder = folderWithBackups(["10", "20"]);
	disk.freeBytes = 0;
	disk.isBroken = true;
	await expect(removeOldBackups(folder, NOW)).rejects.toThrow("broken disk");
	disk.isBroken = false;
	expect(readdirSync(folder).sort()).toEqual(["2026-11-22T11-10-00Z.new", "2026-11-22T11-20-00Z", "images"]);
});
