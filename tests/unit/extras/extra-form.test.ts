import { createElement } from "react";
import { expect, test } from "vitest";
import { ExtraForm } from "~/features/extras/form/extra-form";
import { htmlOf } from "../../support/browser/render-part";
import { wordsOf } from "../../support/texts/words-of";

type Answer = NonNullable<Parameters<typeof ExtraForm>[0]["answer"]>;

const answer: Answer = {
	query: "date=2026-11-15",
	choices: { shifts: [], hint: "" },
	text: "De 22:00 a 06:00.",
	sum: { hours: "8 h", estimate: "$ 84.000,00" },
	questions: [],
	asked: undefined,
};

const words = async (change: Partial<Answer>, more: object = {}) =>
	wordsOf(
		await htmlOf(
			createElement(ExtraForm, {
				idFile: "x",
				submit: "Guardar",
				shown: {},
				answer: { ...answer, ...change },
				...more,
			}),
		),
	);

test("the preview has the hours, and their pay only if the hour's value is known", async () => {
	expect(await words({})).toContain("8 h $ 84.000,00 estimado De 22:00 a 06:00.");
	expect(await words({ sum: { hours: "8 h", estimate: undefined } })).toContain("8 h De 22:00 a 06:00.");
	expect(await words({ text: null })).not.toContain("estimado");
});

test("what another tab has saved stands beside the form in words: a date, a choice, an empty comment", async () => {
	const saved = { date: "2026-11-15", shift: "N", compensation: "franco", comment: null };
	const shown = { date: "2026-11-16", shift: "N", compensation: "pago", comment: "lo mío" };
	const text = await words({}, { shown, saved });
	expect(text).toContain(
		"Lo que está guardado ahora Fecha en que empezó 15/11/2026 Comentario (opcional) vacío Cómo te la compensan Franco Lo tuyo",
	);
});
