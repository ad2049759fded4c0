import { expect, test } from "vitest";
import { lacksWebp } from "~/lib/http/phone-kind.server";

const SAFARI = "AppleWebKit/605.1.15 (KHTML, like Gecko)";

test.each([
	[
		"an iPhone with iOS 12",
		`Mozilla/5.0 (iPhone; CPU iPhone OS 12_5_7 like Mac OS X) ${SAFARI} Version/12.1.2 Mobile/15E148 Safari/604.1`,
		true,
	],
	[
		"an iPhone with iOS 13, in Chrome",
		`Mozilla/5.0 (iPhone; CPU iPhone OS 13_7 like Mac OS X) ${SAFARI} CriOS/92.0.4515.90 Mobile/15E148 Safari/604.1`,
		true,
	],
	[
		"an iPad with iOS 12",
		`Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X) ${SAFARI} Version/12.1.2 Mobile/15E148 Safari/604.1`,
		true,
	],
	[
		"an iPad with iPadOS 13, as a Mac",
		`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_6) ${SAFARI} Version/13.1.2 Safari/605.1.15`,
		true,
	],
	[
		"an iPhone with iOS 14",
		`Mozilla/5.0 (iPhone; CPU iPhone OS 14_0 like Mac OS X) ${SAFARI} Version/14.0 Mobile/15E148 Safari/604.1`,
		false,
	],
	[
		"an iPhone with iOS 26",
		`Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) ${SAFARI} Version/26.0 Mobile/15E148 Safari/604.1`,
		false,
	],
	[
		"Safari 17",
		`Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${SAFARI} Version/17.4 Safari/605.1.15`,
		false,
	],
	[
		"Chrome on a Mac",
		"Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36",
		false,
	],
	[
		"Chrome on Android 9",
		"Mozilla/5.0 (Linux; Android 9; SM-J530G) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/87.0.4280.101 Mobile Safari/537.36",
		false,
	],
	["no User-Agent", null, false],
])("%s lacks WebP or not", (_, userAgent, isLacking) => {
	expect(lacksWebp(userAgent)).toBe(isLacking);
});
