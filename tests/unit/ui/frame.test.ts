import { type ComponentProps, createElement, type ReactElement } from "react";
import { describe, expect, test } from "vitest";
import { ConfirmDelete } from "~/ui/deletion/confirm-delete";
import { ErrorPage, errorHeading } from "~/ui/frame/error-page";
import { Frame } from "~/ui/frame/frame";
import { Header } from "~/ui/frame/header";
import { LinkItem } from "~/ui/link-item";
import { ListPage } from "~/ui/list-page";
import { pageTitle } from "~/ui/page-title";
import { PhotoDownload } from "~/ui/photo-download";
import { addressAfterDelete } from "~/ui/toast/list-row";
import { FailureDialog, ToastMessage } from "~/ui/toast/toast-message";
import { htmlOf } from "../../support/browser/render-part";
import { wordsOf } from "../../support/texts/words-of";

describe("around every page", () => {
	type Data = NonNullable<ComponentProps<typeof Frame>["data"]>;
	const data: Data = { year: "2026", social: {} };
	const accepted = { ...data, consent: "accepted" } as const;
	const htmlFor = (shown: Data | undefined, more: object = {}, path = "/home") => {
		const props = { data: shown, children: "La página.", ...more };
		return htmlOf(createElement(Frame, props), path);
	};
	const frame = async (...given: Parameters<typeof htmlFor>) => wordsOf(await htmlFor(...given));
	const parts = {
		"sign in": "INGRESAR",
		"sign out": "CERRAR SESIÓN",
		cookies: "Hay cookies opcionales",
		verify: "Tu correo todavía no está verificado.",
		choice: "Cambiar mi elección",
	};
	const partsIn = (words: string) =>
		Object.entries(parts).flatMap(([name, text]) => (words.includes(text) ? [name] : []));

	test.each<[string, Data | undefined, object, string[]]>([
		["a new visitor", data, {}, ["sign in", "cookies"]],
		["a visitor who has answered about cookies", accepted, {}, ["sign in", "choice"]],
		["a visitor who is signing in", accepted, { isSigningIn: true }, ["choice"]],
		["a user", { ...accepted, session: { isVerified: true } }, {}, ["sign out", "choice"]],
		[
			"a user without a checked address",
			{ ...accepted, session: { isVerified: false } },
			{},
			["sign out", "verify", "choice"],
		],
		["one question at a time", { ...data, session: { isVerified: false } }, {}, ["sign out", "cookies"]],
		["nobody knows who", undefined, {}, []],
	])("%s", async (_, shown, more, found) => {
		expect(partsIn(await frame(shown, more))).toEqual(found);
	});

	test("the page that checks the address does not ask to", async () => {
		const user = { ...accepted, session: { isVerified: false } };
		expect(partsIn(await frame(user, {}, "/auth/verify-email"))).toEqual(["sign out", "choice"]);
	});

	test.each<[string, Partial<Data>, string]>([
		["the year", {}, "© 2025–2026 Relevo Acerca de..."],
		["who made it", { credit: "Ana" }, "Acerca de... Desarrollo: Ana"],
		[
			"cookies accepted",
			{ consent: "accepted" },
			"Aceptaste las cookies de comodidad. Seguir aceptando Rechazar desde ahora",
		],
		[
			"cookies rejected",
			{ consent: "rejected" },
			"Rechazaste las cookies de comodidad. Aceptar desde ahora Seguir rechazando",
		],
	])("its foot says %s", async (_, more, words) => {
		const said = await frame({ ...data, ...more });
		expect(said.slice(-words.length)).toBe(words);
	});

	test("its foot leads to the networks that the operator has named", async () => {
		const links = async (social: Data["social"]) =>
			[
				...(await htmlFor({ ...data, social })).matchAll(/aria-label="(X|Instagram|Facebook|Sitio web)"/g),
			].map(([, name]) => name);
		expect(await links({})).toEqual([]);
		expect(await links({ web: "https://w.example", x: "https://x.example" })).toEqual(["X", "Sitio web"]);
		expect(await frame(undefined)).toMatch(/© 2025 Relevo Acerca de\.\.\.$/);
	});

	test("what just happened is said where screen readers hear of it: an error at once", async () => {
		const heard = async (toast?: Data["toast"]) => {
			const html = await htmlFor({ ...accepted, toast });
			const said = /<div role="status">(.*?)<main/.exec(html)?.[1] ?? "";
			expect(html.split(`>${toast?.text}<`)).toHaveLength(toast ? 2 : 1);
			return [wordsOf(said), html.includes('role="alert"')];
		};
		expect(await heard()).toEqual(["", false]);
		expect(await heard({ text: "Guardado." })).toEqual(["Guardado.", false]);
		expect(await heard({ text: "No.", kind: "error" })).toEqual(["", true]);
		expect(await heard({ text: "Listo.", asDialog: true })).toEqual(["", false]);
	});

	test("a toast floats over the page, which a dialog does not", async () => {
		const floats = async (toast?: Data["toast"]) =>
			(await htmlFor({ ...accepted, toast })).includes("toasted");
		expect(await floats()).toBe(false);
		expect(await floats({ text: "Guardado." })).toBe(true);
		expect(await floats({ text: "Listo.", asDialog: true })).toBe(false);
	});
});

test.each([
	["/my-shift", "/auth/work-overtime/add-work-overtime", ["/my-shift"]],
	["/auth/my-days", "/auth/work-overtime/add-work-overtime", ["/my-shift"]],
	["/auth/work-overtime/add-work-overtime", "/auth/work-overtime/add-work-overtime", ["/auth/work-overtime"]],
	["/auth/view-document/1", "/auth/my-document/add-document", ["/auth/my-documents"]],
	["/auth/my-documents", "/auth/my-document/add-document", ["/auth/my-documents", "/auth/my-documents"]],
	["/auth/my-pay", "/auth/work-overtime/add-work-overtime", ["/auth/more"]],
	["/home", "/auth/work-overtime/add-work-overtime", ["/home?inicio=1"]],
	["/about", "/auth/work-overtime/add-work-overtime", []],
])("the bar of %s adds with %s, and marks where one is", async (path, adds, marked) => {
	const html = await htmlOf(createElement(Header, { isSignedIn: true }), path);
	expect(html).toContain(`href="${adds}"`);
	expect(wordsOf(html)).toContain(adds.includes("document") ? "Agregar documento" : "Agregar extra");
	expect([...html.matchAll(/href="([^"]*)" aria-current/g)].map(([, href]) => href)).toEqual(marked);
});

test("the menu of a visitor has the public pages, once in the header and once folded; a user's has the account", async () => {
	const count = async (isSignedIn: boolean, word: string) =>
		wordsOf(await htmlOf(createElement(Header, { isSignedIn }), "/about")).split(word).length - 1;
	expect([await count(false, "Seguridad"), await count(true, "Seguridad")]).toEqual([2, 1]);
	expect([await count(false, "Mi turno"), await count(true, "Mi turno")]).toEqual([2, 0]);
});

describe("an error page", () => {
	const BACK = "Ir al inicio";
	const OURS =
		"Es un problema nuestro, no tuyo. Lo que ya estaba guardado sigue guardado. Probá de nuevo en un rato. Cargar de nuevo";

	test.each<[string, ComponentProps<typeof ErrorPage>, string, RegExp]>([
		[
			"nothing there",
			{ status: 404, message: "x" },
			"Error",
			/^La página que estás buscando no fue encontrada\. Ver mi turno/,
		],
		[
			"a refusal",
			{ status: 400 },
			"No se pudo hacer",
			/^Ese pedido no se puede hacer\. Volvé atrás y probá de nuevo\. Ir al/,
		],
		[
			"a refusal that says why",
			{ status: 499, message: "Así no." },
			"No se pudo hacer",
			/^Así no\. Ir al inicio$/,
		],
		["a failure", { status: 500 }, "Algo salió mal", new RegExp(`^${OURS} ${BACK}$`)],
		[
			"a failure that says why",
			{ status: 507, message: "No hay lugar." },
			"Algo salió mal",
			/^No hay lugar\. Es un problema/,
		],
		[
			"a failure with its code",
			{ status: 500, requestId: "abc" },
			"Algo salió mal",
			/inicio Código para quien administra: abc$/,
		],
		[
			"no answer at all",
			{},
			"No se pudo cargar la página",
			/^Parece que no hay señal; si la hay, es un problema nuestro/,
		],
	])("of %s", async (_, props, heading, words) => {
		expect(errorHeading(props.status)).toBe(heading);
		const html = await htmlOf(createElement(ErrorPage, props));
		const said = wordsOf(html);
		expect(said.startsWith(`${heading} `)).toBe(true);
		expect(said.slice(heading.length + 1)).toMatch(words);
		// One way on stands out.
		expect(html.match(/class="btn main"/g)).toHaveLength(1);
	});

	test("says a failure in a dialog too, if it is to", async () => {
		const dialogs = async (props: ComponentProps<typeof ErrorPage>) =>
			/alertdialog/.test(await htmlOf(createElement(ErrorPage, { status: 500, ...props })));
		expect(await dialogs({ message: "No." })).toBe(false);
		expect(await dialogs({ asDialog: true })).toBe(false);
		expect(await dialogs({ message: "No.", asDialog: true })).toBe(true);
	});
});

describe("a message", () => {
	const undo = { action: "/list", idFile: "1", redirectTo: "/list" };
	const message = (more: object) => htmlOf(createElement(ToastMessage, { text: "Guardado.", ...more }));

	test.each<[string, object, string, string[]]>([
		["one line", {}, "Guardado.", []],
		["an error is heard at once", { kind: "error" }, "Guardado.", ["alert"]],
		["with a title", { title: "Listo" }, "Listo Guardado.", []],
		["with a way back", { undo }, "Guardado. Deshacer", []],
		["in a dialog", { asDialog: true }, "Guardado. Aceptar", ["alertdialog"]],
		[
			"in a dialog with a title",
			{ asDialog: true, title: "Listo" },
			"Listo Guardado. Aceptar",
			["alertdialog"],
		],
	])("%s", async (_, more, words, roles) => {
		const html = await message(more);
		expect(wordsOf(html)).toBe(words);
		expect([...html.matchAll(/role="(\w+)"/g)].map(([, role]) => role)).toEqual(roles);
		expect(html.includes('class="toast success titled"')).toBe(words === "Listo Guardado.");
		// A dialog is called by its title or, without one, by its text.
		if (roles.includes("alertdialog")) expect(html.match(/id="aviso"/g)).toHaveLength(1);
	});

	test("undoes what it says, of several rows all", async () => {
		const sent = async (more: object) =>
			[...(await message({ undo: { ...undo, ...more } })).matchAll(/name="(\w+)" value="(\w+)"/g)].map(
				([, ...pair]) => pair.join("="),
			);
		expect(await sent({})).toEqual(["idFile=1", "intent=undo"]);
		expect(await sent({ intent: "put", more: "2" })).toEqual(["idFile=1", "more=2", "intent=put"]);
	});

	test.each([
		["Guardado.", 5],
		["una ".repeat(16), 5],
		["una ".repeat(17), 8],
		["una ".repeat(26), 8],
		["una ".repeat(27), 12],
	])("stays as long as its words take: %s", async (text, seconds) => {
		const shown = /class="toast[^"]*?(?: for-(\d+))?"/.exec(await message({ text }))?.[1];
		expect(Number(shown ?? 5)).toBe(seconds);
	});
});

test.each([
	["the one that moves up into its place", 0, 3, false, "/list#fila-1"],
	["the one before the last", 2, 3, false, "/list#fila-2"],
	["one of the next page", 2, 3, true, "/list#fila-3"],
	["one of the next page, after the only one", 0, 1, true, "/list#fila-1"],
	["none in an empty list", 0, 1, false, "/list"],
])("after a deletion the list is shown with the focus on %s", (_, index, count, hasMore, address) => {
	expect(addressAfterDelete("/list", index, count, hasMore)).toBe(address);
});

test("a page is named after the site, and described where anybody may find it", () => {
	expect(pageTitle("Avisos")).toEqual([{ title: "Avisos · Relevo" }]);
	const description = { name: "description", content: "Todo." };
	expect(pageTitle("Seguridad", "Todo.")).toEqual([{ title: "Seguridad · Relevo" }, description]);
});

const row = { href: "/x", children: "X" };
const list = { title: "Lista", children: "Vacía." };
test.each<[string, () => ReactElement]>([
	["a row", () => createElement(LinkItem, row)],
	["a list", () => createElement(ListPage, list)],
	["a failure", () => createElement(ErrorPage, { status: 500 })],
	["a toast", () => createElement(ToastMessage, { text: "Guardado." })],
	["a dialog", () => createElement(FailureDialog, { text: "No." })],
	[
		"a question",
		() =>
			createElement(ConfirmDelete, {
				deletion: { idFile: "1", question: "¿Seguro?", what: "Una cosa." },
				action: "/x",
				redirectTo: "/list",
			}),
	],
])("%s keeps no room for what it does not have", async (_, part) => {
	const html = await htmlOf(part());
	expect(html).not.toMatch(/<(p|small|strong|h\d)(?! class="error")( [^>]*)?><\/\1>|#undefined/);
	expect(html).not.toMatch(/titled|brief/);
});

describe("the question before a deletion", () => {
	const deletion = { idFile: "1", question: "¿Seguro?", what: "Una cosa." };
	const page = async (answer?: object, consequence?: string) => {
		const props = { deletion: { ...deletion, consequence }, action: "/x", redirectTo: "/list" };
		return wordsOf(await htmlOf(createElement(ConfirmDelete, props), "/x", null, answer));
	};

	test.each<[string, object | undefined, string | undefined, RegExp]>([
		["asks", undefined, undefined, /¿Seguro\? Una cosa\. Aceptar Cancelar$/],
		["says what follows", undefined, "Se va todo.", /Una cosa\. Se va todo\. Aceptar/],
		[
			"says why it could not be sent",
			{ unsent: "Sin señal." },
			undefined,
			/Una cosa\. Sin señal\. Probar de nuevo Cancelar$/,
		],
		[
			"says what failed",
			{ failure: "No se pudo." },
			undefined,
			/No se pudo\. Aceptar .*¿Seguro\? Una cosa\. Aceptar Cancelar$/,
		],
	])("%s", async (_, answer, consequence, words) => {
		expect(await page(answer, consequence)).toMatch(words);
	});

	test("shows no failure that is not there", async () => {
		expect(await page()).not.toContain("Aceptar ¿");
		expect((await page()).split("Aceptar")).toHaveLength(2);
	});
});

test.each([
	[undefined, false],
	[{ lacksWebp: false }, false],
	[{ lacksWebp: true }, true],
])("a photo can be had as a file where the browser cannot show it: %j", async (session, isOffered) => {
	const html = await htmlOf(createElement(PhotoDownload, { src: "/p.webp", what: "la foto" }), "/", {
		session,
	});
	expect(wordsOf(html)).toBe(isOffered ? "¿No se ve? Descargá la foto." : "");
});
