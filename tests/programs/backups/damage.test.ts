import { createHash, randomUUID } from "node:crypto";
import {
	copyFileSync,
	cpSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import SQLite from "better-sqlite3";
import { beforeEach, describe, expect, test } from "vitest";
import { listBackups } from "~/features/backups/backup-folder.server";
import { makeBackup } from "../../../scripts/operator/make-backup";
import { DOCUMENT, seedDocument, seedUser } from "../../support/accounts-on-disk";
import { callCommand } from "../../support/server/operator";
import { temporaryFolder } from "../../support/temporary-folder";

/** A site with a document's photo and a profile photo, and two backups. Each test flips bytes of a copy. */
let folder: string;
let settings: { DATABASE_PATH: string; UPLOADS_DIR: string; BACKUPS_DIR: string };
/** The large file of the document's photo. */
let large: string;
/** The profile photo, of which no row has a hash. */
let profile: string;

beforeEach(async () => {
	folder = temporaryFolder();
	settings = {
		DATABASE_PATH: join(folder, "data", "relevo.sqlite"),
		UPLOADS_DIR: join(folder, "uploads"),
		BACKUPS_DIR: join(folder, "backups"),
	};
	for (const name of ["data", "uploads"]) mkdirSync(join(folder, name));
	cpSync(process.env.BASE_DATABASE ?? "", settings.DATABASE_PATH);
	profile = `${randomUUID()}-320.webp`;
	writeFileSync(live(profile), "a face");
	large = documentWithPhoto(profile.slice(0, 36));
	for (let n = 0; n < 2; n++) expect((await backUp()).code).toBe(0);
});

const live = (name: string) => join(settings.UPLOADS_DIR, name);
const pooled = (name: string) => join(settings.BACKUPS_DIR, "images", name);
const backups = () => listBackups(settings.BACKUPS_DIR);
const databaseOf = (backup = "") => join(settings.BACKUPS_DIR, backup, "relevo.sqlite");
const backUp = (...words: string[]) => callCommand("backup", words, settings);
const check = () => callCommand("data", ["check"], settings);
const mend = () => callCommand("data", ["mend"], settings);
const restore = (...words: string[]) =>
	callCommand("restore", ["--from", settings.BACKUPS_DIR, "--replace", ...words], settings);

/** Flips one bit of a file in place, as a failing disk does: no link and no time tells. */
function flip(path: string, at = 1): void {
	const bytes = readFileSync(path);
	bytes[at] = (bytes[at] ?? 0) ^ 1;
	writeFileSync(path, bytes);
}

describe("an image that the disk cannot read", () => {
	/** Reading the first page of a process fails with EIO, as reading a bad sector does. */
	function breakSector(name: string): void {
		rmSync(live(name));
		symlinkSync("/proc/self/mem", live(name));
	}

	test("does not end the backups: the next one names it, and mend brings it back", async () => {
		const whole = readFileSync(live(large));
		breakSector(large);
		expect(await backUp()).toMatchObject({
			code: 1,
			stderr: expect.stringMatching(
				new RegExp(`^La copia se hizo, pero en UPLOADS_DIR hay 1 imagen dañada, .*: ${large}\\. `),
			),
		});
		expect(backups()).toHaveLength(3);
		expect((await mend()).code).toBe(0);
		expect(readFileSync(live(large))).toEqual(whole);
		expect((await backUp()).code).toBe(0);
	});

	test("is left out of the first backup, which says which", async () => {
		rmSync(settings.BACKUPS_DIR, { recursive: true });
		breakSector(profile);
		expect(await backUp()).toMatchObject({
			code: 1,
			stderr: expect.stringMatching(new RegExp(`sin 1 imagen dañada de UPLOADS_DIR: ${profile}\\.`)),
		});
		expect((await restore()).code).toBe(0);
	});

	test.each([true, false])("is named by the check, with a backup or without: %s", async (hasBackup) => {
		if (!hasBackup) rmSync(settings.BACKUPS_DIR, { recursive: true });
		rmSync(live(profile));
		mkdirSync(live(profile));
		const { code, stdout } = await check();
		expect(code).toBe(1);
		expect(stdout).toMatch(new RegExp(`^La imagen ${profile} no se puede leer: `));
		expect(stdout).not.toContain("base de datos no");
	});
});

test("a lost folder of images comes back with mend, as the check says", async () => {
	rmSync(settings.UPLOADS_DIR, { recursive: true });
	expect((await check()).stdout).toContain("npm run data -- mend");
	expect((await mend()).code).toBe(0);
	expect((await check()).code).toBe(0);
});

test("a folder of images that cannot be read is no damage of the database, and mend does not say that all is well", async () => {
	rmSync(settings.UPLOADS_DIR, { recursive: true });
	symlinkSync(settings.UPLOADS_DIR, settings.UPLOADS_DIR);
	for (const command of [check, mend])
		expect(await command()).toEqual({
			code: 1,
			stdout: "",
			stderr: expect.stringMatching(/^El sistema no dejó usar .*ELOOP/),
		});
});

test("mend says that it did nothing where the database is damaged", async () => {
	const sqlite = new SQLite(settings.DATABASE_PATH);
	sqlite.pragma("foreign_keys = OFF");
	sqlite.prepare("DELETE FROM users").run();
	sqlite.close();
	expect(await mend()).toEqual({
		code: 1,
		stdout: "",
		stderr: expect.stringMatching(/^Filas de \w+ que nombran otra que no existe: \d+\. No se repuso nada\. /),
	});
});

describe("one flipped byte", () => {
	test.each([
		["a document's photo", () => large],
		["a profile photo", () => profile],
		["a small photo", () => large.replace("-1600", "-320")],
	])(
		"in %s: check finds it, the next backup names it and keeps the whole copy, mend brings it back",
		async (_, which) => {
			const name = which();
			const whole = readFileSync(live(name));
			expect(statSync(pooled(name)).ino).not.toBe(statSync(live(name)).ino);
			flip(live(name));
			expect(await check()).toMatchObject({
				code: 1,
				stdout: `La imagen ${name} está dañada.\nQué hacer: npm run data -- mend, que repone 1 imagen.\n`,
			});
			expect(await backUp()).toMatchObject({
				code: 1,
				stderr: expect.stringMatching(
					new RegExp(
						`^La copia se hizo, pero en UPLOADS_DIR hay 1 imagen dañada, .*: ${name}\\. .* npm run data -- mend\\n$`,
					),
				),
			});
			expect(readFileSync(pooled(name))).toEqual(whole);
			expect(await mend()).toMatchObject({
				code: 0,
				stdout: "Repuestas: 1 imagen. Sin una copia entera: 0.\n",
			});
			expect(readFileSync(live(name))).toEqual(whole);
			expect((await check()).code).toBe(0);
		},
	);

	test("in a photo: a restore brings the whole one back", async () => {
		const whole = readFileSync(live(large));
		flip(live(large));
		expect(await restore()).toMatchObject({ code: 0, stderr: "" });
		expect(readFileSync(live(large))).toEqual(whole);
	});

	test("in a photo that no backup had yet: it does not get into one, and the restore goes on and says which", async () => {
		rmSync(settings.BACKUPS_DIR, { recursive: true });
		flip(live(large));
		expect((await check()).stdout).toContain(`La imagen ${large} está dañada.\nQué hacer: no borres nada`);
		expect(await backUp()).toMatchObject({
			code: 1,
			stderr: expect.stringMatching(
				new RegExp(`^La copia se hizo, pero sin 1 imagen dañada de UPLOADS_DIR: ${large}\\.`),
			),
		});
		expect(readdirSync(join(settings.BACKUPS_DIR, "images"))).not.toContain(large);
		for (const name of ["data", "uploads"]) rmSync(join(folder, name), { recursive: true });
		expect(await restore()).toMatchObject({
			code: 0,
			stdout: expect.stringMatching(new RegExp(`^Imágenes que faltan, .*: 1 \\(${large}\\)\\.`, "m")),
		});
		expect(readFileSync(live(profile), "utf8")).toBe("a face");
	});

	test("in the images of the backups: check finds it, a restore takes the live one, and a backup replaces it", async () => {
		for (const name of [large, profile]) {
			flip(pooled(name));
			expect(await check()).toMatchObject({
				code: 1,
				stdout: expect.stringMatching(
					new RegExp(`^En las copias falta o está dañada la imagen ${name}\\.\nQué hacer: npm run backup,`),
				),
			});
			expect(await restore()).toMatchObject({ code: 0, stdout: expect.stringContaining("3 imágenes") });
			expect(await backUp()).toMatchObject({
				code: 1,
				stderr: expect.stringContaining(
					`entre las copias había 1 imagen dañada, y en su lugar va lo de UPLOADS_DIR: ${name}`,
				),
			});
			expect((await check()).code).toBe(0);
		}
	});

	test("in the images of the backups and the live one lost: the refusal names the command that goes on without it", async () => {
		flip(pooled(large));
		for (const name of ["data", "uploads"]) rmSync(join(folder, name), { recursive: true });
		const refused = await restore();
		expect(refused).toMatchObject({ code: 1, stdout: "" });
		const [, words = ""] = /Sin las imágenes dañadas: npm run restore -- (.+)\n$/.exec(refused.stderr) ?? [];
		expect(await callCommand("restore", words.split(" "), settings)).toMatchObject({
			code: 0,
			stdout: expect.stringContaining(`1 (${large})`),
		});
	});

	test.each([
		["damaged", flipText],
		// As on a disk that cannot read the file.
		["unreadable", breakLink],
	])("in the database of a backup, %s: check and the next backup name it", async (_, spoil) => {
		const [first = ""] = backups();
		spoil(databaseOf(first));
		expect(await check()).toMatchObject({
			code: 1,
			stdout: expect.stringContaining(`La copia ${first} está dañada y ya no sirve: borrá esa carpeta`),
		});
		expect(await backUp()).toMatchObject({
			code: 1,
			stderr: expect.stringContaining(`está dañada la base de datos de otra: ${first}.`),
		});
	});
});

/** Opening and looking at the file fail with ELOOP. */
function breakLink(path: string): void {
	rmSync(path);
	symlinkSync(path, path);
}

describe("a restore from a folder with a newest backup", () => {
	test.each([
		["damaged", flipText],
		// As on a disk that cannot read the folder, the list is neither there nor missing.
		["unreadable", (database: string) => breakLink(join(dirname(database), "images.json"))],
	])("that is %s names the newest whole one, with the command that restores it", async (_, spoil) => {
		const [first = "", second = ""] = backups();
		spoil(databaseOf(second));
		const { code, stderr } = await restore();
		expect(code).toBe(1);
		const [, whole, words = ""] =
			/La más nueva que está entera es (\S+): npm run restore -- (.+)\n$/.exec(stderr) ?? [];
		expect(whole).toBe(first);
		expect(await callCommand("restore", words.split(" "), settings)).toMatchObject({
			code: 0,
			stdout: expect.stringContaining(`Copia ${first} restaurada`),
		});
	});

	test("goes on to it with --newest-whole", async () => {
		const [first = "", second = ""] = backups();
		// An older one that came without its database, because its copying was cut off, does not stand in the way.
		const cut = join(settings.BACKUPS_DIR, "2020-01-01T06-00-00Z");
		mkdirSync(cut);
		copyFileSync(join(settings.BACKUPS_DIR, first, "images.json"), join(cut, "images.json"));
		expect((await restore("--newest-whole")).stdout).toContain(`Copia ${second} restaurada`);
		rmSync(join(settings.BACKUPS_DIR, second, "images.json"));
		writeFileSync(join(settings.BACKUPS_DIR, second, "images.json"), "{");
		expect((await restore("--newest-whole")).stdout).toContain(`Copia ${first} restaurada`);
	});

	test("that is of a newer program is not passed over by --newest-whole", async () => {
		const [, second = ""] = backups();
		const database = new SQLite(databaseOf(second));
		database.exec("INSERT INTO migrations (version, name, run_at) VALUES (999, '0999-x.sql', 1)");
		database.close();
		const { code, stderr } = await restore("--newest-whole");
		expect([code, stderr]).toEqual([
			1,
			expect.stringContaining(`La copia ${second} es de una versión más nueva`),
		]);
	});

	test("names a newer one when the one that was asked for, the oldest, is damaged", async () => {
		const [first = "", second = ""] = backups();
		flipText(databaseOf(first));
		const asked = ["--from", join(settings.BACKUPS_DIR, first), "--replace"];
		const { code, stderr } = await callCommand("restore", asked, settings);
		expect(code).toBe(1);
		expect(stderr).toContain(`La más nueva que está entera es ${second}: npm run restore -- --from `);
		// With a date in the future it may hold old data.
		renameSync(join(settings.BACKUPS_DIR, second), join(settings.BACKUPS_DIR, "2999-01-01T06-00-00Z"));
		expect((await callCommand("restore", asked, settings)).stderr).toMatch(
			/no hay otra que esté entera: [^\n]+\n$/,
		);
	});

	test("leaves an empty target empty when no backup is whole", async () => {
		for (const backup of backups()) flipText(databaseOf(backup));
		rmSync(join(folder, "data"), { recursive: true });
		mkdirSync(join(folder, "data"));
		for (const words of [[], ["--newest-whole"]]) {
			expect((await restore(...words)).stderr).toMatch(/^[^\n]+\n$/);
			expect(readdirSync(join(folder, "data"))).toEqual([]);
		}
	});
});

describe("the server's own, quick backups", () => {
	test("read all images once a day, and only new ones in between", async () => {
		flip(live(profile));
		expect((await backUp("--quick")).code).toBe(0);
		// `makeBackup` uses the data of this test file's process; the command above uses those of `settings`.
		const now = Date.now();
		const to = join(folder, "own");
		mkdirSync(process.env.UPLOADS_DIR ?? "", { recursive: true });
		const photo = randomUUID();
		writeFileSync(join(process.env.UPLOADS_DIR ?? "", `${photo}-320.webp`), "another face");
		seedUser(process.env.DATABASE_PATH ?? "", { photo });
		await makeBackup(to, now, true);
		flip(join(process.env.UPLOADS_DIR ?? "", `${photo}-320.webp`));
		expect((await makeBackup(to, now + 3_600_000, true)).mendable).toEqual([]);
		expect((await makeBackup(to, now + 25 * 3_600_000, true)).mendable).toEqual([`${photo}-320.webp`]);
	});
});

function flipText(database: string): void {
	flip(database, readFileSync(database).indexOf("soldador"));
}

/** @returns the name of the photo's large file */
function documentWithPhoto(photo: string): string {
	const id = randomUUID();
	const { id: userId } = seedUser(settings.DATABASE_PATH, { photo });
	seedDocument(settings.DATABASE_PATH, userId);
	const [largeText, smallText] = ["the large photo", "the small one"];
	writeFileSync(live(`${id}-1600.webp`), largeText);
	writeFileSync(live(`${id}-320.webp`), smallText);
	const file = new SQLite(settings.DATABASE_PATH);
	file
		.prepare(
			`INSERT INTO document_images (id, user_id, id_file, document_id, sha256, width, height, bytes, created_at, position)
			SELECT ?, user_id, id_file, id, ?, 1600, 1200, ?, 1, 0 FROM documents WHERE id_file = ?`,
		)
		.run(
			id,
			createHash("sha256").update(largeText).digest("hex"),
			largeText.length + smallText.length,
			DOCUMENT,
		);
	file.pragma("journal_mode = DELETE");
	file.close();
	return `${id}-1600.webp`;
}
