import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** The releases of CHANGELOG.md, newest first. */
const releases = readFileSync("CHANGELOG.md", "utf8").split(/^## /m).slice(1).map(readRelease);

test("the newest release is that of the program, and each has the number after the one before it", () => {
	const { release } = JSON.parse(readFileSync("package.json", "utf8"));
	expect(releases.map(({ number }) => number)).toEqual(
		Array.from({ length: release }, (_, i) => release - i),
	);
});

test("each release has its date, and none is older than the one before it", () => {
	const dates = releases.map(({ date }) => date);
	for (const date of dates) expect(date).toMatch(/^20\d\d-\d\d-\d\d$/);
	expect(dates).toEqual(dates.toSorted().reverse());
});

test("the migrations of the releases follow each other, and the newest release has all from its first on", () => {
	const migrations = readdirSync("db/migrations").map((name) => name.slice(0, 4));
	expect(migrations).toContain(releases[0]?.first);
	expect(releases[0]?.last).toBeUndefined();
	for (const [index, { first }] of releases.entries()) {
		expect(Number(first)).toBe(Number(releases[index + 1]?.last ?? 0) + 1);
	}
});

test("each release but the first names the commit of the one before it, to go back to", () => {
	for (const { number, before } of releases) {
		if (number === 1) expect(before).toBeUndefined();
		else expect(before).toMatch(/^[0-9a-f]{8}$/);
	}
});

function readRelease(text: string) {
	const [, number, date] = /^Release (\d+), (\S+)\n/.exec(text) ?? [];
	const [, first, last] = /^Database: migrations (?:from )?(\d{4})(?: to (\d{4}))?\b/m.exec(text) ?? [];
	const [, before] = /The release before: commit (\w+)\.$/m.exec(text) ?? [];
	return { number: Number(number), date, first, last, before };
}
