import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import {
	closeSync,
	constants,
	cpSync,
	existsSync,
	mkdirSync,
	openSync,
	readdirSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import SQLite from "better-sqlite3";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { deleteAccount } from "~/features/account/delete-account.server";
import { listBackups, readBackupList } from "~/features/backups/backup-folder.server";
import { backUpIfChanged } from "~/features/backups/scheduled.server";
import { readBuildVersion } from "~/lib/build-version.server";
import { backupName, backupTime, hasFoundDamage } from "~/lib/database/backup-times.server";
import { sqlite } from "~/lib/database/db.server";
import { takeServerLock } from "~/lib/database/server-lock.server";
import { addTombstones, hashOfUser, readTombstones } from "~/lib/database/tombstones.server";
import { makeBackup } from "../../../scripts/operator/make-backup";
import { makeUser } from "../../support/accounts";
import { seedUser } from "../../support/accounts-on-disk";
import { send } from "../../support/server/http-client";
import { runCommand } from "../../support/server/operator";
import { startServer } from "../../support/server/server";
import { waitUntil } from "../../support/server/wait-until";
import { temporaryFolder } from "../../support/temporary-folder";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NOON = Date.parse("2026-11-21T12:00:00Z");
const uploads = process.env.UPLOADS_DIR ?? "";
let to: string;

beforeEach(() => {
	to = temporaryFolder();
	sqlite.exec("DELETE FROM users");
});

describe("a backup", () => {
	test("is one database file and a list of images, which all backups share", async () => {
		const [first, second] = [await personWithPhoto("uno"), await personWithPhoto("dos")];
		await makeBackup(to, NOON);
		await makeBackup(to, NOON + 1000);
		expect(listBackups(to)).toEqual(["2026-11-21T12-00-00Z", "2026-11-21T12-00-01Z"]);
		expect(readdirSync(join(to, "2026-11-21T12-00-00Z")).sort()).toEqual(["images.json", "relevo.sqlite"]);
		expect(readdirSync(join(to, "images")).sort()).toEqual(
			[`${first}-320.webp`, `${second}-320.webp`].sort(),
		);
		expect(readFileSync(join(to, "images", `${first}-320.webp`), "utf8")).toBe("uno");
		expect(readBackupList(join(to, "2026-11-21T12-00-01Z")).images).toHaveLength(2);
	});

	test("deletes backups replaced more than thirteen days ago, and the images that only these name", async () => {
		await personWithPhoto("vieja");
		await makeBackup(to, NOON);
		sqlite.exec("DELETE FROM users");
		const late = await personWithPhoto("nueva");
		await makeBackup(to, NOON + DAY_MS);
		await makeBackup(to, NOON + 14 * DAY_MS);
		expect(readdirSync(join(to, "images"))).toHaveLength(2);
		await makeBackup(to, NOON + 14 * DAY_MS + HOUR_MS);
		expect(listBackups(to)).toEqual(
			[NOON + DAY_MS, NOON + 14 * DAY_MS, NOON + 14 * DAY_MS + HOUR_MS].map(backupName),
		);
		expect(readdirSync(join(to, "images"))).toEqual([`${late}-320.webp`]);
	});

	test("removes the files of an interrupted backup, but no file of the operator", async () => {
		const half = join(to, "2026-11-20T06-00-00Z.new");
		mkdirSync(half);
		writeFileSync(join(half, "relevo.sqlite"), "half");
		mkdirSync(join(to, "images"));
		writeFileSync(join(to, "images", `${randomUUID()}-320.webp.new`), "half");
		for (const own of ["holidays.webp", "notes.new"])
			writeFileSync(join(to, "images", own), "the operator's");
		mkdirSync(join(to, "QUIZ.new"));
		await makeBackup(to, NOON);
		expect(listBackups(to)).toEqual([backupName(NOON)]);
		expect([half, join(to, "QUIZ.new")].map(existsSync)).toEqual([false, true]);
		expect(readdirSync(join(to, "images")).sort()).toEqual(["holidays.webp", "notes.new"]);
	});

	test("is made without a missing image, and reports it", async () => {
		const photo = await personWithPhoto("perdida");
		rmSync(join(uploads, `${photo}-320.webp`));
		expect(await makeBackup(to, NOON)).toMatchObject({ images: 0, missing: [`${photo}-320.webp`] });
		const run = await runCommand("backup", ["--to", to]);
		expect(run.code).toBe(1);
		expect(run.stderr).toContain(
			`1 imagen (no hay archivo en UPLOADS_DIR ni en otra copia): ${photo}-320.webp`,
		);
	});

	test("is not made of a damaged database, and earlier backups stay", async () => {
		const database = join(to, "damaged.sqlite");
		cpSync(process.env.BASE_DATABASE ?? "", database);
		const settings = { DATABASE_PATH: database, BACKUPS_DIR: join(to, "backups") };
		expect((await runCommand("backup", [], settings)).code).toBe(0);
		const before = listBackups(settings.BACKUPS_DIR);
		damageIndex(database, "users_by_diagram");
		const { code, stderr } = await runCommand("backup", [], settings);
		expect(code).toBe(1);
		expect(stderr).toMatch(
			/^La base de datos está dañada .*La copia no se hizo; las de antes siguen ahí\.\n$/,
		);
		expect(listBackups(settings.BACKUPS_DIR)).toEqual(before);
		expect(readdirSync(settings.BACKUPS_DIR).filter((name) => name.endsWith(".new"))).toEqual([]);
	});

	test("waits for another in the same folder, unless it is quick; not made in a folder that is not writable", async () => {
		const releaseLock = takeServerLock(join(to, "backup"), 0);
		const waiting = runCommand("backup", ["--to", to]);
		const busy = await runCommand("backup", ["--to", to, "--quick"]);
		releaseLock();
		expect((await waiting).code).toBe(0);
		expect(busy).toMatchObject({
			code: 1,
			stderr: `Ya se está haciendo una copia en ${to}: esperá a que termine.\n`,
		});
		const inUploads = await runCommand("backup", ["--to", uploads]);
		expect(inUploads).toMatchObject({
			code: 1,
			stderr: expect.stringContaining("no puede ser la carpeta de las imágenes"),
		});
		writeFileSync(join(to, "archivo"), "");
		const file = await runCommand("backup", ["--to", join(to, "archivo")]);
		expect(file.code).toBe(1);
		expect(file.stderr.trim().split("\n")).toHaveLength(1);
	});

	test("is listed as text and as JSON", async () => {
		expect((await runCommand("backup", ["list", "--from", to])).stdout).toBe(`No hay copias en ${to}.\n`);
		const none = join(to, "ninguna");
		expect((await runCommand("backup", ["list"], { BACKUPS_DIR: none })).stdout).toBe(
			`No hay copias en ${none}.\n`,
		);
		expect(await runCommand("backup", ["list", "--from", join(to, "falta")])).toMatchObject({
			code: 1,
			stderr: `${join(to, "falta")} no existe: indicá la carpeta de las copias.\n`,
		});
		await personWithPhoto("una");
		const made = await runCommand("backup", ["--to", to, "--json"]);
		const { name, images, missing } = JSON.parse(made.stdout);
		expect([images, missing, backupTime(name)]).toEqual([1, [], expect.any(Number)]);
		expect((await runCommand("backup", ["list", "--from", to])).stdout).toBe(`${name}  1 imagen\n`);
		const listed = await runCommand("backup", ["list", "--from", to, "--json"]);
		expect(JSON.parse(listed.stdout)).toEqual([
			{
				name,
				time: new Date(backupTime(name) ?? 0).toISOString(),
				isInFuture: false,
				images: 1,
				version: readBuildVersion(),
			},
		]);
		rmSync(join(to, name, "relevo.sqlite"));
		expect((await runCommand("backup", ["list", "--from", to])).stdout).toMatch(/ {2}DAÑADA: [^\n]+\n$/);
	});
});

describe("the server's own backups", () => {
	test("begin soon after the start of the server and follow every change, and only changes", async () => {
		const server = await startServer({ BACKUPS_DIR: to, BACKUP_EVERY: "0.02" });
		await waitUntil(() => listBackups(to).length === 1, "the first backup is made");
		seedUser(server.databasePath);
		await waitUntil(() => listBackups(to).length === 2, "the change is backed up");
		const done = () => server.output().match(/"event":"backup_done"/g)?.length;
		await waitUntil(() => done() === 2, "both are logged");
		for (let look = 0; look < 3; look++) {
			await send(server.origin, "/healthcheck");
			await new Promise((resolve) => setTimeout(resolve, 0.02 * 60_000));
		}
		expect(listBackups(to)).toHaveLength(2);
		expect(done()).toBe(2);
		await server.stop();
	});

	test("are tried again after a failure, which the log explains", async () => {
		const backups = process.env.BACKUPS_DIR ?? "";
		rmSync(backups, { recursive: true, force: true });
		writeFileSync(backups, "in the way");
		const log = vi.spyOn(process.stdout, "write").mockClear();
		await backUpIfChanged();
		expect(log).toHaveBeenCalledWith(expect.stringContaining('"event":"backup_failed","level":"error"'));
		expect(log).toHaveBeenCalledWith(expect.stringContaining(`${backups} es un archivo`));
		rmSync(backups);
		await backUpIfChanged();
		expect(listBackups(backups)).toHaveLength(1);
		expect(hasFoundDamage()).toBe(false);
	});

	test("remove old backups even if nothing changes", async () => {
		const backups = process.env.BACKUPS_DIR ?? "";
		rmSync(backups, { recursive: true, force: true });
		await backUpIfChanged();
		const old = Date.now() - 30 * DAY_MS;
		await makeBackup(backups, old);
		await makeBackup(backups, old + DAY_MS);
		const [, , newest] = listBackups(backups);
		const unused = join(backups, "images", `${randomUUID()}-320.webp`);
		writeFileSync(unused, "of no backup");
		await backUpIfChanged();
		expect(listBackups(backups)).toEqual([backupName(old + DAY_MS), newest]);
		expect(existsSync(unused)).toBe(false);
		writeFileSync(unused, "of no backup");
		await backUpIfChanged();
		expect(existsSync(unused)).toBe(true);
	});

	test("are made anew, though nobody writes, where the last one is gone and older ones are there", async () => {
		const backups = process.env.BACKUPS_DIR ?? "";
		await makeBackup(backups, Date.now() - HOUR_MS);
		await backUpIfChanged();
		const made = listBackups(backups);
		await backUpIfChanged();
		expect(listBackups(backups)).toEqual(made);
		rmSync(join(backups, made.at(-1) ?? ""), { recursive: true });
		await backUpIfChanged();
		expect(listBackups(backups)).toHaveLength(made.length);
	});

	test("leave the removal of old backups to a backup that the operator is making", async () => {
		const backups = process.env.BACKUPS_DIR ?? "";
		await backUpIfChanged();
		const old = Date.now() - 30 * DAY_MS;
		for (const at of [old, old + DAY_MS]) await makeBackup(backups, at);
		const before = listBackups(backups);
		const releaseLock = takeServerLock(join(backups, "backup"), 0);
		await backUpIfChanged();
		releaseLock();
		expect(listBackups(backups)).toEqual(before);
	});

	test("log that they were killed, for example because the memory was full", async () => {
		rmSync(process.env.BACKUPS_DIR ?? "", { recursive: true, force: true });
		const log = vi.spyOn(process.stdout, "write").mockClear();
		vi.stubEnv("NODE_OPTIONS", "--import=data:text/javascript,process.kill(process.pid,'SIGKILL')");
		await backUpIfChanged();
		vi.unstubAllEnvs();
		expect(log).toHaveBeenCalledWith(expect.stringContaining('"reason":"la copia terminó con SIGKILL'));
	});

	test("end after a time limit", async () => {
		rmSync(process.env.BACKUPS_DIR ?? "", { recursive: true, force: true });
		const log = vi.spyOn(process.stdout, "write").mockClear();
		await backUpIfChanged(1);
		expect(log).toHaveBeenCalledWith(expect.stringContaining('"reason":"la copia no terminó en 0 s"'));
	});
});

describe("tombstones", () => {
	test("a deleted account leaves a hash of its random id, in the database and beside the backups", async () => {
		const { id } = await makeUser();
		await deleteAccount(id, {}, NOON);
		const known = await readTombstones(process.env.BACKUPS_DIR ?? "");
		expect(known.get(hashOfUser(id))).toBe(NOON);
		expect(
			sqlite
				.prepare("SELECT deleted_at FROM deleted_accounts WHERE user_hash = ?")
				.pluck()
				.get(hashOfUser(id)),
		).toBe(NOON);
	});

	test("a disk that does not respond delays a deletion by two seconds, and gets the tombstone once it responds", async () => {
		const list = join(process.env.BACKUPS_DIR ?? "", "deleted-accounts.txt");
		rmSync(list, { force: true });
		mkdirSync(dirname(list), { recursive: true });
		// A named pipe in place of the list of deleted accounts acts like a disk that does not respond: opening a pipe at
		// one end blocks until its other end is opened too.
		execFileSync("mkfifo", [list]);
		const log = vi.spyOn(process.stdout, "write").mockClear();
		const { id } = await makeUser();
		expect(await deleteAccount(id, {}, NOON)).toBeDefined();
		expect(log).toHaveBeenCalledWith(expect.stringContaining('"event":"tombstone_not_written"'));
		const pipe = openSync(list, constants.O_RDWR);
		rmSync(list);
		closeSync(pipe);
		const isWritten = () =>
			existsSync(list) && readFileSync(list, "utf8").includes(`\n${hashOfUser(id)} ${NOON}\n`);
		await waitUntil(isWritten, "the tombstone is written");
	});

	test("a backup adds the missing ones to its folder; a truncated line affects no other", async () => {
		const { id } = await makeUser();
		await deleteAccount(id, {}, NOON);
		const newHash = () => hashOfUser(randomUUID());
		const [whole, cut, later] = [newHash(), newHash(), newHash()];
		writeFileSync(join(to, "deleted-accounts.txt"), `${whole} 1\n${cut.slice(0, 20)}`);
		await addTombstones(to, [{ userHash: later, deletedAt: 2 }]);
		await makeBackup(to, NOON);
		const known = await readTombstones(to);
		expect([known.get(whole), known.get(later), known.get(hashOfUser(id))]).toEqual([1, 2, NOON]);
		expect(known.has(cut)).toBe(false);
		const size = readFileSync(join(to, "deleted-accounts.txt")).length;
		await makeBackup(to, NOON + 1000);
		expect(readFileSync(join(to, "deleted-accounts.txt"))).toHaveLength(size);
	});
});

/**
 * Adds a user whose profile photo has this content.
 * @returns the photo's id
 */
async function personWithPhoto(content: string): Promise<string> {
	const photo = randomUUID();
	mkdirSync(uploads, { recursive: true });
	writeFileSync(join(uploads, `${photo}-320.webp`), content);
	await makeUser({ photo });
	return photo;
}

function damageIndex(path: string, index: string): void {
	const file = new SQLite(path);
	const page = Number(file.prepare("SELECT rootpage FROM sqlite_schema WHERE name = ?").pluck().get(index));
	const size = Number(file.pragma("page_size", { simple: true }));
	file.pragma("journal_mode = DELETE");
	file.close();
	const bytes = readFileSync(path);
	bytes.fill(0xff, (page - 1) * size, (page - 1) * size + 100);
	writeFileSync(path, bytes);
}
