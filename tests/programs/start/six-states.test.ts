import { createHash, randomUUID } from "node:crypto";
import {
	cpSync,
	existsSync,
	mkdirSync,
	readdirSync,
	renameSync,
	rmSync,
	utimesSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import SQLite from "better-sqlite3";
import { beforeAll, describe, expect, test } from "vitest";
import { DOCUMENT, seedDocument, seedUser } from "../../support/accounts-on-disk";
import { send } from "../../support/server/http-client";
import { callCommand } from "../../support/server/operator";
import { freePort } from "../../support/server/ports.mjs";
import { startProgram } from "../../support/server/program";
import { waitUntil } from "../../support/server/wait-until";
import { temporaryFolder } from "../../support/temporary-folder";

/** Number of photos of the site; each has two files. */
const PHOTOS = 44;
const FILES = 2 * PHOTOS;

/** A whole site with a backup. Each test gets a copy. */
const whole = temporaryFolder();

interface Site {
	folder: string;
	settings: Record<"DATABASE_PATH" | "UPLOADS_DIR" | "BACKUPS_DIR", string>;
}

function siteIn(folder: string): Site {
	return {
		folder,
		settings: {
			DATABASE_PATH: join(folder, "data", "relevo.sqlite"),
			UPLOADS_DIR: join(folder, "uploads"),
			BACKUPS_DIR: join(folder, "backups"),
		},
	};
}

beforeAll(async () => {
	const { settings } = siteIn(whole);
	for (const name of ["data", "uploads"]) mkdirSync(join(whole, name));
	cpSync(process.env.BASE_DATABASE ?? "", settings.DATABASE_PATH);
	const { id } = seedUser(settings.DATABASE_PATH);
	seedDocument(settings.DATABASE_PATH, id);
	addPhotos(settings, 8);
	cpSync(settings.DATABASE_PATH, join(whole, "older.sqlite"));
	addPhotos(settings, PHOTOS - 8);
	expect((await callCommand("backup", [], settings)).code).toBe(0);
});

/** Adds photos that are two hours old. */
function addPhotos({ DATABASE_PATH, UPLOADS_DIR }: Site["settings"], count: number): void {
	const file = new SQLite(DATABASE_PATH);
	const insert = file.prepare(
		`INSERT INTO document_images (id, user_id, id_file, document_id, sha256, width, height, bytes, created_at, position)
		SELECT ?, user_id, id_file, id, ?, 1600, 1200, ?, 1, 0 FROM documents WHERE id_file = ?`,
	);
	const then = new Date(Date.now() - 2 * 3_600_000);
	for (let n = 0; n < count; n++) {
		const id = randomUUID();
		for (const px of [1600, 320]) {
			const path = join(UPLOADS_DIR, `${id}-${px}.webp`);
			writeFileSync(path, id);
			utimesSync(path, then, then);
		}
		insert.run(id, createHash("sha256").update(id).digest("hex"), 2 * id.length, DOCUMENT);
	}
	file.close();
}

/** All photos anywhere below the folder, but for those of the backups. */
function photosIn(folder: string): number {
	const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
	return names.filter((name) => name.endsWith(".webp") && !name.startsWith("backups")).length;
}

/** Starts the server as in production, and stops it after its first sweep. */
async function startAndStop({ settings }: Site): Promise<{ output: string; health?: string }> {
	// The sweep of what restores have put aside comes after that of the photos: once it has removed this, both have run.
	const old = `${settings.DATABASE_PATH}.replaced-2020-01-01T00-00-00Z`;
	writeFileSync(old, "");
	const port = await freePort();
	const program = await startProgram({
		args: ["scripts/serve.mjs"],
		settings: { ...settings, BACKUP_EVERY: "0", PORT: String(port) },
		isReady: (output) => /"event":"listening"|"level":"error"/.test(output),
	});
	if (!program.output().includes('"event":"listening"')) {
		expect(await program.ended).toBe(1);
		return { output: program.output() };
	}
	await waitUntil(() => !existsSync(old), "the first sweep");
	const health = await send(program.origin, "/healthcheck");
	expect(await program.stop()).toBe(0);
	return { output: program.output(), health: `${health.status} ${health.text}` };
}

/** How server, sweep and check answer in each state. */
const states: {
	state: string;
	change: (site: Site) => void;
	refused: boolean;
	health?: RegExp;
	check: RegExp;
}[] = [
	{
		state: "a wrong path to the database",
		change: ({ settings }) => {
			settings.DATABASE_PATH = settings.DATABASE_PATH.replace("relevo.sqlite", "relevoo.sqlite");
		},
		refused: true,
		check: /^No hay una base de datos en /,
	},
	{
		state: "an empty database",
		change: ({ settings }) => cpSync(process.env.BASE_DATABASE ?? "", settings.DATABASE_PATH),
		refused: false,
		health: /^200 ok\nAviso: La base de datos no nombra la mayoría de las fotos/m,
		check: /^De 88 imágenes de .* la base no nombra 88: parece la base de otra instalación/m,
	},
	{
		state: "a renamed database",
		change: ({ settings }) => renameSync(settings.DATABASE_PATH, `${settings.DATABASE_PATH}.old`),
		refused: true,
		check: /^No hay una base de datos en /,
	},
	{
		state: "an older database put in place by hand",
		change: ({ folder, settings }) => cpSync(join(folder, "older.sqlite"), settings.DATABASE_PATH),
		refused: false,
		health: /^200 ok\nAviso: La base de datos no nombra la mayoría de las fotos/m,
		check: /^De 88 imágenes de .* la base no nombra 72: /m,
	},
	{
		state: "a half restore",
		change: ({ settings }) => renameSync(settings.DATABASE_PATH, `${settings.DATABASE_PATH}.restoring`),
		refused: true,
		check: /^No hay una base de datos en .* una restauración sin terminar/,
	},
	{
		state: "an unmounted disk of photos",
		change: ({ settings }) => {
			renameSync(settings.UPLOADS_DIR, `${settings.UPLOADS_DIR}-disk`);
			mkdirSync(settings.UPLOADS_DIR);
		},
		refused: false,
		health: /^503 Faltan todas las fotos: ¿está montado su disco\?/,
		check: /¿está montado su disco\?/,
	},
];

describe("no photo is lost", () => {
	test.each(states)("with $state, by server, sweep and check", async ({ change, refused, health, check }) => {
		const folder = temporaryFolder();
		cpSync(whole, folder, { recursive: true, preserveTimestamps: true });
		const site = siteIn(folder);
		change(site);
		expect(photosIn(folder)).toBe(FILES);

		const started = await startAndStop(site);
		expect(photosIn(folder)).toBe(FILES);
		if (refused) expect(started.output).toMatch(/No hay una base de datos .* npm run restore -- --from /);
		if (health) expect(started.health).toMatch(health);

		const swept = await callCommand("data", ["sweep"], site.settings);
		expect(photosIn(folder)).toBe(FILES);
		const isForeign = health?.source.includes("no nombra") === true;
		expect(swept.code).toBe(refused || isForeign ? 1 : 0);
		if (swept.code === 1) expect(swept.stderr).toMatch(/ npm run restore -- --from \S+/);

		const checked = await callCommand("data", ["check"], site.settings);
		expect(checked.code).toBe(1);
		expect(checked.stdout + checked.stderr).toMatch(check);
		expect(photosIn(folder)).toBe(FILES);
		rmSync(folder, { recursive: true });
	});

	test("with the right database again, what a wrong one had put aside comes back by itself", async () => {
		const folder = temporaryFolder();
		cpSync(whole, folder, { recursive: true, preserveTimestamps: true });
		const { settings } = siteIn(folder);
		const names = readdirSync(settings.UPLOADS_DIR);
		// With few photos, a wrong database is not noticed: up to twenty files count as left by crashes.
		for (const name of names.slice(20)) rmSync(join(settings.UPLOADS_DIR, name));
		const wrong = { ...settings, DATABASE_PATH: join(folder, "data", "other.sqlite") };
		cpSync(process.env.BASE_DATABASE ?? "", wrong.DATABASE_PATH);
		expect((await callCommand("data", ["sweep"], wrong)).stdout).toMatch(/apartados: +20$/m);
		expect(photosIn(folder)).toBe(20);
		expect((await callCommand("data", ["sweep"], settings)).stdout).toMatch(/que volvieron: +20$/m);
		expect(readdirSync(settings.UPLOADS_DIR).filter((name) => name.endsWith(".webp"))).toHaveLength(20);
	});
});
