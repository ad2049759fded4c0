import { createElement } from "react";
import { expect, test } from "vitest";
import { NoticeSwitch, switchesShown } from "~/features/notices/notice-switches";
import { PushHere } from "~/features/notices/push-here";
import { htmlOf } from "../../support/browser/render-part";
import { seenOf } from "../../support/texts/seen-of";

const mails = "Te avisamos 30 y 7 días antes: en tus equipos con avisos o, si no hay ninguno, por correo.";

test.each([
	["expiryReminders", true, true, `${mails} {intent=expiryReminders} {expiryReminders=no} Desactivar`],
	["expiryReminders", true, false, `${mails} Los correos empiezan cuando verifiques el tuyo. {`],
	[
		"expiryReminders",
		false,
		false,
		"No te avisamos de vencimientos, tampoco por correo. {intent=expiryReminders} {expiryReminders=si} Activar",
	],
	["shiftNotices", true, false, "con tiempo para descansar. {intent=shiftNotices}"],
] as const)("the switch %s, on: %s, of a verified address: %s", async (name, isOn, isVerified, text) => {
	const part = createElement(NoticeSwitch, { name, isOn, isVerified, hasFailed: false });
	expect(seenOf(await htmlOf(part))).toContain(text);
});

test("a site that only mails offers only what it mails", () => {
	expect(switchesShown(false)).toEqual(["expiryReminders"]);
	expect(switchesShown(true)).toEqual(["shiftNotices", "expiryReminders", "diagramNotices"]);
});

test.each([
	[
		"that is told",
		{ known: { endpoint: "e", key: "k", session: "s" }, isIphone: true },
		/^Acá te avisamos, .* La sesión dura 180 días\. .*No avisarme más acá$/,
	],
	["of an iPhone", { isIphone: true }, /^En el iPhone hay avisos desde iOS 16\.4, /],
	["of another maker", { isIphone: false }, /^Si en unos segundos no aparece acá un botón, /],
])("a browser %s", async (_, props, text) => {
	expect(seenOf(await htmlOf(createElement(PushHere, props)))).toMatch(text);
});
