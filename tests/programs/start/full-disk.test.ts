import { execFileSync } from "node:child_process";
import { cpSync, existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { mayMount, mountSmallDisk } from "../../laboratory/faults/disks/small-disk";
import { runCommand } from "../../support/server/operator";

test.runIf(mayMount())(
	"on a disk without a free byte a start and a command take the reserve, and without one say what is missing",
	async () => {
		const disk = mountSmallDisk(20);
		onTestFinished(disk.remove);
		const settings = { DATABASE_PATH: join(disk.folder, "relevo.sqlite") };
		const reserve = `${settings.DATABASE_PATH}.reserve`;
		cpSync(process.env.BASE_DATABASE ?? "", settings.DATABASE_PATH);
		const full = {
			code: 1,
			stderr: "No queda lugar en el disco: liberá espacio y probá de nuevo. No se cambió nada.\n",
		};
		for (const [program, words] of [
			["migrate", []],
			["data", ["report"]],
		] as const) {
			writeFileSync(reserve, Buffer.alloc(8 * 1_048_576));
			disk.leaveFree(0);
			expect(await runCommand(program, words, settings)).toMatchObject({ code: 0 });
			expect(existsSync(reserve)).toBe(false);
			disk.leaveFree(0);
			expect(await runCommand(program, words, settings)).toMatchObject(full);
			disk.leaveFree(9 * 1_048_576);
		}
	},
);

test.runIf(mayMount())("npm runs a command for a user whose own folder is on a full disk", () => {
	const disk = mountSmallDisk(20);
	onTestFinished(disk.remove);
	disk.leaveFree(0);
	const env = { ...process.env, HOME: disk.folder };
	expect(execFileSync("npm", ["run", "--silent", "data", "--", "--help"], { env, encoding: "utf8" })).toMatch(
		/^Datos:/,
	);
});
