import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { brokenRules, unbroken } from "../../laboratory/soak/rules/all-rules";

/** `npm run soak -- --rules` breaks each rule of the phone; here, that it still could. */

test("each of the twenty rules is broken or says why not", () => {
	const rules = new Set([...brokenRules.map(({ rule }) => rule), ...Object.keys(unbroken).map(Number)]);
	expect([...rules].sort((one, other) => one - other)).toEqual(
		Array.from({ length: 20 }, (_, index) => index + 1),
	);
});

test.each(brokenRules)("$rule, $promise: its text is in the source", ({ file, text, caughtBy: [test] }) => {
	expect(readFileSync(file, "utf8").split(text)).toHaveLength(2);
	expect(existsSync(test)).toBe(true);
});
