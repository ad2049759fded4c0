import { execFileSync } from "node:child_process";
import {
	chmodSync,
	chownSync,
	cpSync,
	lstatSync,
	mkdirSync,
	readdirSync,
	utimesSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { IMAGE, seedDocument, seedImage, seedUser } from "../../support/accounts-on-disk";
import { runCommand } from "../../support/server/operator";
import { temporaryFolder } from "../../support/temporary-folder";

const NOBODY = 65_534;
/** The user of the server that commands help: another one where the tests' user can become it, otherwise the tests' own. */
const SERVER = canBecomeNobody() ? NOBODY : (process.getuid?.() ?? 0);
/** Whether permissions bind that user: root writes and reads all. */
const isBound = SERVER !== 0;
const PHOTO = `${IMAGE}-1600.webp`;

test("commands make what is the server user's, but for a backup to another folder", async () => {
	const { folder, email, settings } = site();
	const commands: [Parameters<typeof runCommand>[0], ...string[]][] = [
		["migrate"],
		["backup"],
		["data", "sweep"],
		["mail", "test", "you@planta.example"],
		["users", "delete", email, "--yes"],
		["restore", "--from", settings.BACKUPS_DIR, "--replace"],
	];
	for (const [program, ...words] of commands) {
		const { code } = await runCommand(program, words, settings);
		const ofOthers = pathsIn(folder).filter((path) => lstatSync(path).uid !== SERVER);
		expect([program, code, ofOthers]).toEqual([program, 0, []]);
	}
	const made = pathsIn(folder).map((path) => path.slice(folder.length + 1));
	expect(made).toEqual(
		expect.arrayContaining([
			expect.stringMatching(/^backups\/.+Z\/relevo\.sqlite$/),
			`backups/images/${PHOTO}`,
			expect.stringMatching(/^backups\/deleted/),
			expect.stringMatching(/^outbox\/.+\.eml$/),
			expect.stringMatching(/^uploads\/leftovers\/.+\.webp$/),
			expect.stringMatching(/^relevo\.sqlite\.replaced-/),
		]),
	);
	const mounted = join(temporaryFolder(), "copies");
	expect(await runCommand("backup", ["--to", mounted], settings)).toMatchObject({ code: 0 });
});

test("commands see the folder that only root could write", async () => {
	const { settings } = site();
	mkdirSync(settings.BACKUPS_DIR, { mode: 0o500 });
	chownSync(settings.BACKUPS_DIR, SERVER, SERVER);
	const { stdout } = await runCommand("data", ["check"], settings);
	expect(stdout.includes(`: chown -R ${SERVER} ${settings.BACKUPS_DIR}\n`)).toBe(isBound);
});

test("commands see the image that only root could read, without which a backup is made", async () => {
	const { settings } = site();
	chmodSync(join(settings.UPLOADS_DIR, PHOTO), 0);
	const { stdout } = await runCommand("data", ["check"], settings);
	expect(stdout.includes(`: chown -R ${SERVER} ${settings.UPLOADS_DIR}\n`)).toBe(isBound);
	const backup = await runCommand("backup", [], settings);
	expect(backup.stdout).toMatch(isBound ? /: base de datos de \S+ MB, 1 imagen\n$/ : /, 2 imágenes\n$/);
	expect(backup.stderr.includes(` ${PHOTO}. `)).toBe(isBound);
});

/** A site of the server's user, with a document, its photo and an image that no row names. */
function site() {
	const folder = temporaryFolder();
	const settings = {
		NODE_ENV: "production",
		DATABASE_PATH: join(folder, "relevo.sqlite"),
		UPLOADS_DIR: join(folder, "uploads"),
		BACKUPS_DIR: join(folder, "backups"),
		OUTBOX_DIR: join(folder, "outbox"),
		SMTP_URL: "",
	};
	cpSync(process.env.BASE_DATABASE ?? "", settings.DATABASE_PATH);
	const { id, email } = seedUser(settings.DATABASE_PATH);
	seedDocument(settings.DATABASE_PATH, id);
	seedImage({ databasePath: settings.DATABASE_PATH, uploads: settings.UPLOADS_DIR }, id);
	const leftover = join(settings.UPLOADS_DIR, "99999999-9999-4999-8999-999999999999-320.webp");
	writeFileSync(leftover, "");
	utimesSync(leftover, 1, 1);
	for (const path of [folder, ...pathsIn(folder)]) chownSync(path, SERVER, SERVER);
	return { folder, email, settings };
}

function pathsIn(folder: string): string[] {
	return readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name));
}

/** Whether root runs the tests, in a folder where another user can read the built commands. */
function canBecomeNobody(): boolean {
	if (process.getuid?.() !== 0) return false;
	try {
		execFileSync(process.execPath, ["--eval", "fs.readdirSync('build/scripts')"], {
			uid: NOBODY,
			stdio: "ignore",
		});
		return true;
	} catch {
		return false;
	}
}
