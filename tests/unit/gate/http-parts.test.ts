import { describe, expect, test } from "vitest";
import { mayBePersonal, readCookie } from "~/lib/http/cookies.server";
import { etagOf, isKnown } from "~/lib/http/etag.server";
import { movedTo, requireRead } from "~/lib/http/http.server";
import { movedAddress } from "~/lib/http/moved-addresses.server";
import { phoneKind } from "~/lib/http/phone-kind.server";
import { answerConsent, type Preferences, readPreferences, remember } from "~/lib/http/preferences.server";
import { runInContext } from "~/lib/http/request-context.server";
import { redirectWithToast, takeToast } from "~/lib/http/toast.server";
import { piecesOf } from "~/lib/in-steps.server";
import { remembering } from "~/lib/remembering";
import { contextFor, responseOf } from "../../support/requests";

const visiting = (path: string, work: () => unknown) =>
	runInContext(contextFor(path), () => responseOf(work));

test.each([
	["/a", "/b", "/b"],
	["/a?x=1", "/b", "/b?x=1"],
	["/a?x=1", "/b?y=2", "/b?y=2&x=1"],
	["/a?x=1", "/b#c", "/b?x=1#c"],
])("who asks for the former %s comes to %s with the query: %s", async (path, target, address) => {
	expect(await visiting(path, () => movedTo(target))).toRedirectTo(address);
});

test.each([
	["/auth/my-days/add/", undefined, 301, "/auth/my-days?day=hoy"],
	["/auth/my-agreement", undefined, 301, "/auth/my-pay/settings"],
	["/auth/my-agreement/x", 308, 308, "/auth/my-pay/settings/x"],
	["/my-shift/year?year=2026", undefined, 301, "/my-shift/calendar?year=2026#numeros"],
	["/none", undefined, 404, null],
	["/none", 308, 405, null],
] as const)("the former address %s, in a form: %s, answers %i", async (path, status, answered, target) => {
	const answer = await visiting(path, () => movedAddress(status));
	expect([answer.status, answer.headers.get("Location")]).toEqual([answered, target]);
});

test("what has to be read is there, missing or unreadable", async () => {
	const read = (reading: Promise<object | undefined>) =>
		responseOf(() => requireRead(reading, "test_failed", "No se pudo."));
	expect(await (await read(Promise.resolve({ a: 1 }))).json()).toEqual({ a: 1 });
	expect((await read(Promise.resolve(undefined))).status).toBe(404);
	const failed = await read(Promise.reject(new Error("x")));
	expect([failed.status, await failed.json()]).toEqual([500, { message: "No se pudo.", asDialog: true }]);
});

test.each([
	[undefined, false],
	[null, false],
	["", false],
	[etagOf("x"), true],
	[etagOf("x").slice(2), true],
	[`"a", ${etagOf("x")}`, true],
	[etagOf("y"), false],
])("who has %s has the content: %s", (ifNoneMatch, knows) => {
	expect(isKnown(etagOf("x"), ifNoneMatch)).toBe(knows);
});

describe("the header of cookies", () => {
	const long = (length: number) => `web=1; x=${"x".repeat(length - 9)}`;

	test.each([
		[undefined, false, undefined],
		["", false, undefined],
		["web=1", false, "1"],
		["session=x; web=1", true, "1"],
		["toast=x", true, undefined],
		[long(8192), false, "1"],
		[long(8193), true, undefined],
	])("%# may be a person's, and says what was chosen", (header, isPersonal, web) => {
		expect([mayBePersonal(header), readCookie(header, "web")]).toEqual([isPersonal, web]);
	});

	test.each<[string, Preferences]>([
		["", { web: false }],
		[
			"consent=accepted; web=1; crew=a_1.C; mine=a_1.C",
			{ consent: "accepted", web: true, crew: "a_1.C", mine: "a_1.C" },
		],
		["consent=rejected; web=2", { consent: "rejected", web: false }],
		["consent=maybe; crew=a.F; mine=a.F", { web: false }],
		["mine=a.2026-11-26.0", { web: false, mine: "a.2026-11-26.0" }],
	])("%s is read", (header, preferences) => {
		expect(readPreferences(header)).toEqual(preferences);
	});

	test("what was chosen is kept as long as the answer about cookies allows", () => {
		const lifetimes = (preferences: Preferences, consent: "accepted" | "rejected") =>
			answerConsent(preferences, consent).map((cookie) =>
				/^(\w+)=([^;]*)(?:; Max-Age=(\d+))?/.exec(cookie)?.slice(1),
			);
		const year = String(365 * 86_400);
		const half = String(182 * 86_400);
		expect(lifetimes({ web: false }, "accepted")).toEqual([["consent", "accepted", half]]);
		expect(lifetimes({ web: true, crew: "a.C", mine: "a.C" }, "accepted")).toEqual([
			["consent", "accepted", half],
			["web", "1", year],
			["crew", "a.C", year],
			["mine", "a.C", year],
		]);
		expect(lifetimes({ web: true }, "rejected")).toEqual([
			["consent", "rejected", half],
			["web", "1", undefined],
		]);
		for (const consent of ["accepted", "rejected"] as const)
			expect(remember("mine", "", consent)).toContain("mine=; Max-Age=0;");
	});
});

test.each([
	[null, undefined],
	["", undefined],
	["Mozilla/5.0 (Linux; Android 14)", "android"],
	["Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X)", "ios"],
	["Mozilla/5.0 (iPad; CPU OS 12_5 like Mac OS X)", "ios"],
	["Mozilla/5.0 (X11; Linux x86_64)", undefined],
])("%s is a phone of kind %s", (userAgent, kind) => {
	expect(phoneKind(userAgent)).toBe(kind);
});

test("a copy of a page takes no toast, which stays for the next page", async () => {
	const [cookie = ""] = (await redirectWithToast("/x", { text: "Listo." })).headers.getSetCookie();
	const take = (more: Record<string, string>) =>
		takeToast(new Request("http://x", { headers: { Cookie: cookie.split(";")[0] ?? "", ...more } }));
	expect(await take({ "Relevo-Copy": "1" })).toEqual({ headers: new Headers() });
	expect((await take({})).toast).toEqual({ text: "Listo." });
});

test("only the last result is kept", () => {
	const computed: number[] = [];
	const twice = remembering((key: number) => computed.push(key) && key * 2, 1);
	expect([1, 1, 2, 1].map(twice)).toEqual([2, 2, 4, 2]);
	expect(computed).toEqual([1, 2, 1]);
});

test.each([
	[0, []],
	[200, [200]],
	[201, [200, 1]],
	[400, [200, 200]],
])("%i items come in pieces of 200", async (count, lengths) => {
	const found: number[] = [];
	for await (const { length } of piecesOf(Array(count).fill(0))) found.push(length);
	expect(found).toEqual(lengths);
});
