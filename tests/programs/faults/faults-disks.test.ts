import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { measureDisk } from "../../laboratory/faults/disks/disk";
import { failRepeatedly, possibleStatuses, scenarios } from "../../laboratory/faults/disks/io";
import { ResponseLog } from "../../laboratory/faults/disks/response-log";
import { mayMount } from "../../laboratory/faults/disks/small-disk";
import { isWithin } from "../../laboratory/figures/table";

/**
 * Runs a short version of `npm run faults` with full and failing disks. Where mounts or strace are not available, tests
 * the error message instead. The tests in tests/security (disk-full, io-errors) run on every machine.
 */
if (mayMount()) {
	test("on a disk that fills up, photos are refused, then texts; everything else works and nothing is lost", async () => {
		const { rows, problems } = await measureDisk(2, 600);
		expect(problems).toEqual([]);
		expect(rows.filter((row) => !isWithin(row))).toEqual([]);
	});
} else {
	test("reports that this machine cannot mount a small disk", async () => {
		await expect(measureDisk(2, 600)).rejects.toThrow("no se puede montar un disco chico");
	});
}

if (mayTrace()) describe("writes that fail", failingWrites);
else {
	test("reports that this machine cannot make writes fail", async () => {
		const [scenario] = scenarios;
		await expect(scenario && failRepeatedly(scenario, 1, 62)).rejects.toThrow("falta strace");
	});
}

function failingWrites(): void {
	test.each(
		// Runs two of the four scenarios: a full disk (ENOSPC), with which the server must go on, and a failed fsync of the
		// database, after which the server must exit.
		scenarios
			.filter(({ what }) => /ENOSPC|fsync de la base/.test(what))
			.map((scenario) => [scenario.what, scenario] as const),
	)("%s: stored data are exactly the confirmed ones", async (_what, scenario) => {
		const { log, ended, ...result } = await failRepeatedly(scenario, 15, 62);
		expect(result).toMatchObject({ lost: [], unexpected: [], damage: [], dangling: [], keptRunning: 0 });
		expect(log.countUnexpected(possibleStatuses(scenario))).toBe(0);
		expect(log.statuses.get(303)).toBeGreaterThan(5);
		expect(log.statuses.get(scenario.status)).toBeGreaterThan(0);
		expect(ended > 0).toBe(scenario.mustExit);
	});
}

test("the check detects a confirmed document that is incomplete, and a refused one that is stored", () => {
	const log = new ResponseLog();
	log.confirmed.set("whole", 1).set("cut", 2).set("gone", 0);
	log.refused.add("ghost");
	const documents = ["whole", "cut", "ghost"].map((idFile) => {
		const state = {
			texts: { title: "", description: "" },
			published: new Set(["photo"]),
			pending: new Set<string>(),
		};
		return { userId: "", idFile, state, photoIds: new Map<string, string[]>() };
	});
	expect(log.compare({ documents, images: [], deleted: 0, damage: [] })).toEqual({
		lost: ["confirmado y falta: cut", "confirmado y falta: gone"],
		unexpected: ["rechazado y está: ghost"],
	});
});

function mayTrace(): boolean {
	const child = spawnSync("strace", ["-f", "-o", "/dev/null", process.execPath, "--version"]);
	return child.status === 0;
}
