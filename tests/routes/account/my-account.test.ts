import { createElement } from "react";
import { describe, expect, test } from "vitest";
import { AccountSections } from "~/features/account/account-sections";
import { automaticPageOf } from "~/features/account/landing.server";
import { findUserById } from "~/features/auth/users.server";
import { AccountCard } from "~/features/profile/account-card";
import { DiagramCard } from "~/features/profile/diagram-card";
import { socialLinksOf } from "~/features/profile/social-link";
import { db, sqlite } from "~/lib/database/db.server";
import { placeholders } from "~/lib/explained";
import { action, loader } from "~/routes/auth.my-account";
import { formOf, makeUser, signedIn, signedInUser } from "../../support/accounts";
import { htmlOf } from "../../support/browser/render-part";
import { argsFor, responseOf } from "../../support/requests";
import { toastOf } from "../../support/toasts";

const PATH = "/auth/my-account";

/** Posts the form for the setting that opens the user's diagram automatically. */
function press(fields: Record<string, string>, headers: Record<string, string> = {}) {
	return responseOf(() => action(argsFor(PATH, {}, formOf(fields, headers))));
}

async function autoDiagramOf({ id }: { id: string }) {
	const row = await db.selectFrom("users").select("auto_diagram").where("id", "=", id).executeTakeFirst();
	return row?.auto_diagram;
}

async function profileOf({ id }: { id: string }) {
	const profile = await findUserById(id);
	if (!profile) throw new Error("The user has no profile.");
	return profile;
}

const card = {
	diagram: "3turnos",
	crew: "B",
	hasOwnPosition: false,
	autoDiagram: true,
	opensMyShift: false,
} as const;

const nobody = {
	realName: null,
	email: null,
	username: null,
	isVerified: false,
	photo: null,
	links: [],
};

const noLinks = { twitter: null, instagram: null, facebook: null, web: null };

const cardOf = (profile: Partial<Record<keyof typeof noLinks | "realName" | "username", string>>) =>
	htmlOf(
		createElement(AccountCard, {
			account: { ...nobody, ...profile, links: socialLinksOf({ ...noLinks, ...profile }) },
		}),
	);

describe("access", () => {
	test("redirects a visitor without a session to the login, which later redirects back; its switch does the same", async () => {
		const login = "/auth/login?redirectTo=%2Fauth%2Fmy-account";
		expect(await responseOf(() => loader(argsFor(PATH)))).toRedirectTo(login);
		expect(await press({ intent: "autoDiagram", autoDiagram: "si" })).toRedirectTo(login);
	});

	test("shows the user's own account without the password hash, and no other user's", async () => {
		const other = await makeUser({ real_name: "Otra Persona" });
		const user = await makeUser({ real_name: "Ramona Fernández" });
		const data = await loader(argsFor(PATH, {}, { headers: await signedIn(user) }));
		const text = JSON.stringify(data);
		expect(data.account).toMatchObject({ email: user.email, realName: "Ramona Fernández" });
		expect(text).not.toContain("argon2");
		expect(text).not.toContain(user.id);
		expect(text).not.toContain(other.email);
	});
});

describe("the automatic diagram", () => {
	test("is switched on and off, each confirmed by a dialog", async () => {
		const { user, headers } = await signedInUser({ diagram: "3turnos" });
		expect(await autoDiagramOf(user)).toBeNull();
		const on = await press({ intent: "autoDiagram", autoDiagram: "si" }, headers);
		expect(on).toRedirectTo(PATH);
		expect(await toastOf(on)).toMatchObject({ title: "Activada", kind: "success", asDialog: true });
		expect(await autoDiagramOf(user)).toBe(1);
		const off = await press({ intent: "autoDiagram", autoDiagram: "no" }, headers);
		expect(off).toRedirectTo(PATH);
		expect(await toastOf(off)).toMatchObject({ title: "Desactivada", kind: "info", asDialog: true });
		expect(await autoDiagramOf(user)).toBe(0);
	});

	test("opens Mi turno when the shifts are known, else the diagram or its choice, and says which", async () => {
		const itself = (page: string) => `Al ingresar se abre ${page}.`;
		const choose = "/auth/my-account/edit-profile?elegir=diagrama";
		for (const [profile, path, text] of [
			[{}, choose, "Ahora elegí tu diagrama, así se abre al ingresar."],
			[{ diagram: "3turnos" }, "/diagrams/3turnos", itself("tu diagrama")],
			[{ diagram: "3turnos", crew: "B" }, "/my-shift", itself("Mi turno")],
			[{ diagram: "3turnos", cycle_start: "2026-11-16" }, "/my-shift", itself("Mi turno")],
		] as const) {
			const { user, headers } = await signedInUser(profile);
			const { mine } = await loader(argsFor(PATH, {}, { headers }));
			expect(mine.hasOwnPosition).toBe("cycle_start" in profile);
			const on = await press({ intent: "autoDiagram", autoDiagram: "si" }, headers);
			expect((await toastOf(on))?.text).toBe(text);
			expect(automaticPageOf(await profileOf(user))).toBe(path);
			const off = await press({ intent: "autoDiagram", autoDiagram: "no" }, headers);
			expect((await toastOf(off))?.text).toBe("Al ingresar se abre tu perfil.");
			expect(automaticPageOf(await profileOf(user))).toBeUndefined();
		}
	});

	test.each([
		[{ autoDiagram: false }, "se abre tu perfil", "si", "Activar"],
		[{}, "se abre tu diagrama", "no", "Desactivar"],
		[{ opensMyShift: true }, "se abre Mi turno", "no", "Desactivar"],
	])("has one switch: %j", async (more, text, choice, label) => {
		const shown = await htmlOf(createElement(DiagramCard, { ...card, ...more }));
		expect(shown).toContain(text);
		const choices = Array.from(shown.matchAll(/name="autoDiagram" value="([^"]+)"/g), ([, value]) => value);
		expect(choices).toEqual([choice]);
		expect(shown).toContain(`>${label}</button>`);
	});

	test("pressing a button twice has no further effect, and other users' settings stay", async () => {
		const [user, other] = [await makeUser(), await makeUser({ auto_diagram: 0 })];
		const headers = await signedIn(user);
		for (let n = 0; n < 2; n++)
			await press({ intent: "autoDiagram", autoDiagram: "si", id: other.id }, headers);
		expect(await autoDiagramOf(user)).toBe(1);
		expect(await autoDiagramOf(other)).toBe(0);
	});

	test("shows 'Algo salió mal!' when the database fails, and nothing changes", async () => {
		const { user, headers } = await signedInUser({ auto_diagram: 0 });
		sqlite.pragma("query_only = ON");
		const response = await press({ intent: "autoDiagram", autoDiagram: "si" }, headers).finally(() =>
			sqlite.pragma("query_only = OFF"),
		);
		expect(response.status).toBe(500);
		expect(await response.json()).toEqual({ failed: true });
		expect(await autoDiagramOf(user)).toBe(0);
		const off = { ...card, autoDiagram: false };
		const shown = await htmlOf(createElement(DiagramCard, { ...off, hasFailed: true }));
		expect(shown).toMatch(
			/role="alertdialog".*Algo salió mal!.*Está desactivada.*Algo salió mal! No quedó guardado/,
		);
	});

	test.each([
		[{}],
		[{ intent: "autoDiagram" }],
		[{ intent: "autoDiagram", autoDiagram: "1" }],
		[{ intent: "autoDiagram", autoDiagram: "mi-turno" }],
		[{ intent: "other", autoDiagram: "si" }],
	])("refuses the form %j with 400", async (fields) => {
		const user = await makeUser();
		expect((await press(fields, await signedIn(user))).status).toBe(400);
		expect(await autoDiagramOf(user)).toBeNull();
	});
});

describe("the page", () => {
	test("shows placeholders for missing data", async () => {
		const text =
			(await cardOf({})) +
			(await htmlOf(
				createElement(DiagramCard, {
					diagram: null,
					crew: null,
					hasOwnPosition: false,
					autoDiagram: null,
					opensMyShift: false,
				}),
			));
		for (const word of Object.values(placeholders)) expect(text).toContain(`>${word}<`);
		expect(Object.values(placeholders)).toEqual([
			"SIN NOMBRE",
			"SIN EMAIL",
			"SIN PROVEEDOR",
			"SIN USERNAME",
			"SIN DIAGRAMA",
		]);
		expect(text).toContain('src="/default-photo.svg"');
	});

	test("marks a verified address, and shows the button for an unverified one", async () => {
		const verified = await htmlOf(createElement(AccountCard, { account: { ...nobody, isVerified: true } }));
		expect(verified).toContain("Verificado");
		expect(verified).not.toContain("<form");
		expect(await cardOf({})).toContain(
			'<form method="post" action="/auth/verify-email"><button class="btn" type="submit" name="intent" value="resend">Verificar</button>',
		);
	});

	test("shows stored social links, and none with an invalid address", async () => {
		expect(await cardOf({})).not.toContain("<ul");
		const text = await cardOf({ twitter: "ramona", web: "javascript:alert(1)", facebook: "" });
		expect(text.match(/<a /g)).toHaveLength(1);
		expect(text).toContain('<a href="https://x.com/ramona" rel="nofollow noopener noreferrer ugc">');
	});

	test.each([
		["12horas_aceria", "aceria"],
		["12horas_general", "general"],
		["12horas_insalubre", "insalubre"],
		["12horas_reduccion", "reduccion"],
		["2turnos", "turnos"],
		["5turnos_7dias", "turnos"],
	])("shows for %s the drawing %s", async (diagram, drawing) => {
		const text = await htmlOf(createElement(DiagramCard, { ...card, diagram }));
		expect(text).toContain(`src="/backgrounds/${drawing}.svg"`);
		expect(text).toMatch(/>Diagrama \d+ (horas|turnos)/);
		expect(text).toContain(`href="/diagrams/${diagram}?crew=B"`);
		expect(text).toContain("Escuadra B");
	});

	test("offers to change the password only in an account that has one", async () => {
		const sectionsOf = (hasPassword: boolean) =>
			htmlOf(createElement(AccountSections, { hasPassword, email: "", passkeys: [] }));
		expect(await sectionsOf(true)).toContain("<h2>Tu contraseña</h2>");
		expect(await sectionsOf(false)).not.toContain("<h2>Tu contraseña</h2>");
	});

	test("says that a personal position has no crew, and links to Mi turno", async () => {
		const own = { ...card, hasOwnPosition: true, opensMyShift: true };
		const text = await htmlOf(createElement(DiagramCard, own));
		expect(text).toContain("Tus turnos, sin la letra de una escuadra");
		expect(text).toContain('href="/my-shift"');
		expect(text).toContain("al ingresar se abre Mi turno.");
		expect(text).not.toContain("Escuadra B");
		expect(text.match(/<button/g)).toHaveLength(1);
	});

	test("escapes hostile values", async () => {
		const text = await cardOf({ realName: "</script><img src=x onerror=alert(1)>", username: '"><b>' });
		expect(text).not.toMatch(/<(script|b)\b|<img src=x/);
	});
});
