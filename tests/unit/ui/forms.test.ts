import { createElement } from "react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { fieldEmpty, somethingWrong } from "~/lib/messages";
import { ButtonForm } from "~/ui/forms/button-form";
import { PostForm } from "~/ui/forms/post-form";
import { chosenTexts } from "~/ui/forms/read-choices";
import { rememberForm, revalidateWhenSaved, sendForm } from "~/ui/forms/send-form";
import { SubmitButton } from "~/ui/forms/submit-button";
import { Switch } from "~/ui/forms/switch";
import { TextField } from "~/ui/forms/text-field";
import { RecordForm } from "~/ui/records/record-form";
import { htmlOf } from "../../support/browser/render-part";
import { wordsOf } from "../../support/texts/words-of";
import { controlIn, controlsOf, type Drawn, formHtml, type Values } from "./form-part";

test.each<[string, object, object]>([
	["is the form's main one", {}, {}],
	["deletes for ever", { isFinal: true }, { class: "btn main final" }],
	["says which of several forms is sent", { intent: "code" }, { name: "intent", value: "code" }],
	["waits for what is being prepared", { isBusy: true }, { disabled: "" }],
	["leads to what is wrong", { isWrong: true }, { "aria-disabled": "true" }],
])("a submit button %s", async (_, more, attributes) => {
	const props = { children: "Guardar", ...more };
	const html = await htmlOf(createElement(SubmitButton, props));
	expect(controlsOf(html)).toEqual([{ class: "btn main", type: "submit", ...attributes }]);
});

test.each([
	["7", "9", { hours: "7" }],
	["other", "9", { hours: "9" }],
])("of the choice «%s» beside a typed «%s» a form sends one value", (hours, otherHours, sent) => {
	const form = new FormData();
	for (const [name, value] of Object.entries({ hours, otherHours, shownHours: "7" }))
		form.append(name, value);
	expect(chosenTexts(form, ["hours"])).toEqual(sent);
});

describe("a switch", () => {
	const settings = {
		intent: "hand",
		name: "on",
		isOn: false,
		submit: "Prender",
		id: "s",
		children: "Apagado.",
	};
	const switchHtml = (more: object) => htmlOf(createElement(Switch, { ...settings, ...more }));

	test("says its state and sends the other one", async () => {
		const off = await switchHtml({});
		expect(wordsOf(off)).toBe("Apagado. Prender");
		expect(controlIn(off, { name: "on" })?.value).toBe("si");
		expect(controlIn(await switchHtml({ isOn: true }), { name: "on" })?.value).toBe("no");
	});

	test.each([
		["its own words", {}, 'role="alert"'],
		["an alert that stands before", { alert: createElement("p", null, "Aviso.") }, undefined],
	])("that was not saved says so: %s", async (_, more, role) => {
		const html = await switchHtml({ hasFailed: true, ...more });
		expect(wordsOf(html)).toContain(`Apagado. ${somethingWrong} No quedó guardado: probá de nuevo.`);
		expect(html.match(/role="\w+"/)?.[0]).toBe(role);
		expect(wordsOf(await switchHtml(more))).toBe("Apagado. Prender");
		expect(wordsOf(html).includes("Aviso.")).toBe("alert" in more);
	});
});

describe("the form of a record", () => {
	const record =
		(more: object, rest: object = {}): Drawn =>
		(form, { date, comment }) => {
			const labels = { date: "Fecha", comment: "Nota" };
			const children = Object.entries({ date, comment }).map(([key, field]) =>
				createElement(TextField, { key, field, label: key === "date" ? labels.date : labels.comment }),
			);
			const props = { form, submit: "Guardar", labels, record: more, children, ...rest };
			return createElement(RecordForm, props);
		};
	/** A script gives it a value when the form is sent. */
	const NUMBERED = "sending=undefined";
	const hiddenIn = (html: string) =>
		controlsOf(html).flatMap(({ type, name, value }) => (type === "hidden" ? [`${name}=${value}`] : []));

	test.each([
		["a new one", {}, {}, []],
		["with a key of its own", {}, { idFile: "abc" }, ["idFile=abc"]],
		["of a version", { version: "v1" }, {}, ["version=v1"]],
		["of a person", { person: "p" }, {}, ["person=p"]],
		["one of several", {}, { intent: "save" }, ["intent=save"]],
		["whose session has ended", { signIn: "Tu clave" }, { intent: "save" }, []],
	])("sends what it belongs to: %s", async (_, more, rest, sent) => {
		expect(hiddenIn(await formHtml(record(more, rest)))).toEqual([...sent, NUMBERED]);
	});

	test("sends who has opened it, unless the server says who", async () => {
		const data = { session: { person: "opener" } };
		const sentBy = async (more: object) => hiddenIn(await formHtml(record(more), {}, undefined, { data }));
		expect(await sentBy({})).toEqual(["person=opener", NUMBERED]);
		expect(await sentBy({ person: "p" })).toEqual(["person=p", NUMBERED]);
	});

	test.each([
		["usual", {}, {}, "Guardar", undefined],
		["with a way back", {}, { cancel: "/list" }, "Guardar Cancelar", undefined],
		["after the session ended", { signIn: "Tu clave" }, {}, "Ingresar y seguir", "/page?a=1"],
	])("ends with its buttons: %s", async (_, more, rest, buttons, address) => {
		const html = await formHtml(record(more, rest));
		expect(wordsOf(html)).toBe(`${"signIn" in more ? "Tu clave " : ""}Fecha Nota ${buttons}`);
		if (address) expect(html).toContain(`action="${address}"`);
	});

	test("says that what was typed survived the sign-in", async () => {
		expect(wordsOf(await formHtml(record({ isResumed: true })))).toMatch(
			/^Ya ingresaste\. Lo que escribiste/,
		);
	});

	test("beside a record that changed meanwhile, what differs is said", async () => {
		const saved = { date: "2026-11-20", comment: null };
		const words = async (typed: Values, values: object = saved, options?: object) =>
			/guardado ahora (.*) Lo tuyo/.exec(
				wordsOf(await formHtml(record({ saved: values }, { options }), typed)),
			)?.[1];
		expect(await words({ date: "2026-11-21", comment: "x" })).toBe("Fecha 20/11/2026 Nota vacío");
		expect(await words({ date: "2026-11-20", comment: "x" })).toBe("Nota vacío");
		expect(await words({ date: "2026-11-21" })).toBe("Fecha 20/11/2026");
		const chosen = { comment: [{ value: "pago", label: "Pago" }] };
		expect(await words({ comment: "x" }, { date: null, comment: "pago" }, chosen)).toBe("Nota Pago");
		expect(await words({ comment: "x" }, { comment: "lo otro" }, chosen)).toBe("Nota lo otro");
	});

	test.each([
		["none", undefined, undefined, ""],
		["an empty field, by its label", { date: [fieldEmpty] }, "#f-date", `Fecha: ${fieldEmpty}`],
		["a wrong field, by its message", { date: ["No es una fecha."] }, "#f-date", "No es una fecha."],
		[
			"several, in the order of the fields",
			{ comment: ["Es larga."], date: ["No es una fecha."] },
			"#f-date",
			"No es una fecha. Es larga.",
		],
		["of the whole form, all of them", { "": ["Una.", "Otra."] }, undefined, "Una. Otra."],
		["none, with an empty list", { date: [] }, undefined, ""],
	])("lists its errors with links: %s", async (_, errors, target, text) => {
		const html = await formHtml(record({}), {}, errors);
		const [list = ""] = /<ul>.*<\/ul>/.exec(html) ?? [];
		expect(wordsOf(list)).toBe(text);
		expect(/href="([^"]*)"/.exec(list)?.[1]).toBe(target);
		expect(html.includes("Hay un problema")).toBe(text !== "");
	});
});

describe("a form that could not be sent", () => {
	const posted: Drawn = (form) => {
		const props = { form, submit: "Guardar", children: null };
		return createElement(PostForm, props);
	};
	const unsent = "No hay señal.";

	test.each([
		[
			"says why and keeps its words",
			{ unsent, form: "f" },
			`${unsent} Lo que escribiste sigue acá. Probá de nuevo`,
		],
		["says nothing of another form", { unsent, form: "g" }, ""],
		["says nothing of another answer", { failure: unsent, form: "f" }, ""],
	])("%s", async (_, answer, words) => {
		const said = wordsOf(await formHtml(posted, {}, undefined, { answer })).replace("Probar", "Probá");
		expect(said.replace(/ ?Guardar$/, "")).toBe(words);
	});
});

test("a form with one button sends its intent and fields, and says what could not be sent", async () => {
	const html = await htmlOf(
		createElement(ButtonForm, { id: "b", intent: "settle", submit: "Listo", fields: { idFile: "1" } }),
		"/page",
		null,
		{ unsent: "Sin señal.", form: "b" },
	);
	expect(controlsOf(html).slice(0, 2)).toMatchObject([{ value: "settle" }, { value: "1" }]);
	expect(wordsOf(html)).toContain("Sin señal. Lo que escribiste sigue acá.");
});

describe("a form that the script sends", () => {
	const answerTo = (thrown: unknown, before?: object) => {
		const state = { actionData: before && { "routes/page": before } };
		vi.stubGlobal("window", { __remixRouter: { state } });
		const request = new Request("http://localhost:3000/page", { method: "POST", body: "a=1" });
		const serverAction = () => Promise.reject(thrown);
		return sendForm({ request, params: {}, serverAction }).catch((error: unknown) => ({ error }));
	};
	const said = (status: number, body?: unknown) => new Response(JSON.stringify(body), { status });
	const NOT_NOW = "No se pudo enviar: el servidor no puede atenderte ahora.";

	afterEach(() => {
		vi.unstubAllGlobals();
		vi.useRealTimers();
	});

	test.each([
		["no signal", new TypeError("Failed to fetch"), "No se pudo enviar: parece que no hay señal."],
		[
			"a record that is gone",
			said(404, { message: "No." }),
			"Esto ya no está acá: se eliminó o se cambió en otro lado.",
		],
		["a server that says why", said(507, { message: "No hay lugar." }), "No hay lugar."],
		["a server that says something else", said(503, { message: 7 }), NOT_NOW],
		["a server that says nothing", said(503), NOT_NOW],
		["a server that says no JSON", new Response("<p>", { status: 502 }), NOT_NOW],
		["a refusal", said(400, { message: "Así no." }), "Así no."],
		["any other failure", new Error("x"), NOT_NOW],
	])("keeps what was typed and the earlier answer, and says why: %s", async (_, thrown, unsent) => {
		expect(await answerTo(thrown, { version: "v1" })).toEqual({ version: "v1", unsent });
	});

	test.each([303, 401])("leaves to the router an answer with a page of its own: %s", async (status) => {
		const answer = new Response(null, { status });
		expect(await answerTo(answer)).toEqual({ error: answer });
	});

	test("waits for its answer only so long", async () => {
		vi.useFakeTimers();
		vi.stubGlobal("window", { __remixRouter: { state: {} } });
		const request = new Request("http://localhost:3000/page", { method: "POST", body: "a=1" });
		const answer = sendForm({ request, params: {}, serverAction: () => new Promise<never>(() => {}) });
		await vi.waitFor(() => expect(vi.getTimerCount()).toBe(1));
		await vi.runAllTimersAsync();
		expect(await answer).toEqual({ unsent: "No llegó respuesta: puede que la señal sea muy mala." });
	});

	test("is sent again when its session has ended, but never in place of what is sent after it", async () => {
		const sentAgain = new Error();
		const submit = () => {
			throw sentAgain;
		};
		vi.stubGlobal("HTMLFormElement", { prototype: { submit } });
		const ended = said(401);
		rememberForm(Object({ id: "extra", isConnected: true }));
		expect(await answerTo(new TypeError())).toMatchObject({ form: "extra" });
		expect(await answerTo(ended)).toEqual({ error: ended });
		rememberForm(Object({ id: "extra", isConnected: true }));
		expect(await answerTo(ended)).toEqual({ error: sentAgain });
	});

	test.each([
		["was saved", undefined, 200, true],
		["could not be sent", { unsent: "Sin señal." }, 200, false],
		["only asked", { isQuestion: true }, 200, false],
		["was refused", { result: {} }, 400, false],
		["was saved, and has no answer", null, 200, true],
		["was answered", { result: {} }, 399, true],
	])("loads the page anew only if it was saved: %s", (_, actionResult, actionStatus, isLoaded) => {
		const nowhere = {
			currentUrl: new URL("http://x"),
			nextUrl: new URL("http://x"),
			currentParams: {},
			nextParams: {},
		};
		const asked = { ...nowhere, actionResult, actionStatus, defaultShouldRevalidate: true };
		expect(revalidateWhenSaved(asked)).toBe(isLoaded);
	});
});
