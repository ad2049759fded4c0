import { hash, randomUUID } from "node:crypto";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
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

test.each([1, 3])(
	"a backup that the server removes meanwhile, before or after it was read, is not damaged",
	(step) => {
		const folder = temporaryFolder();
		const image = { name: `${randomUUID()}-320.webp`, size: 1 };
		const [removed, kept] = ["2026-11-21T07-00-00Z", "2026-11-22T06-00-00Z"];
		mkdirSync(join(folder, "images"));
		writeFileSync(join(folder, "images", image.name), "x");
		for (const name of [removed, kept]) {
			mkdirSync(join(folder, name));
			writeFileSync(join(folder, name, "relevo.sqlite"), name);
			const images = name === removed ? [image] : [];
			const list = { database: hash("sha256", name), images, missing: [] };
			writeFileSync(join(folder, name, "images.json"), JSON.stringify(list));
		}
		let steps = 0;
		const found = checkBackups(folder, () => {
			steps += 1;
			if (steps < step) return;
			for (const path of [removed, join("images", image.name)])
				rmSync(join(folder, path), { recursive: true, force: true });
		});
		expect([found, steps >= step]).toEqual([[], true]);
	},
);
