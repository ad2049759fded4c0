import { expect, test } from "vitest";
import { type Extra, isSame } from "~/features/extras/rows/extras.server";
import { plainExtra } from "../../support/extras";

const typed = { ...plainExtra, premiums: { 50: 480 }, startMinute: 1320 };

test.each<[string, Partial<Extra>, Partial<Extra>, boolean]>([
	["with another start", {}, { startMinute: 1380 }, false],
	[
		"of which the diagram has proposed another start since",
		{ isStartProposed: true },
		{ startMinute: 1380 },
		true,
	],
	["paid otherwise since", {}, { premiums: { 100: 480 } }, true],
	["with another split of the worker's own", { hasOwnSplit: true }, { premiums: { 100: 480 } }, false],
])("an extra %s", (_, both, now, isTheSame) => {
	const stored = { ...typed, ...both };
	expect(isSame(stored, { ...stored, ...now })).toBe(isTheSame);
});
