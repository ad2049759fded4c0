import { expect, test } from "vitest";
import { killRepeatedly } from "../../laboratory/faults/kills";
import { measureAborts } from "../../laboratory/faults/uploads/aborts";
import { isWithin } from "../../laboratory/figures/table";
import { patchedBuild } from "../../support/server/patched-build";

/** Result that a correct server gives: nothing is lost or damaged. */
const whole = { lost: [], problems: [], damage: [], dangling: [], wrong: [] };

test("kill -9 loses no confirmed write and leaves no row without files; after a sweep, no file without a row", async () => {
	const result = await killRepeatedly(3, 57);
	expect(result).toMatchObject({ ...whole, orphansAfter: [], danglingAfter: [] });
	expect(result.acknowledged).toBeGreaterThan(10);
});

test("the check detects a server that confirms unsaved documents and names unwritten files", async () => {
	const build = patchedBuild(
		["await saveUploads(files);", ""],
		[/async function saveDocument\([^)]*\) \{/, '$& return { status: "saved" };'],
	);
	const { lost, dangling, damage } = await killRepeatedly(2, 58, build);
	expect(lost).not.toEqual([]);
	expect(dangling).not.toEqual([]);
	expect(damage).toEqual([]);
});

test("interrupted uploads leave no file and no row", async () => {
	const { rows, problems } = await measureAborts(10, 48);
	expect(rows.map((row) => isWithin(row))).toEqual([true, true, true]);
	expect(problems).toEqual([]);
});
