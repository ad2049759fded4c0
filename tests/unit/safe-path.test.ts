import { describe, expect, test } from "vitest";
import { publicOrigin } from "~/lib/env.server";
import { requireSearch, safePath } from "~/lib/http/http.server";
import { runInContext } from "~/lib/http/request-context.server";
import { contextFor } from "../support/requests";
import { foreignTargets, twists } from "../support/texts/foreign-targets";

/** Redirect targets that are refused: most of them could lead to another site. */
const hostile = [
	"",
	" ",
	"home",
	"evil.example",
	"@evil.example",
	".evil.example",
	"//evil.example",
	"///evil.example",
	"////evil.example",
	"//evil.example/%2e%2e",
	"// evil.example",
	"/\t/evil.example",
	"/\n/evil.example",
	"/\r\n/evil.example",
	"\t//evil.example",
	"\n//evil.example",
	" //evil.example",
	"\u0000//evil.example",
	"/\u0000/evil.example",
	"/\u0001evil",
	"/\u001fevil",
	"/\u007fevil",
	"/home\r\nSet-Cookie: session=x",
	"/home\nLocation: //evil.example",
	"/\\evil.example",
	"\\evil.example",
	"\\\\evil.example",
	"\\/evil.example",
	"/\\/evil.example",
	"/\\\\evil.example",
	"//\\evil.example",
	"/home\\..\\evil",
	"/./\\evil.example",
	"/.//evil.example",
	"/..//evil.example",
	"/././/evil.example",
	"/x/..//evil.example",
	"/x/../..//evil.example",
	"/%2e//evil.example",
	"/%2e%2e//evil.example",
	"/.%2e//evil.example",
	"//user@evil.example",
	"//localhost@evil.example",
	"//localhost:3000@evil.example",
	"//evil.example#@localhost",
	"//evil.example?localhost",
	"//[::1]",
	"//0x7f.1",
	"//evil%E3%80%82example",
	"http:evil.example",
	"http:/evil.example",
	"http://evil.example",
	"https://evil.example/home",
	"HTTP://EVIL.EXAMPLE",
	"https:\\\\evil.example",
	"http://localhost:3000@evil.example",
	"http://localhost:3000/home",
	"ftp://evil.example",
	"javascript:alert(1)",
	"java\tscript:alert(1)",
	"JavaScript://localhost/%0aalert(1)",
	"data:text/html,x",
	"blob:http://localhost:3000/x",
	"vbscript:x",
	"mailto:x@evil.example",
	"?x=//evil.example",
	"#//evil.example",
	";//evil.example",
	"〱evil.example",
	`/${"a".repeat(2000)}`,
];

test.each(hostile)("%j leads to the fallback", (target) => {
	expect(safePath(target, "/auth/my-account")).toBe("/auth/my-account");
});

test.each([null, undefined])("%j leads to the fallback too", (target) => {
	expect(safePath(target, "/home")).toBe("/home");
});

const odd: [target: string, path: string][] = [
	["/", "/"],
	["/home", "/home"],
	["/home?inicio=1#hoy", "/home?inicio=1#hoy"],
	["/%2f%2fevil.example", "/%2f%2fevil.example"],
	["/%5cevil.example", "/%5cevil.example"],
	["/%09/evil.example", "/%09/evil.example"],
	["/@evil.example", "/@evil.example"],
	["/user:pass@evil.example", "/user:pass@evil.example"],
	["/http://evil.example", "/http://evil.example"],
	["/x//evil.example", "/x//evil.example"],
	["/home?next=//evil.example", "/home?next=//evil.example"],
	["/home/../security", "/security"],
	["/../../security", "/security"],
	["/／evil.example", "/%EF%BC%8Fevil.example"],
	["/feriados/año?q=á", "/feriados/a%C3%B1o?q=%C3%A1"],
	["/<script>", "/%3Cscript%3E"],
	['/"onload=x', "/%22onload=x"],
	["/\u0085evil", "/%C2%85evil"],
	["/\u2028evil", "/%E2%80%A8evil"],
	["/\ud800", "/%EF%BF%BD"],
	["/a b", "/a%20b"],
	[`/${"a".repeat(1999)}`, `/${"a".repeat(1999)}`],
];

test.each(odd)("%j stays on this site", (target, path) => {
	expect(safePath(target, "/fallback")).toBe(path);
	const headers = new Headers({ Location: path });
	expect(new URL(headers.get("Location") ?? "", publicOrigin).origin).toBe(publicOrigin);
});

test("240 twisted targets stay on this site", () => {
	const targets = foreignTargets.flatMap((target) => twists.map((twist) => twist(target)));
	expect(targets.length).toBe(240);
	const away = targets.filter((target) => {
		const path = safePath(target, "/fallback");
		const { origin, pathname } = new URL(path, publicOrigin);
		return origin !== publicOrigin || pathname.startsWith("//") || /[\r\n]/.test(path);
	});
	expect(away).toEqual([]);
});

describe("a filter form without script", () => {
	const redirectOf = (address: string): Response | undefined => {
		try {
			runInContext(contextFor(address), requireSearch);
		} catch (thrown) {
			if (thrown instanceof Response) return thrown;
			throw thrown;
		}
		return undefined;
	};

	test.each([
		["/x?start=&end=&shift=", "/x"],
		["/x?start=2026-01-01&end=&shift=N", "/x?start=2026-01-01&shift=N"],
		["/x?start=%20%09&a=b", "/x?a=b"],
		["/x?a=&a=1", "/x?a=1"],
		["/x?a", "/x"],
		["/x?a=%0d%0aSet-Cookie:x&b=", "/x?a=%0D%0ASet-Cookie%3Ax"],
		["/%0d%0aX?b=", "/%0d%0aX"],
		["/.//evil.example?a=", "/"],
		["http://localhost:3000//evil.example?a=", "/"],
		["http://localhost:3000//evil.example/x?a=&b=1", "/"],
	])("%s redirects to %s", (address, path) => {
		const answer = redirectOf(address);
		expect(answer?.status).toBe(302);
		expect(answer).toRedirectTo(path);
		expect(redirectOf(path)).toBeUndefined();
	});

	test.each(["/x", "/x?", "/x?a=1", "/x?a=1&b=%2F%2Fevil.example", "/x?a=0"])(
		"is not redirected: %s",
		(address) => {
			expect(redirectOf(address)).toBeUndefined();
		},
	);
});
