import { execFileSync } from "node:child_process";
import { chownSync, cpSync, lstatSync, readdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { IMAGE, seedDocument, seedImage, seedUser } from "../../support/accounts-on-disk";
import { runCommand } from "../../support/server/operator";
import { temporaryFolder } from "../../support/temporary-folder";

/** The user "nobody", whose server root helps. */
const SERVER = 65_534;
/** A photo that no row names. */
const LEFTOVER = "99999999-9999-4999-8999-999999999999-320.webp";

test.skipIf(!canBecomeNobody())(
	"what root's commands make beside another user's data is that user's",
	async () => {
		const folder = temporaryFolder();
		const [databasePath, uploads] = [join(folder, "relevo.sqlite"), join(folder, "uploads")];
		const settings = {
			NODE_ENV: "production",
			DATABASE_PATH: databasePath,
			UPLOADS_DIR: uploads,
			BACKUPS_DIR: join(folder, "backups"),
			OUTBOX_DIR: join(folder, "outbox"),
			SMTP_URL: "",
		};
		cpSync(process.env.BASE_DATABASE ?? "", databasePath);
		const { id, email } = seedUser(databasePath);
		seedDocument(databasePath, id);
		seedImage({ databasePath, uploads }, id);
		writeFileSync(join(uploads, LEFTOVER), "");
		utimesSync(join(uploads, LEFTOVER), 1, 1);
		for (const path of [folder, ...pathsIn(folder)]) chownSync(path, SERVER, SERVER);

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
			expect([program, code, pathsIn(folder).filter((path) => lstatSync(path).uid !== SERVER)]).toEqual([
				program,
				0,
				[],
			]);
		}
		const made = pathsIn(folder).map((path) => path.slice(folder.length + 1));
		expect(made).toEqual(
			expect.arrayContaining([
				expect.stringMatching(/^backups\/.+Z\/relevo\.sqlite$/),
				`backups/images/${IMAGE}-1600.webp`,
				expect.stringMatching(/^backups\/deleted/),
				expect.stringMatching(/^outbox\/.+\.eml$/),
				expect.stringMatching(/^uploads\/leftovers\/.+\.webp$/),
				expect.stringMatching(/^relevo\.sqlite\.replaced-/),
			]),
		);
		// Only root may write on the disk that is mounted for this.
		const mounted = join(temporaryFolder(), "copies");
		expect(await runCommand("backup", ["--to", mounted], settings)).toMatchObject({ code: 0 });
		// What only root could write, the server could not.
		chownSync(settings.BACKUPS_DIR, 0, 0);
		const checked = await runCommand("data", ["check"], settings);
		expect(checked.stderr).toContain(`: chown -R ${SERVER} ${settings.BACKUPS_DIR}\n`);
	},
);

function pathsIn(folder: string): string[] {
	return readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => join(folder, name));
}

/** Whether root runs the tests, in a folder where another user can read the built commands. */
function canBecomeNobody(): boolean {
	if (process.getuid?.() !== 0) return false;
	try {
		execFileSync(process.execPath, ["--eval", "fs.readdirSync('build/scripts')"], {
			uid: SERVER,
			stdio: "ignore",
		});
		return true;
	} catch {
		return false;
	}
}
