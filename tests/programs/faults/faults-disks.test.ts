import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { measureDisk } from "../../laboratory/faults/disks/disk";
import { failRepeatedly, possibleStatuses, scenarios } from "../../laboratory/faults/disks/io";
import { ResponseLog } from "../../laboratory/faults/disks/response-log";
import { isWithin } from "../../laboratory/figures/table";
import { temporaryFolder } from "../../support/temporary-folder";

/**
 * A little of `npm run faults`: disks that are full or broken. Where a machine does not allow it, the part must say so;
 * what every machine allows is in tests/security/disk-full and io-errors.
 */
if (mayMount()) {
	test("a disk that fills up refuses photos, then texts; all the rest goes on and nothing is lost", async () => {
		const { rows, problems } = await measureDisk();
		expect(problems).toEqual([]);
		expect(rows.map((row) => isWithin(row))).toEqual(rows.map(() => true));
	});
} else {
	test("no disk can be made here to be filled, and the part says so", async () => {
		await expect(measureDisk()).rejects.toThrow("no se puede montar un disco chico");
	});
}

if (mayTrace()) describe("writes that fail", failingWrites);
else {
	test("no write can be made to fail here, and the part says so", async () => {
		const [scenario] = scenarios;
		await expect(scenario && failRepeatedly(scenario, 1, 62)).rejects.toThrow("falta strace");
	});
}

function failingWrites(): void {
	test.each(
		// Writes that fail in part, and a commit whose sync fails: the other two go the same ways.
		scenarios
			.filter(({ what }) => /ENOSPC|fsync de la base/.test(what))
			.map((scenario) => [scenario.what, scenario] as const),
	)("%s: what is there is what was confirmed", async (_what, scenario) => {
		const { log, ended, ...result } = await failRepeatedly(scenario, 15, 62);
		expect(result).toMatchObject({ lost: [], unexpected: [], damage: [], dangling: [], keptRunning: 0 });
		expect(log.countUnexpected(possibleStatuses(scenario))).toBe(0);
		expect(log.statuses.get(303)).toBeGreaterThan(5);
		expect(log.statuses.get(scenario.status)).toBeGreaterThan(0);
		expect(ended > 0).toBe(scenario.mustExit);
	});
}

test("a document that was confirmed and is not there whole, and one that was refused and is there, are found out", () => {
	const log = new ResponseLog();
	log.confirmed.set("whole", 1).set("cut", 2).set("gone", 0);
	log.refused.add("ghost");
	const documents = ["whole", "cut", "ghost"].map((idFile) => {
		const state = {
			texts: { title: "", description: "" },
			published: new Set(["photo"]),
			pending: new Set<string>(),
		};
		return { userId: "", idFile, state, photoIds: new Map<string, string>() };
	});
	expect(log.compare({ documents, images: [], damage: [] })).toEqual({
		lost: ["confirmado y falta: cut", "confirmado y falta: gone"],
		unexpected: ["rechazado y está: ghost"],
	});
});

function mayMount(): boolean {
	const folder = temporaryFolder();
	const isMounted = spawnSync("mount", ["-t", "tmpfs", "tmpfs", folder]).status === 0;
	if (isMounted) spawnSync("umount", [folder]);
	rmSync(folder, { recursive: true });
	return isMounted;
}

function mayTrace(): boolean {
	const child = spawnSync("strace", ["-f", "-o", "/dev/null", process.execPath, "--version"]);
	return child.status === 0;
}
