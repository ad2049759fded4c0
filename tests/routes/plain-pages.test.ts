import { createElement } from "react";
import { describe, expect, test } from "vitest";
import { personOf } from "~/lib/http/request-context.server";
import AboutPage from "~/routes/about";
import MorePage, { loader as more } from "~/routes/auth.more";
import EditProfilePage, { loader as profile } from "~/routes/auth.my-account_.edit-profile";
import { action as phoneKey } from "~/routes/auth.phone-key";
import GatePage, { loader as gate } from "~/routes/auth.porteria";
import { action as answerCookies } from "~/routes/cookies";
import { loader as home } from "~/routes/home";
import SecurityPage from "~/routes/security";
import { formOf, signedInUser } from "../support/accounts";
import { htmlOf } from "../support/browser/render-part";
import { argsFor, responseOf } from "../support/requests";
import { seenOf } from "../support/texts/seen-of";
import { toastOf } from "../support/toasts";

/** Pages and forms that have no test file of their own. */

test.each([
	[undefined, undefined, /regalos\]\([^)]*\)$/],
	["a@b.c", undefined, / Ayuda \[Escribinos a a@b\.c\]\(mailto:a@b\.c\)$/],
	[
		undefined,
		"https://chat.example",
		/ Ayuda \[Chat de ayuda \(sitio externo\)\]\(https:\/\/chat\.example\)$/,
	],
	["a@b.c", "https://chat.example", / Ayuda \[Escribinos .*\[Chat de ayuda/],
])(
	"the page about the site offers the help that there is: %s, %s",
	async (supportEmail, liveChatUrl, end) => {
		const data = { version: "2.0.0", supportEmail, liveChatUrl };
		expect(seenOf(await htmlOf(createElement(AboutPage), "/about", data))).toMatch(end);
	},
);

test.each([
	[{ real_name: "Ana Paz", crew: "C" }, "Ana Paz Mi Perfil · Escuadra C"],
	[{ real_name: "", crew: null }, "SIN NOMBRE Mi Perfil"],
])("the page of everything names its person: %j", async (profile, name) => {
	const { headers } = await signedInUser(profile);
	const data = await more(argsFor("/auth/more", {}, { headers }));
	const seen = seenOf(await htmlOf(createElement(MorePage), "/auth/more", data));
	expect(seen).toMatch(new RegExp(`^Más \\[${name}\\]`));
});

test.each([
	["NORMAL", false],
	["GOOGLE", true],
] as const)("the name of an account of kind %s comes from elsewhere: %s", async (provider_auth, isGiven) => {
	const { headers } = await signedInUser({ provider_auth });
	const path = "/auth/my-account/edit-profile";
	const page = await (await responseOf(() => profile(argsFor(path, {}, { headers })))).json();
	const seen = seenOf(await htmlOf(createElement(EditProfilePage), path, page));
	expect(seen.includes("Viene de la cuenta con la que ingresás")).toBe(isGiven);
});

test("whoever has no document at hand for the gate reads how to have one", async () => {
	const { headers } = await signedInUser();
	const data = await gate(argsFor("/auth/porteria", {}, { headers }));
	expect(seenOf(await htmlOf(createElement(GatePage), "/auth/porteria", data))).toContain(
		"Todavía no elegiste ningún documento.",
	);
});

test("of the ten signs, two are loaded before anybody scrolls", async () => {
	const html = await htmlOf(createElement(SecurityPage));
	expect([html.match(/<img /g)?.length, html.match(/loading="lazy"/g)?.length]).toEqual([10, 8]);
});

test.each([
	["accepted", "/about?a=1", "/about?a=1", "Listo: aceptaste las cookies."],
	["rejected", "//otra.example", "/home", "Listo: rechazaste las cookies de comodidad."],
])("the answer about cookies, %s, is kept and said", async (intent, redirectTo, target, text) => {
	const answer = await responseOf(() =>
		answerCookies(argsFor("/cookies", {}, formOf({ intent, redirectTo }))),
	);
	expect(answer).toRedirectTo(target);
	expect(answer.headers.getSetCookie()[0]).toContain(`consent=${intent};`);
	expect((await toastOf(answer))?.text).toBe(text);
	const other = await responseOf(() => answerCookies(argsFor("/cookies", {}, formOf({ intent: "maybe" }))));
	expect(other.status).toBe(400);
});

describe("the front page", () => {
	const ANDROID = "Mozilla/5.0 (Linux; Android 13) Mobile";
	const visit = async (query: string, headers: Record<string, string> = {}) => {
		const answer = await responseOf(() => home(argsFor(`/home${query}`, {}, { headers })));
		const cookies = answer.headers.getSetCookie().map((cookie) => cookie.split(";")[0]);
		const where = answer.headers.get("Location") ?? (await answer.json()).shortcut;
		return { where, cookies, varies: answer.headers.get("Vary") };
	};

	test.each([
		["", { "User-Agent": ANDROID }, "/android-system", []],
		["", { "User-Agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0)" }, "/ios-system", []],
		["?inicio=2&web=2&app=2", { "User-Agent": ANDROID }, "/android-system", []],
		["", { "User-Agent": "Mozilla/5.0 (X11; Linux)" }, undefined, []],
		["?inicio=1", { "User-Agent": ANDROID }, undefined, []],
		["?web=1", { "User-Agent": ANDROID }, undefined, ["web=1"]],
		["?app=1", { "User-Agent": ANDROID }, undefined, ["web=1"]],
		["", { "User-Agent": ANDROID, Cookie: "web=1" }, undefined, []],
		[
			"",
			{ "User-Agent": ANDROID, Cookie: "mine=4turnos_7dias.C" },
			{ id: "4turnos_7dias", crew: "C", isOwn: false },
			[],
		],
		["", { Cookie: "crew=2turnos.C" }, { id: "2turnos", crew: null, isOwn: false }, []],
	])("%s for %j", async (query, headers, where, set) => {
		const { where: found, cookies, varies } = await visit(query, headers);
		if (typeof where === "object") expect(found).toMatchObject(where);
		else expect(found).toBe(where);
		expect([cookies, varies]).toEqual([set, "User-Agent"]);
	});

	test("leads to the diagram that was looked at last, or to that of the profile", async () => {
		expect((await visit("", { Cookie: "crew=2turnos.B" })).where).toMatchObject({
			id: "2turnos",
			crew: "B",
			isOwn: false,
		});
		const { headers } = await signedInUser({ diagram: "3turnos" });
		const { where } = await visit("", { Cookie: `${headers.Cookie}; crew=2turnos.B`, "User-Agent": ANDROID });
		expect(where).toMatchObject({ id: "3turnos", crew: null, isOwn: true });
	});
});

test("the service worker gets the keys of the person who is signed in, and without a session none", async () => {
	const { user, headers } = await signedInUser();
	const keysFor = async (of: Record<string, string>) => {
		const answer = await phoneKey(argsFor("/auth/phone-key", {}, formOf({}, of)));
		return [answer.status, await answer.json()];
	};
	expect(await keysFor(headers)).toEqual([
		200,
		{ person: personOf(user.id), keys: [expect.stringMatching(/^[\w+/]{43}=$/)] },
	]);
	expect(await keysFor({})).toEqual([401, { message: "Ingresá de nuevo." }]);
});
