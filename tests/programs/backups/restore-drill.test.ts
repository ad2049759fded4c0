import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import SQLite from "better-sqlite3";
import { expect, test } from "vitest";
import { hashPassword } from "~/features/auth/passwords/password-hash.server";
import { ADD_ADDRESS, Browser } from "../../laboratory/visitors/document-requests";
import { seedExtra, seedUser } from "../../support/accounts-on-disk";
import { photo } from "../../support/document-forms";
import { post, send } from "../../support/server/http-client";
import { runCommand } from "../../support/server/operator";
import { startServer } from "../../support/server/server";
import { temporaryFolder } from "../../support/temporary-folder";

const PASSWORD = "acero frío 1900";
const STAYS = "MARCAQUEQUEDA";
const GOES = "MARCAQUESEVA";

test("a backup is made beside the running server, an account is deleted, the backups are copied, the machine is lost, and the server runs with the restored copy", async () => {
	const [folder, elsewhere] = [temporaryFolder(), join(temporaryFolder(), "relevo")];
	const settings = {
		DATABASE_PATH: join(folder, "relevo.sqlite"),
		UPLOADS_DIR: join(folder, "uploads"),
		BACKUPS_DIR: join(folder, "backups"),
		OUTBOX_DIR: join(folder, "outbox"),
	};
	await migrated(settings);
	const before = await startServer(settings);
	const password_hash = await hashPassword(PASSWORD);
	const stays = seedUser(settings.DATABASE_PATH, { username: STAYS, password_hash });
	const goes = seedUser(settings.DATABASE_PATH, { username: GOES, password_hash });
	for (const [{ cookie }, title] of [[stays, STAYS] as const, [goes, GOES] as const]) {
		const browser = new Browser({ id: "", cookie }, Number(new URL(before.origin).port));
		const saved = await browser.post(ADD_ADDRESS, [
			["idFile", "11111111-1111-4111-8111-111111111111"],
			["title", title],
			["description", `${title} en la descripción`],
			["images", await photo()],
		]);
		expect(saved).toMatchObject({ status: 303 });
		browser.close();
	}
	seedExtra(settings.DATABASE_PATH, stays.id, { comment: STAYS });
	seedExtra(settings.DATABASE_PATH, goes.id, { comment: GOES });
	const image = imageOf(settings.DATABASE_PATH, stays.id);
	const seen = await send(before.origin, image, { headers: { cookie: stays.cookie } });
	expect(seen.status).toBe(200);

	expect(await runCommand("backup", [], settings)).toMatchObject({ code: 0, stderr: "" });
	const deletion = { intent: "delete", currentPassword: PASSWORD, confirmation: "ELIMINAR" };
	const farewell = await post(
		before.origin,
		"/auth/delete-account",
		new URLSearchParams(deletion).toString(),
		{ cookie: goes.cookie },
	);
	expect(farewell.status).toBeLessThan(400);
	copyElsewhere(settings.BACKUPS_DIR, elsewhere);
	await before.stop();
	for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });

	const copied = filesIn(elsewhere);
	const restored = await runCommand("restore", ["--from", elsewhere], settings);
	expect(restored).toMatchObject({ code: 0, stderr: "" });
	// The restore leaves the copy unchanged, because the copy may be on a read-only medium.
	expect(filesIn(elsewhere)).toEqual(copied);
	expect(restored.stdout).toContain("1 cuenta, 1 documento, 1 extra, 2 imágenes");
	expect(restored.stdout).toContain("borradas otra vez: 1 cuenta.");
	expect(restored.stdout).not.toContain("Lo que había");
	expect(countOf(folder, GOES)).toBe(0);
	expect(countOf(folder, STAYS)).toBeGreaterThan(0);

	const after = await startServer(settings);
	// Users must sign in again: the backup may contain sessions that were ended later.
	const old = await send(after.origin, "/auth/my-documents", { headers: { cookie: stays.cookie } });
	expect(old.headers.location).toMatch(/^\/auth\/login/);
	const login = new URLSearchParams({ email: stays.email, password: PASSWORD }).toString();
	const signedIn = await post(after.origin, "/auth/login", login);
	const cookie = (signedIn.headers["set-cookie"] ?? []).map((line) => line.split(";")[0]).join("; ");
	const documents = await send(after.origin, "/auth/my-documents", { headers: { cookie } });
	expect(documents.text).toContain(STAYS);
	const extras = await send(after.origin, "/auth/work-overtime?start=2026-11-01&end=2026-11-30", {
		headers: { cookie },
	});
	expect(extras.text).toContain(STAYS);
	expect((await send(after.origin, image, { headers: { cookie } })).body).toEqual(seen.body);
	const gone = new URLSearchParams({ email: goes.email, password: PASSWORD }).toString();
	expect((await post(after.origin, "/auth/login", gone)).status).toBe(400);
	expect(await after.stop()).toBe(0);
});

/**
 * Copies the migrated base database to the DATABASE_PATH of `settings`, because `startServer` copies it only if its
 * settings contain no DATABASE_PATH.
 */
async function migrated(settings: Record<string, string>): Promise<void> {
	const base = new SQLite(process.env.BASE_DATABASE ?? "", { readonly: true });
	await base.backup(settings.DATABASE_PATH ?? "");
	base.close();
}

function imageOf(databasePath: string, userId: string): string {
	const file = new SQLite(databasePath, { readonly: true });
	const id = file.prepare("SELECT id FROM document_images WHERE user_id = ?").pluck().get(userId);
	file.close();
	return `/images/${id}-1600.webp`;
}

/** Copies the backups to another folder, except the files that deploy/copy.sh excludes. */
function copyElsewhere(backups: string, elsewhere: string): void {
	mkdirSync(join(backups, "2026-11-21T06-00-03Z.new"));
	cpSync(backups, elsewhere, {
		recursive: true,
		preserveTimestamps: true,
		filter: (path) => !/\.new$|\/copied$/.test(path),
	});
}

function filesIn(folder: string): [name: string, bytes: number, changedAt: number][] {
	return readdirSync(folder, { recursive: true, encoding: "utf8" })
		.sort()
		.map((name) => {
			const { size, mtimeMs } = statSync(join(folder, name));
			return [name, size, mtimeMs];
		});
}

/** Number of files that contain the bytes of `marker`. */
function countOf(folder: string, marker: string): number {
	return readdirSync(folder, { recursive: true, encoding: "utf8" })
		.map((name) => join(folder, name))
		.filter((path) => statSync(path).isFile() && readFileSync(path).includes(marker)).length;
}
