import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { seedUser } from "../../support/accounts-on-disk";
import { callCommand } from "../../support/server/operator";
import { temporaryFolder } from "../../support/temporary-folder";

/** A site with images and a backup. */
async function makeSite(folder = temporaryFolder()) {
	const settings = {
		NODE_ENV: "production",
		DATABASE_PATH: join(folder, "relevo.sqlite"),
		UPLOADS_DIR: join(folder, "uploads"),
		BACKUPS_DIR: join(folder, "backups"),
	};
	cpSync(process.env.BASE_DATABASE ?? "", settings.DATABASE_PATH);
	mkdirSync(settings.UPLOADS_DIR);
	for (let n = 0; n < 5; n++) {
		const photo = randomUUID();
		seedUser(settings.DATABASE_PATH, { photo });
		writeFileSync(join(settings.UPLOADS_DIR, `${photo}-320.webp`), "photo");
	}
	expect((await callCommand("backup", [], settings)).code).toBe(0);
	return { folder, settings };
}

type Site = Awaited<ReturnType<typeof makeSite>>;

/** Everything below a folder, by path. */
const filesOf = ({ folder }: Site) => readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();

function removeDatabase({ settings }: Site): void {
	for (const ending of ["", "-wal", "-shm"]) rmSync(settings.DATABASE_PATH + ending, { force: true });
}

describe("a start without the database, beside data of a site, is refused in one line and changes nothing", () => {
	const states: [string, (site: Site) => void, RegExp][] = [
		[
			"the database was removed",
			removeDatabase,
			/: 1 copia de seguridad en \S+, 5 imágenes en \S+\. .* npm run restore -- --from \S+\/backups\n$/,
		],
		[
			"the database was renamed",
			({ settings }) => renameSync(settings.DATABASE_PATH, `${settings.DATABASE_PATH}.old`),
			/: 1 copia de seguridad en /,
		],
		[
			"a wrong path was opened by another program, which left an empty file",
			(site) => {
				removeDatabase(site);
				writeFileSync(site.settings.DATABASE_PATH, "");
				// SQLite would remove the log of an empty file that it opens.
				writeFileSync(`${site.settings.DATABASE_PATH}-wal`, "what was written last");
			},
			/ npm run restore -- --from \S+\/backups --replace\n$/,
		],
		[
			"only images are left",
			(site) => {
				removeDatabase(site);
				rmSync(site.settings.BACKUPS_DIR, { recursive: true });
			},
			/: 5 imágenes en \S+\. .* npm run restore -- --from CARPETA-DE-COPIAS\n$/,
		],
		[
			"only a copy of before an update is left",
			(site) => {
				const { DATABASE_PATH, UPLOADS_DIR, BACKUPS_DIR } = site.settings;
				renameSync(DATABASE_PATH, `${DATABASE_PATH}.before-2026-11-21T06-00-03Z-schema-21`);
				for (const folder of [UPLOADS_DIR, BACKUPS_DIR]) rmSync(folder, { recursive: true });
			},
			/: 1 copia de la base\. .* npm run restore -- --from relevo\.sqlite\.before-\S+-schema-21\n$/,
		],
		[
			"a restore was killed half way",
			(site) => {
				renameSync(site.settings.DATABASE_PATH, `${site.settings.DATABASE_PATH}.restoring`);
				rmSync(site.settings.UPLOADS_DIR, { recursive: true });
			},
			/: 1 copia de seguridad en \S+, una restauración sin terminar\. /,
		],
		[
			"the server had saved a database that vanished, after the last backup",
			(site) =>
				renameSync(
					site.settings.DATABASE_PATH,
					`${site.settings.DATABASE_PATH}.rescued-2099-01-01T00-00-00Z`,
				),
			/ npm run restore -- --from relevo\.sqlite\.rescued-2099-01-01T00-00-00Z\n$/,
		],
	];
	test.each(states)("%s", async (_, loseIt, message) => {
		const site = await makeSite();
		loseIt(site);
		const before = filesOf(site);
		for (const command of [["migrate"], ["data", "sweep"], ["data", "check"], ["backup"]] as const) {
			const [program, ...words] = command;
			const { code, stdout, stderr } = await callCommand(program, words, site.settings);
			expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
			expect(stderr).toMatch(
				/^No hay una base de datos en \S+, y al lado hay datos: [^\n]+ FRESH_SITE=1\. [^\n]+\n$/,
			);
			expect(stderr).toMatch(message);
			expect(filesOf(site)).toEqual(before);
		}
	});

	test("the command that it names, pasted into a shell, brings the site back", async () => {
		const folder = join(temporaryFolder(), "la planta d'été");
		mkdirSync(folder);
		const site = await makeSite(folder);
		removeDatabase(site);
		const { stderr } = await callCommand("migrate", [], site.settings);
		const [, words = ""] = /npm run restore -- (.+)\n$/.exec(stderr) ?? [];
		const pasted = execFileSync("sh", ["-c", `printf '%s\n' ${words}`], { encoding: "utf8" });
		expect(await callCommand("restore", pasted.trimEnd().split("\n"), site.settings)).toMatchObject({
			code: 0,
			stdout: expect.stringContaining("5 cuentas"),
		});
		expect((await callCommand("migrate", [], site.settings)).code).toBe(0);
		expect((await callCommand("data", ["check"], site.settings)).code).toBe(0);
	});
});

describe("an empty site on purpose", () => {
	test("starts with FRESH_SITE=1 beside the data of another, and later starts need it no more", async () => {
		const site = await makeSite();
		removeDatabase(site);
		const fresh = { ...site.settings, FRESH_SITE: "1" };
		expect(await callCommand("migrate", ["--help"], fresh)).toMatchObject({
			code: 1,
			stderr: expect.stringMatching(/^npm run migrate no lleva nada más: .+ No se cambió nada\.\n$/),
		});
		expect(existsSync(site.settings.DATABASE_PATH)).toBe(false);
		expect((await callCommand("migrate", [], fresh)).code).toBe(0);
		expect(existsSync(site.settings.DATABASE_PATH)).toBe(true);
		expect((await callCommand("migrate", [], site.settings)).code).toBe(0);
		expect((await callCommand("migrate", [], fresh)).stdout).toContain("FRESH_SITE=1 ya no hace falta");
		expect(readdirSync(site.settings.UPLOADS_DIR)).toHaveLength(5);
	});

	test("starts by itself where nothing stands beside", async () => {
		const folder = temporaryFolder();
		mkdirSync(join(folder, "uploads"));
		const settings = {
			DATABASE_PATH: join(folder, "relevo.sqlite"),
			UPLOADS_DIR: join(folder, "uploads"),
			BACKUPS_DIR: join(folder, "backups"),
		};
		expect((await callCommand("migrate", [], settings)).code).toBe(0);
	});
});
