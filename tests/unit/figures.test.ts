import { expect, test } from "vitest";
import { premiumName, premiumTexts } from "~/features/law/premiums";
import { amountText } from "~/features/pay/balances/balances";
import { durationText } from "~/features/shift/now-text";
import { formatPercent } from "~/lib/no-break";
import { inHours } from "~/lib/time/minutes";

test("a line never ends between a number and its unit", () => {
	expect([480, 270, 320, 0].map(inHours)).toEqual(["8\u00A0h", "4,5\u00A0h", "5:20\u00A0h", "0\u00A0h"]);
	expect([formatPercent(50), formatPercent("7,5")]).toEqual(["50\u00A0%", "7,5\u00A0%"]);
	expect(premiumName("100")).toBe("al 100\u00A0%");
	expect(premiumTexts({ 50: 300, franco: 60 })).toEqual([
		"5\u00A0h al 50\u00A0%",
		"1\u00A0h con franco compensatorio",
	]);
	expect(amountText("banco", -90)).toBe("−1,5\u00A0h");
	expect([45, 180, 200].map(durationText)).toEqual(["45\u00A0min", "3\u00A0h", "3\u00A0h\u00A020"]);
});
