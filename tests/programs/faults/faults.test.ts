import { expect, test } from "vitest";
import { measureAborts } from "../../laboratory/faults/aborts";
import { killRepeatedly } from "../../laboratory/faults/kills";
import { isWithin } from "../../laboratory/figures/table";
import { patchedBuild } from "../../support/server/patched-build";

/** A little of `npm run faults`. */
const whole = { lost: [], problems: [], damage: [], dangling: [], wrong: [] };

test("kill -9 loses nothing that was confirmed, and leaves no row without its files and, swept, no file without its row", async () => {
	const result = await killRepeatedly(3, 57);
	expect(result).toMatchObject({ ...whole, orphansAfter: [], danglingAfter: [] });
	expect(result.acknowledged).toBeGreaterThan(10);
});

test("a server that confirms what it has not done, and names files that it has not written, is found out", async () => {
	const build = patchedBuild(
		["await saveUploads(files);", ""],
		[
			/return requireRoomForMore\(\), writeForm\([\w.]+, now, \(write\) => create\(/,
			'return Promise.resolve({ status: "saved" });$&',
		],
	);
	const { lost, dangling, damage } = await killRepeatedly(2, 58, build);
	expect(lost).not.toEqual([]);
	expect(dangling).not.toEqual([]);
	expect(damage).toEqual([]);
});

test("uploads that are cut off leave no file and no row", async () => {
	const { rows, problems } = await measureAborts(10, 48);
	expect(rows.map((row) => isWithin(row))).toEqual([true, true, true]);
	expect(problems).toEqual([]);
});
