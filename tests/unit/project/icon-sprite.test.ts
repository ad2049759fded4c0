import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { iconSprite } from "../../../scripts/build/icon-sprite.mjs";

test("app/ui/icons.svg is up to date with icons.json and the packages (else: npm run icons)", () => {
	expect(readFileSync("app/ui/icons.svg", "utf8")).toBe(iconSprite());
});
