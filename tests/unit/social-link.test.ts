import { describe, expect, test } from "vitest";
import { networks, parseSocialLink, socialLinkOf } from "~/features/profile/social-link";

describe("accepted texts, with the stored text and the link", () => {
	test.each([
		["twitter", "@ramona_f", "ramona_f", "https://x.com/ramona_f", "@ramona_f"],
		["twitter", "Ramona.F", "Ramona.F", "https://x.com/Ramona.F", "@Ramona.F"],
		[
			"twitter",
			"http://twitter.com/ramona#yo",
			"https://twitter.com/ramona",
			undefined,
			"twitter.com/ramona",
		],
		["twitter", "HTTPS://WWW.X.COM/ramona", "https://www.x.com/ramona", undefined, "x.com/ramona"],
		["twitter", "mobile.twitter.com/ramona/", "https://mobile.twitter.com/ramona/", undefined, undefined],
		// A name as a phone copies it, between Unicode direction marks.
		["instagram", " \u2068ramona\u2069\n", "ramona", "https://www.instagram.com/ramona", "@ramona"],
		["instagram", "instagram.com/ramona", "https://instagram.com/ramona", undefined, "instagram.com/ramona"],
		["facebook", "https://es-la.facebook.com/ana", "https://es-la.facebook.com/ana", undefined, undefined],
		[
			"facebook",
			"m.facebook.com/profile.php?id=1",
			"https://m.facebook.com/profile.php?id=1",
			undefined,
			undefined,
		],
		["facebook", "https://fb.com/ramona", "https://fb.com/ramona", undefined, "fb.com/ramona"],
		["web", "www.ejemplo.com.ar", "https://www.ejemplo.com.ar/", undefined, "ejemplo.com.ar"],
		["web", "http://ejemplo.ar/a b", undefined, undefined, undefined],
		["web", "http://ejemplo.ar/%20", "http://ejemplo.ar/%20", undefined, "ejemplo.ar/%20"],
		["web", "https://ñandú.com.ar", "https://xn--and-6ma2c.com.ar/", undefined, undefined],
	] as const)("%s: %s", (network, typed, stored, href, text) => {
		const parsed = parseSocialLink(typed, network);
		if (!stored) return expect(parsed).toEqual({ problem: expect.any(String) });
		expect(parsed).toEqual({ value: stored });
		const link = socialLinkOf(stored, network);
		expect(link?.href).toBe(href ?? stored);
		if (text) expect(link?.text).toBe(text);
		// Parsing the stored text must give the same result, because the form sends the stored text again.
		expect(parseSocialLink(stored, network)).toEqual(parsed);
	});

	test.each(networks)("%s: a blank text is stored as nothing, without a link", (network) => {
		expect(parseSocialLink(" \t\u200b ", network)).toEqual({ value: null });
		expect(socialLinkOf(null, network)).toBeUndefined();
		expect(socialLinkOf("javascript:alert(1)", network)).toBeUndefined();
	});
});

const schemes = [
	"javascript:alert(1)",
	"javascript://x.com/%0aalert(1)",
	"data:text/html,<b>x</b>",
	"vbscript:msgbox(1)",
	"blob:https://x.com/1",
	"file:///etc/passwd",
	"about:blank",
	"view-source:https://x.com/ana",
	"filesystem:https://x.com/temporary/a",
	"ftp://x.com/ana",
	"intent://x.com/ana#Intent;end",
	"mailto:ana@x.com",
];

/** Ways in which attackers disguise a URL from filters. */
const disguises: [string, (address: string) => string][] = [
	["as it is", (address) => address],
	["upper case", (address) => address.toUpperCase()],
	["mixed case", (address) => address.replace(/[aeiou]/g, (letter) => letter.toUpperCase())],
	["a tab inside", (address) => `${address.slice(0, 2)}\t${address.slice(2)}`],
	["a line break inside", (address) => `${address.slice(0, 3)}\r\n${address.slice(3)}`],
	["NUL inside", (address) => `${address.slice(0, 1)}\0${address.slice(1)}`],
	["a control before", (address) => `\u0001 ${address}`],
	["nothing seen inside", (address) => `${address.slice(0, 2)}\u200b${address.slice(2)}`],
	["another colon", (address) => address.replace(":", "&colon;")],
	["a coded colon", (address) => address.replace(":", "%3A")],
	[
		"wide letters",
		(address) => address.replace(/^[a-z]/, (letter) => String.fromCharCode(letter.charCodeAt(0) + 0xfee0)),
	],
	["backslashes", (address) => address.replace(":", ":\\\\")],
];

const elsewhere = [
	"//evil.example",
	"//evil.example/x.com/ana",
	"\\\\evil.example\\ana",
	"/\\evil.example",
	"https:\\\\evil.example",
	"https:/evil.example",
	"https:evil.example",
	"https:///evil.example",
	"https://evil.example\\@x.com/ana",
	"https://ana:clave@evil.example/",
	"https://ana@evil.example/",
	"https://:clave@evil.example/",
	"https://evil.example:8443/",
	"https://",
	"https://.",
	"https://%00",
	"https://a b/",
	"https://evil.example/\u202ecod.exe",
	"<script>alert(1)</script>",
	'"><img src=x onerror=alert(1)>',
	"..",
	"../../auth/logout",
	"?x=1",
	"#x",
];

describe("texts refused in every field", () => {
	const tricks = [
		...schemes.flatMap((address) => disguises.map(([name, disguise]) => [name, disguise(address)] as const)),
		...elsewhere.map((address) => ["elsewhere", address] as const),
	];

	test("more than 120 tricks, none stored in any field", () => {
		expect(tricks.length).toBeGreaterThan(120);
		const stored = networks.flatMap((network) =>
			tricks
				.map(([name, text]) => ({ network, name, text, parsed: parseSocialLink(text, network) }))
				.filter(({ parsed }) => !("problem" in parsed)),
		);
		expect(stored).toEqual([]);
	});

	test.each([
		["twitter", "https://evil.example/ana"],
		["twitter", "https://x.com.evil.example/ana"],
		["twitter", "https://evilx.com/ana"],
		["twitter", "https://х.com/ana"],
		["twitter", "https://x.com"],
		["twitter", "x.com"],
		["twitter", "https://x.com./ana"],
		["twitter", "https://instagram.com/ana"],
		["twitter", "ana maría"],
		["twitter", "@"],
		["instagram", "https://www.instagram.com@evil.example/"],
		["instagram", "https://evil.example#instagram.com/"],
		["facebook", "https://facebook.com:8443/ana"],
		["facebook", "https://evil.example/?facebook.com/ana"],
		["web", "@ana"],
		["web", "ana"],
		["web", "http://localhost/"],
		["web", "http://127.0.0.1/"],
		["web", "http://2130706433/"],
		["web", "http://0x7f.1/"],
		["web", "http://[::1]/"],
		["web", "http://intranet/"],
		["web", "http://impresora.local/"],
	] as const)("%s: %s", (network, typed) => {
		expect(parseSocialLink(typed, network)).toEqual({ problem: expect.stringMatching(/^Escribí /) });
	});

	test("more than 200 characters, also after encoding", () => {
		const path = "a".repeat(200 - "https://ejemplo.ar/".length);
		expect(parseSocialLink(`https://ejemplo.ar/${path}`, "web")).toHaveProperty("value");
		expect(parseSocialLink(`https://ejemplo.ar/${path}a`, "web")).toHaveProperty("problem");
		expect(parseSocialLink(`https://ejemplo.ar/${"ñ".repeat(60)}`, "web")).toHaveProperty("problem");
	});
});
