import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { takeServerLock } from "~/lib/database/server-lock.server";
import { checkBackups } from "../../../scripts/operator/checking/check-backups";
import { explain } from "../../../scripts/operator/errors";
import { temporaryFolder } from "../../support/temporary-folder";

const FOREIGN = vi.hoisted(() => "2026-11-21T06-00-00Z");

vi.mock("node:fs", async (original) => {
	const real = await original<typeof import("node:fs")>();
	const accessSync: typeof real.accessSync = (path, mode) => {
		if (String(path).endsWith(".lock")) throw Object.assign(new Error(), { code: "EACCES", path });
		real.accessSync(path, mode);
	};
	const readFileSync = (path: string, ...more: []) => {
		if (path.includes(FOREIGN)) throw Object.assign(new Error(), { code: "EACCES", path });
		return real.readFileSync(path, ...more);
	};
	return { ...real, accessSync, readFileSync };
});

test("a lock that another user has made is named, and not the database", () => {
	const folder = temporaryFolder();
	writeFileSync(join(folder, "backup.lock"), "");
	let message: string | undefined;
	try {
		takeServerLock(join(folder, "backup"), 0)();
	} catch (error) {
		message = explain(error);
	}
	expect(message).toContain(`No hay permiso para usar ${join(folder, "backup.lock")} (EACCES): `);
});

test("a backup of another user's does not hide that another one is damaged", () => {
	const folder = temporaryFolder();
	for (const name of [FOREIGN, "2026-11-22T06-00-00Z"]) {
		mkdirSync(join(folder, name));
		writeFileSync(join(folder, name, "images.json"), "{");
	}
	expect(checkBackups(folder)).toEqual([
		expect.stringMatching(
			`^La copia ${FOREIGN} no se puede leer \\(EACCES\\): pasala, .+ al usuario del servidor`,
		),
		expect.stringMatching("^La copia 2026-11-22T06-00-00Z está dañada"),
	]);
});
