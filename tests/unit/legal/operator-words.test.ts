import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { cookiePolicy } from "~/features/legal/cookie-policy";
import { endUserAgreement } from "~/features/legal/end-user-agreement";
import type { LegalSettings } from "~/features/legal/legal-document";
import { LegalPage } from "~/features/legal/legal-page";
import { privacyPolicy } from "~/features/legal/privacy-policy";
import { PhoneCards, PlatformPage } from "~/features/platform/platform-page";
import { htmlOf } from "../../support/browser/render-part";
import { wordsOf } from "../../support/texts/words-of";

const ADMIN = "quien administra esta instalación";

describe("what a legal text says of the operator", () => {
	const wordsFor = (text: typeof privacyPolicy, settings: Partial<LegalSettings>) => {
		const document = text({ appUrl: "http://relevo.example", ...settings });
		return wordsOf(renderToStaticMarkup(createElement(LegalPage, { document })));
	};
	const asks = "Por dudas o pedidos sobre tus datos:";
	const contact = (settings: Partial<LegalSettings>) =>
		/(Por dudas o pedidos sobre tus datos.*?) La AGENCIA/.exec(wordsFor(privacyPolicy, settings))?.[1];

	test.each<[string, Partial<LegalSettings>, string]>([
		["nothing", {}, `Por dudas o pedidos sobre tus datos, hablá con ${ADMIN}.`],
		["a mail", { supportEmail: "a@b.c" }, `${asks} Correo: a@b.c`],
		["an address", { responsibleAddress: "Calle 1" }, `${asks} Por carta: Calle 1`],
		["a chat", { liveChatUrl: "https://c" }, `${asks} Chat de ayuda (es un sitio externo)`],
		[
			"all",
			{ supportEmail: "a@b.c", responsibleAddress: "Calle 1", liveChatUrl: "https://c" },
			`${asks} Correo: a@b.c Por carta: Calle 1 Chat de ayuda (es un sitio externo)`,
		],
	])("to ask about data, with %s", (_, settings, words) => {
		expect(contact(settings)).toBe(words);
	});

	test("who is responsible, and where", () => {
		expect(wordsFor(privacyPolicy, {})).toContain(`Responsable de tus datos: ${ADMIN}`);
		expect(wordsFor(privacyPolicy, {})).not.toContain("Domicilio:");
		const named = { responsibleName: "Ana Paz", responsibleAddress: "Calle 1" };
		expect(wordsFor(privacyPolicy, named)).toContain(
			"Responsable de tus datos: Ana Paz Domicilio: Calle 1 “Nosotros”",
		);
		expect(wordsFor(endUserAgreement, {})).toContain(`${ADMIN} de Relevo`);
		expect(wordsFor(endUserAgreement, named)).toContain("Ana Paz");
	});

	test.each<[string, Partial<LegalSettings>, boolean, boolean]>([
		["nothing", {}, true, false],
		["a mail", { supportEmail: "a@b.c" }, false, false],
		["a chat", { liveChatUrl: "https://c" }, false, true],
	])("to ask about the terms, with %s", (_, settings, asksAdmin, hasChat) => {
		const words = wordsFor(endUserAgreement, settings);
		expect(words.includes(`Por dudas, hablá con ${ADMIN}.`)).toBe(asksAdmin);
		expect(/chat/i.test(words)).toBe(hasChat);
	});

	test("the names of the cookies, which have a beginning with https", () => {
		expect(wordsFor(cookiePolicy, { appUrl: "https://relevo.example" })).toContain(
			"El comienzo “__Host-” de los nombres",
		);
		expect(wordsFor(cookiePolicy, {})).not.toMatch(/__Host|El comienzo/);
	});
});

describe("how to have the site on a phone", () => {
	const store = { url: "https://store.example", qr: { path: "M0 0h1v1z", size: 21 } };
	const page = async (kind: "android" | "ios", more: object, data?: Record<string, unknown>) =>
		wordsOf(await htmlOf(createElement(PlatformPage, { kind, ...more }), "/", data));
	const kept = "Lo recordamos: la próxima vez entrás directo.";

	test.each([
		["android", undefined, "Relevo en tu Android", /Android (?!.*Google Play).*Abrí esta página en Chrome/],
		["ios", undefined, "Relevo en tu iPhone", /iPhone (?!.*App Store).*Abrí esta página en Safari/],
		["android", store, "Relevo en tu Android", /Bajá la app Google Play .*Chrome/],
		["ios", store, "Relevo en tu iPhone", /Bajá la app App Store .*Safari/],
	] as const)("of the kind %s, with the store %j", async (kind, shop, title, words) => {
		const said = await page(kind, { store: shop });
		expect(said.startsWith(title)).toBe(true);
		expect(said).toMatch(words);
	});

	test.each([
		[undefined, true],
		["accepted", true],
		["rejected", false],
	])("the choice is kept unless comfort was refused: %s", async (consent, isKept) => {
		expect((await page("ios", {}, { consent })).includes(kept)).toBe(isKept);
	});

	test("the home page leads to the store, or to the way without one", async () => {
		const html = await htmlOf(createElement(PhoneCards, { android: store }));
		expect(wordsOf(html)).toMatch(
			/Relevo en Android .*Cómo ponerlo en la pantalla de inicio, sin tienda Relevo en iPhone y iPad Se agrega a la pantalla de inicio, sin tienda\.$/,
		);
		expect([...html.matchAll(/href="([^#"]*)"/g)].map(([, href]) => href)).toEqual([
			store.url,
			"/android-system",
			"/ios-system",
		]);
		expect([...html.matchAll(/#(android|apple)/g)].map(([, sign]) => sign)).toEqual(["android", "apple"]);
	});
});
