import { createHash, randomUUID } from "node:crypto";
import {
	chmodSync,
	cpSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	symlinkSync,
	truncateSync,
	writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import SQLite from "better-sqlite3";
import { beforeEach, describe, expect, test } from "vitest";
import { listBackups } from "~/features/backups/backup-folder.server";
import { backupName } from "~/lib/database/backup-times.server";
import { makeBackup } from "../../../scripts/operator/make-backup";
import { DOCUMENT, seedDocument, seedUser } from "../../support/accounts-on-disk";
import { callCommand, runCommand } from "../../support/server/operator";
import { temporaryFolder } from "../../support/temporary-folder";

const DAY_MS = 24 * 3_600_000;

let folder: string;
let settings: { DATABASE_PATH: string; UPLOADS_DIR: string; BACKUPS_DIR: string };
let photo: string;

beforeEach(() => {
	folder = temporaryFolder();
	settings = {
		DATABASE_PATH: join(folder, "data", "relevo.sqlite"),
		UPLOADS_DIR: join(folder, "data", "images"),
		BACKUPS_DIR: join(folder, "backups"),
	};
	mkdirSync(settings.UPLOADS_DIR, { recursive: true });
	cpSync(process.env.BASE_DATABASE ?? "", settings.DATABASE_PATH);
	photo = documentWithPhoto();
});

const backUp = (...words: string[]) => callCommand("backup", words, settings);
const restore = (...words: string[]) =>
	callCommand("restore", ["--from", settings.BACKUPS_DIR, ...words], settings);
const live = (name: string) => join(settings.UPLOADS_DIR, name);
const pooled = (name: string) => join(settings.BACKUPS_DIR, "images", name);

test.each(["npm_config_to", "npm_config_token_description"])(
	"no backup is made elsewhere when npm took --to for a setting of its own: %s",
	async (taken) => {
		const elsewhere = join(folder, "usb");
		expect(await callCommand("backup", [], { ...settings, [taken]: elsewhere })).toEqual({
			code: 1,
			stdout: "",
			stderr: "npm se quedó con --to: las opciones van después de « -- ». Ayuda: npm run backup -- --help\n",
		});
		expect(existsSync(settings.BACKUPS_DIR)).toBe(false);
		expect((await callCommand("backup", ["--to", elsewhere], { ...settings, [taken]: "x" })).code).toBe(0);
		expect(listBackups(elsewhere)).toHaveLength(1);
	},
);

describe("the backup folder is separate from the images in use", () => {
	test.each([
		["it is their folder", "data/images"],
		["it is inside", "data/images/copias"],
		["its own images would be in their folder", "data"],
	])("refused: %s", async (_, to) => {
		const before = readdirSync(settings.UPLOADS_DIR);
		const { code, stderr } = await backUp("--to", join(folder, to));
		expect([code, stderr]).toEqual([
			1,
			expect.stringMatching(/^.* no puede ser la carpeta de las imágenes [^\n]+\n$/),
		]);
		expect(readdirSync(settings.UPLOADS_DIR)).toEqual(before);
	});

	test.each([
		[
			"it lies below a file",
			"data/relevo.sqlite/copias",
			/^Hace falta una carpeta y no la hay en \S+ \(ENOTDIR\): [^\n]+\n$/,
		],
		[
			"its name is too long",
			"x".repeat(300),
			/^El sistema no dejó usar \S+ \(mkdir: ENAMETOOLONG\): [^\n]+\n$/,
		],
	])("is named in one line when %s", async (_, to, message) => {
		const { code, stderr } = await backUp("--to", join(folder, to));
		expect([code, stderr]).toEqual([1, expect.stringMatching(message)]);
	});

	test("is named in one line when the system makes no folder there, or too much of its path is missing", async () => {
		expect(await runCommand("backup", ["--to", "/proc/relevo"], settings)).toMatchObject({
			code: 1,
			stderr: expect.stringMatching(/^[^\n]*\/proc\/relevo[^\n]*\n$/),
		});
		const missing = join(folder, "disk", "of", "copies");
		expect(await backUp("--to", missing)).toMatchObject({
			code: 1,
			stderr: `No existe la carpeta ${missing}: revisá la ruta, y que su disco esté montado. Si está bien: mkdir -p ${missing}\n`,
		});
		expect(existsSync(join(folder, "disk"))).toBe(false);
	});

	test("accepts a path with blanks, relative to the operator's folder", async () => {
		const { code } = await runCommand("backup", ["--to", "un disco/copias"], {
			...settings,
			INIT_CWD: folder,
		});
		expect(code).toBe(0);
		expect(listBackups(join(folder, "un disco", "copias"))).toHaveLength(1);
	});

	test("starts nothing when the disk has no room", async () => {
		// Makes a sparse file: the command counts eight terabytes, but the added bytes take no disk space.
		truncateSync(settings.DATABASE_PATH, 2 ** 43);
		const { code, stderr } = await backUp();
		expect([code, stderr]).toEqual([
			1,
			expect.stringMatching(/^No hay lugar para la copia: hacen falta \d+ MB/),
		]);
		expect(listBackups(settings.BACKUPS_DIR)).toEqual([]);
	});

	test("removes old backups even when the disk has no room for a new one", async () => {
		const old = Date.now() - 30 * DAY_MS;
		for (const at of [old, old + DAY_MS]) await makeBackup(settings.BACKUPS_DIR, at);
		truncateSync(settings.DATABASE_PATH, 2 ** 43);
		expect((await backUp()).code).toBe(1);
		expect(listBackups(settings.BACKUPS_DIR)).toEqual([backupName(old + DAY_MS)]);
	});
});

test("a restore whose --from npm took, so that its folder arrives as a command, says so", async () => {
	const { code, stderr } = await callCommand("restore", [settings.BACKUPS_DIR], {
		...settings,
		npm_config_from: "true",
	});
	expect([code, stderr]).toEqual([
		1,
		expect.stringMatching(/^npm se quedó con --from: .* después de « -- »\./),
	]);
});

/** Opening and looking at the file fail with ELOOP. */
function breakLink(path: string): void {
	rmSync(path);
	symlinkSync(path, path);
}

describe("the backup folder", () => {
	test("may contain two backups made in the same second", async () => {
		const now = Date.parse("2026-11-21T12:00:00Z");
		for (let round = 0; round < 3; round++) await makeBackup(settings.BACKUPS_DIR, now);
		expect(listBackups(settings.BACKUPS_DIR)).toEqual([
			"2026-11-21T12-00-00Z",
			"2026-11-21T12-00-01Z",
			"2026-11-21T12-00-02Z",
		]);
	});

	test.each([
		["damaged", (list: string) => writeFileSync(list, "{")],
		// As on a disk that cannot read the folder, the file is neither there nor missing.
		["unreadable", breakLink],
		[
			"unreadable, as the whole backup is",
			(list: string) => [list, join(dirname(list), "relevo.sqlite")].forEach(breakLink),
		],
	])("keeps all images while a backup has a list that is %s, and reports that backup", async (_, spoil) => {
		await backUp();
		const [first = ""] = listBackups(settings.BACKUPS_DIR);
		spoil(join(settings.BACKUPS_DIR, first, "images.json"));
		const unnamed = pooled(`${randomUUID()}-320.webp`);
		writeFileSync(unnamed, "of that backup, perhaps");
		const { code, stderr } = await backUp();
		expect([code, stderr]).toEqual([1, expect.stringContaining(`no se puede leer la lista de ${first}`)]);
		expect(existsSync(unnamed)).toBe(true);
		expect((await backUp("list")).stdout).toMatch(new RegExp(`^${first}  DAÑADA: .*\n.*  2 imágenes\n$`));
		expect((await runCommand("data", ["check"], settings)).stdout).toContain(`La copia ${first} está dañada`);
		rmSync(join(settings.BACKUPS_DIR, first), { recursive: true });
		expect((await backUp()).code).toBe(0);
		expect(existsSync(unnamed)).toBe(false);
	});
});

describe("a restore", () => {
	test("is refused while another program has the database open", async () => {
		await backUp();
		const other = new SQLite(settings.DATABASE_PATH);
		other.pragma("journal_mode = WAL");
		other.prepare("UPDATE users SET username = 'de otro'").run();
		const words = ["--from", settings.BACKUPS_DIR, "--replace"];
		const { code, stderr } = await runCommand("restore", words, settings);
		expect([code, stderr]).toEqual([1, expect.stringMatching(/^Otro programa tiene abierta [^\n]+\n$/)]);
		other.prepare("UPDATE users SET real_name = 'también'").run();
		expect(other.prepare("SELECT username, real_name FROM users").get()).toEqual({
			username: "de otro",
			real_name: "también",
		});
		other.close();
		expect((await restore("--replace")).code).toBe(0);
	});

	test("of a read-only copy gives a database that the server can write to", async () => {
		await backUp();
		const [made = ""] = listBackups(settings.BACKUPS_DIR);
		chmodSync(join(settings.BACKUPS_DIR, made, "relevo.sqlite"), 0o444);
		expect((await restore("--replace")).code).toBe(0);
		expect(statSync(settings.DATABASE_PATH).mode & 0o777).toBe(0o600);
	});

	test("of a whole folder takes a backup with a time in the future only if there is no other, and says so", async () => {
		const ahead = backupName(Date.now() + 30 * DAY_MS);
		await backUp();
		const [made = ""] = listBackups(settings.BACKUPS_DIR);
		const backup = join(settings.BACKUPS_DIR, made);
		cpSync(backup, join(settings.BACKUPS_DIR, ahead), { recursive: true });
		expect((await restore("--replace")).stdout).toContain(`Copia ${made} restaurada`);
		rmSync(backup, { recursive: true });
		expect((await restore("--replace")).stdout).toContain(`Copia ${ahead} (FECHA FUTURA: revisá el reloj) `);
	});

	test("replaces a truncated image with that of the backup", async () => {
		await backUp();
		// Deletes the file before writing, because the backup's image is a hard link to the same file.
		rmSync(live(photo));
		writeFileSync(live(photo), "half");
		expect((await restore("--replace")).code).toBe(0);
		expect(readFileSync(live(photo), "utf8")).toBe("the large photo");
	});

	test("puts aside images that the backup does not have, also when the database is lost", async () => {
		await backUp();
		const newer = `${randomUUID()}-320.webp`;
		writeFileSync(live(newer), "newer");
		rmSync(settings.DATABASE_PATH);
		const { code, stdout, stderr } = await restore("--json");
		expect([code, stderr]).toEqual([0, ""]);
		const { aside, imagesAside } = JSON.parse(stdout);
		expect(aside).toBeUndefined();
		expect(readFileSync(join(imagesAside, newer), "utf8")).toBe("newer");
		expect(existsSync(live(newer))).toBe(false);
	});

	test("is refused when a byte of the database has changed, which SQLite does not detect", async () => {
		await backUp();
		const [made = ""] = listBackups(settings.BACKUPS_DIR);
		const path = join(settings.BACKUPS_DIR, made, "relevo.sqlite");
		const bytes = readFileSync(path);
		bytes.write("S", bytes.indexOf("soldador"));
		writeFileSync(path, bytes);
		rmSync(join(folder, "data"), { recursive: true });
		expect(await restore()).toMatchObject({
			code: 1,
			stderr: expect.stringContaining("la base de datos no es la que se guardó"),
		});
		expect(existsSync(settings.DATABASE_PATH)).toBe(false);
	});

	test("rejects another photo of the same size, and continues without it when asked", async () => {
		await backUp();
		rmSync(join(folder, "data"), { recursive: true });
		writeFileSync(pooled(photo), "the large phot0");
		const refused = await restore();
		expect(refused).toMatchObject({
			code: 1,
			stderr: expect.stringContaining(`la imagen ${photo} está dañada`),
		});
		expect(existsSync(settings.DATABASE_PATH)).toBe(false);
		const without = await restore("--without-damaged", "--json");
		expect(JSON.parse(without.stdout)).toMatchObject({ documents: 1, images: 1, lost: 1 });
		expect(readdirSync(settings.UPLOADS_DIR)).toEqual([photo.replace("-1600", "-320")]);
	});
});

/** @returns the name of the photo's large file */
function documentWithPhoto(): string {
	const id = randomUUID();
	const { id: userId } = seedUser(settings.DATABASE_PATH);
	seedDocument(settings.DATABASE_PATH, userId);
	const [large, small] = ["the large photo", "the small one"];
	writeFileSync(live(`${id}-1600.webp`), large);
	writeFileSync(live(`${id}-320.webp`), small);
	const file = new SQLite(settings.DATABASE_PATH);
	file
		.prepare(
			`INSERT INTO document_images (id, user_id, id_file, document_id, sha256, width, height, bytes, created_at, position)
			SELECT ?, user_id, id_file, id, ?, 1600, 1200, ?, 1, 0 FROM documents WHERE id_file = ?`,
		)
		.run(id, createHash("sha256").update(large).digest("hex"), large.length + small.length, DOCUMENT);
	file.pragma("journal_mode = DELETE");
	file.close();
	return `${id}-1600.webp`;
}
