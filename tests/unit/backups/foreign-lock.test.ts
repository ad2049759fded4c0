import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { takeServerLock } from "~/lib/database/server-lock.server";
import { explain } from "../../../scripts/operator/errors";
import { temporaryFolder } from "../../support/temporary-folder";

vi.mock("node:fs", async (original) => {
	const real = await original<typeof import("node:fs")>();
	const accessSync: typeof real.accessSync = (path, mode) => {
		if (String(path).endsWith(".lock")) throw Object.assign(new Error(), { code: "EACCES", path });
		real.accessSync(path, mode);
	};
	return { ...real, accessSync };
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
