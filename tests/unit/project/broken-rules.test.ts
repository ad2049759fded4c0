import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { brokenRules } from "../../laboratory/soak/rules/all-rules";

/** `npm run soak -- --rules` breaks each rule of the phone; here, that it still could. */

test("each of the twenty rules is broken", () => {
	const rules = new Set(brokenRules.map(({ rule }) => rule));
	expect([...rules]).toEqual(Array.from({ length: 20 }, (_, index) => index + 1));
});

test.each(brokenRules)("$rule, $promise: its text is in the source", ({ file, text, caughtBy: [test] }) => {
	expect(readFileSync(file, "utf8").split(text)).toHaveLength(2);
	expect(existsSync(test)).toBe(true);
});
