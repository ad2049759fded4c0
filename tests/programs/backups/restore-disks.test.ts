import { randomUUID } from "node:crypto";
import {
	cpSync,
	existsSync,
	linkSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import SQLite from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { checkData } from "../../../scripts/operator/checking/check-data";
import { mayMount, mountSmallDisk } from "../../laboratory/faults/disks/small-disk";
import { seedUser } from "../../support/accounts-on-disk";
import { dumpDatabase, runCommand } from "../../support/server/operator";
import { temporaryFolder } from "../../support/temporary-folder";

/**
 * Folder on another disk than the temporary files, in memory or not. The tests put the photos there if they may not
 * mount separate disks for photos and backups.
 */
const otherDisk = ["/dev/shm", "/var/tmp"].find((folder) => {
	const disk = statSync(folder, { throwIfNoEntry: false })?.dev;
	return disk !== undefined && disk !== statSync(tmpdir()).dev;
});

let settings: { DATABASE_PATH: string; UPLOADS_DIR: string; BACKUPS_DIR: string };
let removals: (() => void)[];

beforeEach(() => {
	const folder = temporaryFolder();
	settings = {
		DATABASE_PATH: join(folder, "relevo.sqlite"),
		UPLOADS_DIR: join(folder, "uploads"),
		BACKUPS_DIR: join(folder, "backups"),
	};
	removals = [];
	cpSync(process.env.BASE_DATABASE ?? "", settings.DATABASE_PATH);
});

afterEach(() => {
	for (const remove of removals) remove();
});

const backUp = () => runCommand("backup", [], settings);
const restore = (from: string) => runCommand("restore", ["--from", from, "--replace", "--json"], settings);

if (mayMount()) {
	describe("photos and backups on mounted disks", () => {
		beforeEach(() => {
			// A backup is refused if it would leave less than 100 MB free, so its disk has 500 MB. The disk is in memory,
			// where free space takes no memory.
			const [photos, backups] = [mountSmallDisk(4), mountSmallDisk(500)];
			removals.push(photos.remove, backups.remove);
			settings = { ...settings, UPLOADS_DIR: photos.folder, BACKUPS_DIR: backups.folder };
		});

		test("are restored, put aside on their own disk, and restored from there", restoreAndGoBack);

		test("are not restored to a disk without room for them; nothing changes, and nothing stays on the disk", async () => {
			const photo = userWithPhoto("antes", "x".repeat(1_500_000));
			expect((await backUp()).code).toBe(0);
			rmSync(photo);
			const now = userWithPhoto("ahora", "y".repeat(3_000_000));
			const data = dumpDatabase(settings.DATABASE_PATH);
			expect(await restore(settings.BACKUPS_DIR)).toMatchObject({
				code: 1,
				stderr: "No queda lugar en el disco: liberá espacio y probá de nuevo. No se cambió nada.\n",
			});
			expect(dumpDatabase(settings.DATABASE_PATH)).toBe(data);
			expect(readdirSync(settings.UPLOADS_DIR)).toEqual([basename(now)]);
			expect(existsSync(`${settings.DATABASE_PATH}.restoring`)).toBe(false);
		});
	});
} else if (otherDisk !== undefined) {
	test("photos on another disk are restored, put aside on their own disk, and restored from there", async () => {
		settings.UPLOADS_DIR = mkdtempSync(join(otherDisk, "relevo-"));
		removals.push(() => rmSync(settings.UPLOADS_DIR, { recursive: true }));
		await restoreAndGoBack();
	});
} else {
	test("reports that this machine cannot mount a small disk", () => {
		expect(() => mountSmallDisk(1)).toThrow("no se puede montar un disco chico");
	});
}

async function restoreAndGoBack(): Promise<void> {
	mkdirSync(settings.BACKUPS_DIR, { recursive: true });
	const before = userWithPhoto("antes", "the photo of before");
	// Shows that the disks are different: a hard link cannot lead to another disk.
	for (const folder of [settings.BACKUPS_DIR, dirname(settings.DATABASE_PATH)])
		expect(() => linkSync(before, join(folder, "name"))).toThrow("EXDEV");
	expect((await backUp()).code).toBe(0);
	rmSync(before);
	const now = userWithPhoto("ahora", "the photo of now");

	const restored = await restore(settings.BACKUPS_DIR);
	expect(restored).toMatchObject({ code: 0, stderr: "" });
	const { aside, imagesAside, ...counts } = JSON.parse(restored.stdout);
	expect(counts).toMatchObject({ people: 1, images: 1, lost: 0 });
	expect(readFileSync(before, "utf8")).toBe("the photo of before");
	expect(readdirSync(settings.UPLOADS_DIR).sort()).toEqual([basename(before), basename(imagesAside)].sort());
	expect(readFileSync(join(imagesAside, basename(now)), "utf8")).toBe("the photo of now");

	const back = await restore(basename(aside));
	expect(back).toMatchObject({ code: 0, stderr: "" });
	expect(JSON.parse(back.stdout)).toMatchObject({ people: 2, images: 2, lost: 0 });
	expect(readFileSync(now, "utf8")).toBe("the photo of now");
	const file = new SQLite(settings.DATABASE_PATH);
	expect(checkData(file, settings.UPLOADS_DIR).problems).toEqual([]);
	file.close();
}

/** @returns the path of the profile photo */
function userWithPhoto(username: string, content: string): string {
	const id = randomUUID();
	mkdirSync(settings.UPLOADS_DIR, { recursive: true });
	const path = join(settings.UPLOADS_DIR, `${id}-320.webp`);
	writeFileSync(path, content);
	seedUser(settings.DATABASE_PATH, { username, photo: id });
	return path;
}
