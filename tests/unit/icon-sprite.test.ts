import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { iconSprite } from "../../scripts/build/icon-sprite.mjs";

test("app/ui/icons.svg is what the packages give for icons.json (else: npm run icons)", () => {
	expect(readFileSync("app/ui/icons.svg", "utf8")).toBe(iconSprite());
});
