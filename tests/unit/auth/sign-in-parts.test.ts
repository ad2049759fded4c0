import { type ComponentProps, createElement } from "react";
import { describe, expect, test } from "vitest";
import { AccountSections } from "~/features/account/account-sections";
import { GoogleForm } from "~/features/auth/google/google-button";
import { AddPasskey } from "~/features/auth/passkeys/add-passkey";
import { EndPasskeys } from "~/features/auth/passkeys/end-passkeys";
import { PasskeyList } from "~/features/auth/passkeys/passkey-list";
import { signedOutPage } from "~/features/auth/sessions/signed-out-page";
import { ConfirmLink, UsedLink } from "~/features/auth/verification/confirm-link";
import { WaitForMail } from "~/features/auth/verification/wait-for-mail";
import { htmlOf } from "../../support/browser/render-part";
import { seenOf } from "../../support/texts/seen-of";

const seen = async (...part: Parameters<typeof htmlOf>) => seenOf(await htmlOf(...part));

describe("the page that waits for the mail", () => {
	const wait = (more: Partial<ComponentProps<typeof WaitForMail>>) =>
		seen(
			createElement(WaitForMail, {
				done: false,
				isSignedIn: false,
				onlyLink: false,
				address: "ana@correo.com",
				...more,
			}),
		);
	const refused = { status: "error", error: { "": ["Ese código no es."] } } as const;
	const TOO_MANY = "Se escribieron muchos códigos equivocados: para este correo ya no sirve ninguno.";

	test.each<[string, Partial<ComponentProps<typeof WaitForMail>>, string]>([
		[
			"verified here, leads to the profile",
			{ done: true, isSignedIn: true },
			"Ya podés usar todo Relevo. [Ir a Mi Perfil](/auth/my-account)",
		],
		["verified elsewhere, opens the session", { done: true }, "Ya podés usar todo Relevo. Ir a Mi Perfil"],
		[
			"asks for the code",
			{},
			"Va a ana@correo.com. Abrí el enlace del correo, o escribí acá el código de 6 números, que dura 15 minutos. {intent=code} Código Verificar",
		],
		[
			"after too many codes only waits for the link",
			{ onlyLink: true },
			`Va a ana@correo.com. ${TOO_MANY} Abrí el enlace del último correo. ¿No te llegó?`,
		],
	])("%s", async (_, more, text) => {
		expect(await wait(more)).toContain(text);
	});

	test("says what is wrong with a code, also with the last one", async () => {
		for (const onlyLink of [false, true]) {
			const result = { ...refused, error: { "": ["Ese código no es."] } };
			expect((await wait({ onlyLink, result })).match(/Ese código no es\./g)).toHaveLength(1);
		}
		expect(await wait({})).toContain("Si abriste el enlace en otro equipo, tocá «Ya lo verifiqué».");
	});
});

test("a mailed link asks for a press, or for the password in another browser", async () => {
	expect(await seen(createElement(ConfirmLink, { needsPassword: false }))).toMatch(
		/Un toque más .* Confirmar mi correo$/,
	);
	expect(await seen(createElement(ConfirmLink, { needsPassword: true }))).toMatch(
		/Abriste el enlace en otro equipo .* Contraseña .*Confirmar mi correo .*\[Recuperar contraseña\]/,
	);
});

test("a used link offers another mail to who waits for one, the sign-in to others", async () => {
	expect(await seen(createElement(UsedLink, { isWaiting: true }))).toMatch(/ nada más\. Mandar otro correo$/);
	expect(await seen(createElement(UsedLink, { isWaiting: false }))).toMatch(
		/ nada más\. \[INGRESAR\]\(\/auth\/login\)$/,
	);
});

test("the sign-in with Google keeps where one wanted to go", async () => {
	expect(await seen(createElement(GoogleForm, { redirectTo: "/my-shift" }))).toBe(
		"{redirectTo=/my-shift} Ingresar con Google",
	);
	expect(await seen(createElement(GoogleForm, {}))).toBe("Ingresar con Google");
});

describe("passkeys", () => {
	const key = { id: "k", name: "Mi iPhone", since: "01/11/2026", used: null, isUsable: true };

	test.each([
		[{}, "Agregada el 01/11/2026. Todavía no la usaste."],
		[{ used: "ayer" }, "Agregada el 01/11/2026. Último ingreso: ayer."],
		[{ used: "ayer", isUsable: false }, "Ya no sirve: Relevo cambió de dirección. Quitala y agregá otra."],
	])("with %j say of their use", async (more, text) => {
		expect(await seen(createElement(PasskeyList, { passkeys: [{ ...key, ...more }] }))).toContain(
			`Mi iPhone ${text} ▸`,
		);
	});

	test("open the form of the one whose new name was refused, with what is wrong", async () => {
		const passkeys = [key, { ...key, id: "l", name: "Otra" }];
		const result = {
			status: "error",
			error: { name: ["Es muy largo."] },
			initialValue: { key: "l", name: "x" },
		} as const;
		const text = await seen(
			createElement(PasskeyList, { passkeys, result: { ...result, error: { name: ["Es muy largo."] } } }),
		);
		expect(text.match(/[▸▾]/g)).toEqual(["▸", "▾"]);
		expect(text).toMatch(/«Mi iPhone» .*«x» Es muy largo\./);
	});

	test.each([
		[[], ""],
		[["Mi iPhone"], "☐ Quitar también mi llave de acceso: Mi iPhone"],
		[["Mi iPhone", "Otra"], "☐ Quitar también mis llaves de acceso: Mi iPhone y Otra"],
	])("named %j can end with a password", async (names, text) => {
		expect(await seen(createElement(EndPasskeys, { names }))).toBe(text);
		expect(await seen(createElement(EndPasskeys, { names, isProposed: true }))).toBe(text.replace("☐", "☒"));
	});

	test("that a page cannot add leave the password, or Google", async () => {
		for (const [hasPassword, way] of [
			[true, "tu contraseña"],
			[false, "Google"],
		] as const) {
			const part = createElement(AddPasskey, { email: "", hasPassword, proposedName: "" });
			expect(await seen(part)).toBe(
				`Si en unos segundos no aparece acá cómo agregarla, en este navegador no se puede. Probá con otro más nuevo, o seguí usando ${way}.`,
			);
		}
	});
});

test("only an account with a password can change it", async () => {
	for (const hasPassword of [true, false]) {
		const text = await seen(createElement(AccountSections, { hasPassword, email: "a@b.c", passkeys: [] }));
		expect(text.includes("Tu contraseña Al cambiarla")).toBe(hasPassword);
		expect(text).toContain("Tus sesiones");
	}
});

describe("a form whose session has ended", () => {
	const handle = {
		SignedOutForm: ({ signIn, ...form }: { signIn: unknown }) => [`${JSON.stringify(form)} `, signIn],
	};
	const signedOut = { title: "Editar", typed: { a: "b" }, removeImages: [], signIn: { hasGoogle: false } };
	const errorOf = (data: unknown) => ({ status: 401, statusText: "", internal: false, data });
	const page = (more: object = {}) =>
		signedOutPage(errorOf({ signedOut: { ...signedOut, ...more } }), handle);

	test("comes back with what was typed and the sign-in", async () => {
		const shown = page();
		expect(shown?.title).toBe("Editar");
		const text = await seen(createElement("div", {}, shown?.page));
		expect(text).toMatch(/^Editar No se encontró usuario autenticado\. Tu sesión se cerró\. /);
		expect(text).toContain('{"removeImages":[],"shown":{"a":"b"},"idFile":""} Ingresá Correo');
		expect(text).not.toMatch(/Google|intent=/);
	});

	test("says it in the words of records, keeps the button's meaning, and offers Google", async () => {
		const text = await seen(
			createElement("div", {}, page({ idFile: "k", intent: "photo", signIn: { hasGoogle: true } })?.page),
		);
		expect(text).toMatch(/^Editar No se encontro usuario autenticado\. /);
		expect(text).toContain("{intent=photo} {resume=password}");
		expect(text).toMatch(/Con Google: .*\[Ingresar en otra pestaña\]\(\/auth\/login\) Ya ingresé/);
	});

	test("says in its title that the sign-in was wrong", () => {
		expect(page({ signIn: { hasGoogle: false, result: { error: { email: ["?"] } } } })?.title).toBe(
			"Error: Editar",
		);
	});

	test.each([
		["another error", new Error("x"), handle],
		["another answer", errorOf({}), handle],
		["an answer without data", errorOf(null), handle],
		["a route without such a form", errorOf({ signedOut }), {}],
		["a route with nothing", errorOf({ signedOut }), null],
		["a route with a word", errorOf({ signedOut }), undefined],
	])("is not made of %s", (_, error, ofRoute) => {
		expect(signedOutPage(error, ofRoute)).toBeUndefined();
	});
});
