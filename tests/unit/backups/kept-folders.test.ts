import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { rememberUpToDate } from "~/lib/database/backup-times.server";
import { db } from "~/lib/database/db.server";
import { env } from "~/lib/env.server";
import { shellWord } from "~/lib/files/operator-command.server";
import { photoFile } from "~/lib/images/image-files";
import { checkHealth } from "~/lib/metrics/health.server";
import { probeFolders, whatHelps } from "~/lib/metrics/kept-folders.server";
import { makeUser } from "../../support/accounts";

const fine = { unusable: [], isFull: false, areImagesGone: false };

test("folders that were never needed are not missing, and no probe stays in the others", async () => {
	expect(await probeFolders()).toEqual(fine);
	mkdirSync(env.UPLOADS_DIR);
	mkdirSync(env.BACKUPS_DIR);
	expect(await probeFolders()).toEqual(fine);
	expect(await readFile(join(env.UPLOADS_DIR, ".probe")).catch(() => "none")).toBe("none");
});

test("simultaneous checks write once to a folder that is slow, and a later one writes again", async () => {
	for (const _ of ["now", "later"]) {
		const pipe = join(dirname(env.DATABASE_PATH), ".probe");
		execFileSync("mkfifo", [pipe]);
		const checks = Promise.all([probeFolders(), probeFolders()]);
		expect(await readFile(pipe, "utf8")).toBe("x");
		expect(await checks).toEqual([fine, fine]);
	}
});

test("a file in place of a folder is named, with its setting", async () => {
	rmSync(env.BACKUPS_DIR, { recursive: true, force: true });
	writeFileSync(env.BACKUPS_DIR, "");
	const unusable = [{ setting: "BACKUPS_DIR", path: env.BACKUPS_DIR, code: "ENOTDIR" }];
	expect(await probeFolders()).toEqual({ ...fine, unusable });
	rmSync(env.BACKUPS_DIR);
});

test("a full disk of the backups is the folder's problem, one of the database refuses forms", async () => {
	const fill = (folder: string) => symlinkSync("/dev/full", join(folder, ".probe"));
	mkdirSync(env.BACKUPS_DIR, { recursive: true });
	fill(env.BACKUPS_DIR);
	const unusable = [{ setting: "BACKUPS_DIR", path: env.BACKUPS_DIR, code: "ENOSPC" }];
	expect(await probeFolders()).toEqual({ ...fine, unusable });
	fill(dirname(env.DATABASE_PATH));
	expect(await probeFolders()).toEqual({ ...fine, isFull: true });
});

test("a folder of the database that does not respond is the problem, damage that a backup found a warning", async () => {
	rememberUpToDate(Date.now(), true);
	const pipe = join(dirname(env.DATABASE_PATH), ".probe");
	execFileSync("mkfifo", [pipe]);
	const { problem, warnings } = await checkHealth();
	expect(problem).toMatch(/^No se puede escribir en la carpeta de la base de datos\./);
	expect(warnings).toEqual([
		expect.stringMatching(/^La última copia de seguridad encontró archivos dañados o que faltan\./),
	]);
	await readFile(pipe);
});

test("the images are gone if there is none of those that rows name", async () => {
	const [{ id }, other] = [await makeUser(), await makeUser()];
	const setPhoto = (userId: string, photo: string) =>
		db.updateTable("users").set({ photo }).where("id", "=", userId).execute();
	const photo = randomUUID();
	await setPhoto(id, randomUUID());
	await setPhoto(other.id, photo);
	expect(await probeFolders()).toEqual({ ...fine, areImagesGone: true });
	mkdirSync(env.UPLOADS_DIR, { recursive: true });
	writeFileSync(join(env.UPLOADS_DIR, photoFile(photo)), "");
	expect(await probeFolders()).toEqual(fine);
});

test("nobody is told to move the database away where a setting takes it for a folder", () => {
	expect(whatHelps("ENOTDIR", env.DATABASE_PATH)).toMatch(
		/ es la base de datos y no una carpeta: revisá DATABASE_PATH,/,
	);
});

test.each([
	["EACCES", /^El servidor no puede escribir en \/x: chown -R/],
	["EPERM", /^El servidor no puede escribir en \/x: chown -R/],
	["ENOTDIR", /^\/x no es una carpeta/],
	["EEXIST", /^\/x no es una carpeta/],
	["ENOENT", /^No existe \/x: montá su disco/],
	["EIO", /^No se puede escribir en \/x \(EIO\): revisá el disco/],
])("what helps against %s", (code, text) => {
	expect(whatHelps(code, "/x")).toMatch(text);
});

test("what helps is said with the command of this installation", () => {
	onTestFinished(() => void vi.unstubAllEnvs());
	vi.stubEnv("RELEVO_UNDER_SYSTEMD", "1");
	expect(whatHelps("EIO", "/x")).toMatch(/: \/opt\/relevo\/deploy\/run\.sh data -- report$/);
});

test.each(["/srv/relevo-2.0+r5", "/srv/fotos de planta", "/srv/l'arrêt 'a'", '/srv/a&b;$HOME`id`"', "~", ""])(
	"a shell takes the advised folder %s as it is",
	(path) => {
		expect(execFileSync("sh", ["-c", `printf %s ${shellWord(path)}`], { encoding: "utf8" })).toBe(path);
		expect(["EACCES", "ENOTDIR", "ENOENT"].map((code) => whatHelps(code, path))).toEqual([
			expect.stringMatching(/ chown -R \S+ /),
			expect.stringContaining(` mv ${shellWord(path)} ${shellWord(`${path}.no-es-carpeta`)}`),
			expect.stringContaining(` mkdir -p ${shellWord(path)}`),
		]);
	},
);
