import { createElement, type ReactNode } from "react";
import { describe, expect, test } from "vitest";
import { ChoiceField } from "~/ui/forms/choice-field";
import { PlainField } from "~/ui/forms/plain-field";
import { RadioField, SelectField } from "~/ui/forms/select-field";
import { TextAreaField } from "~/ui/forms/text-area-field";
import { PasswordField, TextField } from "~/ui/forms/text-field";
import { htmlOf } from "../../support/browser/render-part";
import { wordsOf } from "../../support/texts/words-of";
import { controlIn, controlsOf, type Drawn, formHtml, type Values } from "./form-part";

describe("a choice with «Otra»", () => {
	const choices = [
		{ value: "2026-11-20", label: "20", note: "ayer", spoken: "viernes 20" },
		{ value: "2026-11-21", label: "21" },
		{ value: "hoy", label: "Hoy", isLarge: true },
	];
	const choice =
		(more: object = {}): Drawn =>
		(form, fields) =>
			createElement(ChoiceField, {
				form: form.meta,
				field: fields.date,
				label: "Fecha",
				choices,
				other: { field: fields.otherDate, label: "Otra fecha" },
				...more,
			});
	/** What is selected, what the text field says, and which control a link to the field leads to. */
	const stateOf = async (shown: Values, errors?: Record<string, string[]>, more?: object) => {
		const html = await formHtml(choice(more), shown, errors);
		const text = controlIn(html, { name: "otherDate" });
		const [leadsTo, ...others] = controlsOf(html).filter(({ id }) => id === "f-date");
		expect([others, text?.disabled]).toEqual([[], undefined]);
		return {
			html,
			selected: controlsOf(html)
				.filter(({ type, checked }) => type === "radio" && checked !== undefined)
				.map(({ value }) => value),
			typed: text?.value ?? "",
			leadsTo: leadsTo?.type === "radio" ? leadsTo.value : leadsTo?.name,
			shownDate: controlIn(html, { name: "shownDate" })?.value,
			/** Whether the text field stands there also while «Otra» is not selected. */
			isTextShown: html.includes('<div class="typed shown">'),
			isTextWrong: text?.["aria-invalid"] === "true",
			isGroupWrong: /role="radiogroup"[^>]*aria-invalid="true"/.test(html),
		};
	};
	const untyped = ["2026-11-19"];

	test.each([
		["nothing yet: a link leads to the first", {}, undefined, [], "", "2026-11-20", undefined],
		["one of them", { date: "2026-11-21" }, undefined, ["2026-11-21"], "", "2026-11-21", "2026-11-21"],
		["another value, as typed", { date: "1/10" }, undefined, ["other"], "1/10", "otherDate", undefined],
		[
			"«Otra» itself",
			{ date: "other", otherDate: "ayer" },
			undefined,
			["other"],
			"ayer",
			"otherDate",
			undefined,
		],
		[
			"one of them, and another typed",
			{ date: "hoy", otherDate: "ayer" },
			undefined,
			["hoy"],
			"ayer",
			"hoy",
			"hoy",
		],
		["a value that nobody types", { date: "2026-11-19" }, untyped, [], "", "2026-11-20", "2026-11-19"],
	])("%s", async (_, shown, never, selected, typed, leadsTo, shownDate) => {
		const more = never && { untyped: never };
		expect(await stateOf(shown, undefined, more)).toMatchObject({ selected, typed, leadsTo, shownDate });
	});

	test.each([
		[
			"of a choice",
			{ date: "hoy" },
			{ date: ["Mal."] },
			{ isGroupWrong: true, isTextWrong: false, isTextShown: false },
		],
		["of what was typed", { date: "x" }, { date: ["Mal."] }, { isGroupWrong: true, isTextWrong: true }],
		[
			"typed beside a choice",
			{ date: "hoy" },
			{ otherDate: ["Dos."] },
			{ isGroupWrong: false, isTextWrong: true, isTextShown: true },
		],
		["nowhere", { date: "x" }, undefined, { isGroupWrong: false, isTextWrong: false }],
	])("an error is marked where it is: %s", async (_, shown, errors, marked) => {
		expect(await stateOf(shown, errors)).toMatchObject(marked);
	});

	test("the large choice stands first; a note follows its label, and what is spoken replaces both", async () => {
		const { html } = await stateOf({});
		expect(wordsOf(html)).toBe("Fecha Hoy 20 ayer 21 Otra Otra fecha");
		expect(html.match(/aria-label="[^"]*"/g)).toEqual(['aria-label="viernes 20"']);
		const hinted = await formHtml(choice({ hint: "La del parte." }));
		expect(wordsOf(hinted)).toContain("Fecha La del parte. Hoy");
	});
});

describe("a plain field of a question", () => {
	const plain = (more: object) => htmlOf(createElement(PlainField, { name: "day", label: "Día", ...more }));

	test.each<[string, object, string, Record<string, string | undefined>]>([
		[
			"must be filled in",
			{},
			"Día",
			{ required: "", "aria-describedby": "day-error", "aria-invalid": undefined },
		],
		["may stay empty", { isOptional: true }, "Día", { required: undefined }],
		["explains itself", { hint: "Uno." }, "Día Uno.", { "aria-describedby": "day-hint day-error" }],
		[
			"says what is wrong",
			{ problem: "No." },
			"Día No.",
			{ "aria-describedby": "day-error", "aria-invalid": "true" },
		],
		[
			"does both",
			{ hint: "Uno.", problem: "No." },
			"Día Uno. No.",
			{ "aria-describedby": "day-hint day-error" },
		],
		["is a choice", { options: [{ value: "1", label: "Lunes" }] }, "Día Lunes", {}],
	])("%s", async (_, more, words, attributes) => {
		const html = await plain(more);
		expect(wordsOf(html)).toBe(words);
		const [control = {}] = controlsOf(html);
		for (const [name, value] of Object.entries(attributes)) expect(control[name], name).toBe(value);
		for (const id of control["aria-describedby"]?.split(" ") ?? []) expect(html).toContain(`id="${id}"`);
	});
});

const drawn = (node: ReactNode) => createElement("div", null, node);

describe("one field", () => {
	test("of radio buttons has the shown or the first one selected, to which an error leads", async () => {
		const options = ["a", "b"].map((value) => ({ value, label: value.toUpperCase() }));
		const radio: Drawn = (_form, { date: field }) =>
			createElement(RadioField, { field, label: "Cuál", options });
		const selected = async (shown: Values, errors?: Record<string, string[]>) => {
			const html = await formHtml(radio, shown, errors);
			const [first] = controlsOf(html).filter(({ checked }) => checked !== undefined);
			return [first?.value, first?.id, /aria-invalid/.test(html), wordsOf(html)];
		};
		expect(await selected({})).toEqual(["a", "f-date", false, "Cuál A B"]);
		expect(await selected({ date: "b" })).toEqual(["b", "f-date", false, "Cuál A B"]);
		expect(await selected({ date: "b" }, { date: ["No."] })).toEqual(["b", "f-date", true, "Cuál A B No."]);
	});

	test("has its hint, of which screen readers know, and its first error", async () => {
		const text =
			(hint?: string): Drawn =>
			(_form, { date: field }) =>
				drawn(createElement(TextField, { field, label: "Fecha", hint }));
		const hinted = await formHtml(text("La del parte."), {}, { date: ["Mal.", "Peor."] });
		expect(wordsOf(hinted)).toBe("Fecha La del parte. Mal.");
		expect(controlsOf(hinted)[0]?.["aria-describedby"]).toBe("f-date-description f-date-error");
		for (const id of ["f-date-description", "f-date-error"]) expect(hinted).toContain(`id="${id}"`);
		expect(controlsOf(await formHtml(text()))[0]?.["aria-describedby"]).toBe("f-date-error");
	});

	test("belongs to the form around it and names none, so that in Firefox a form that was left keeps it", async () => {
		const html = await formHtml((_form, { date: field }) =>
			drawn([
				createElement(TextField, { key: 1, field, label: "Fecha" }),
				createElement(TextAreaField, { key: 2, field, label: "Fecha" }),
				createElement(SelectField, { key: 3, field, label: "Fecha", options: [] }),
			]),
		);
		expect(html).toMatch(/<input.*<textarea.*<select/);
		expect(html).not.toContain(' form="');
	});

	test("of a password is hidden, and offers to show it only to a page with script", async () => {
		const html = await formHtml((_form, { date: field }) =>
			createElement(PasswordField, { field, label: "Clave", autoComplete: "current-password" }),
		);
		expect(controlsOf(html)).toMatchObject([{ type: "password" }]);
	});
});
