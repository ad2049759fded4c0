import { expect, test } from "vitest";
import { limitChecks, runParallel } from "../../laboratory/faults/parallel";
import { writeTogether } from "../../laboratory/faults/writers";
import { patchedBuild } from "../../support/server/patched-build";

/** Result that a correct server gives: no errors. */
const orderly = { wrongPhotos: [], brokenLimits: [], duplicates: [], leftovers: [], problems: [] };

test("twenty forms at once exceed no limit, and one form sent fifty times makes one document", async () => {
	const result = await runParallel(1);
	expect(result).toMatchObject(orderly);
	expect(result.maxPhotos).toBe(10);
});

test("the check detects a server without limits", async () => {
	const build = patchedBuild(
		["staying.length > MAX_IMAGES", "false"],
		["MAX_IMAGES - staying.length", "Infinity"],
		["< most", "< Infinity"],
	);
	const result = await runParallel(1, build, limitChecks);
	expect(result.maxPhotos).toBeGreaterThan(10);
	expect(result.brokenLimits).toEqual(["documentos: 20 confirmados, 20 quedaron"]);
});

test("fifty people write while operator commands run; no write is slow or refused", async () => {
	const { log, times, commands, ...result } = await writeTogether(1);
	expect(result).toEqual({ lost: [], problems: [], leftovers: [] });
	expect(Array.from(log.statuses.keys())).toEqual([303]);
	expect(times.length).toBeGreaterThan(50);
	expect(commands).toBeGreaterThan(0);
});
