import { expect, test } from "vitest";
import { premiumName, premiumTexts } from "~/features/law/premiums";
import { amountText } from "~/features/pay/balances/balances";
import { durationText } from "~/features/shift/now-text";
import { formatPercent } from "~/lib/no-break";
import { formatHours, hoursText, inHours, totalHoursToMinutes } from "~/lib/time/minutes";

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

test("hours in a form's field are the minutes that were stored, whatever they are", () => {
	expect([480, 450, 320, 1].map(hoursText)).toEqual(["8", "7,5", "5,33", "0,02"]);
	const minutes = Array.from({ length: 3000 }, (_, at) => at);
	expect(minutes.map((each) => totalHoursToMinutes(hoursText(each)))).toEqual(minutes);
	// A slip's hours may be typed as the page shows those that it compares them with: "5:20".
	expect(minutes.map((each) => totalHoursToMinutes(formatHours(each)))).toEqual(minutes);
});
