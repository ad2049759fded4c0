import { type ComponentProps, createElement } from "react";
import { expect, test } from "vitest";
import { ImportForm } from "~/features/extras-import/import-form";
import { ImportPreviewSection } from "~/features/extras-import/import-preview";
import { htmlOf } from "../../support/browser/render-part";
import { seenOf } from "../../support/texts/seen-of";

type Preview = ComponentProps<typeof ImportPreviewSection>["preview"];

const nothing: Preview = {
	addedCount: 0,
	knownCount: 0,
	refusedCount: 0,
	first: [],
	refused: [],
	rows: "r",
	hasRoom: true,
	most: 30_000,
};
const first = [{ line: 2, text: "viernes 20/11/2026" }];
const refused = [{ line: 3, reason: "El turno falta." }];
const AGAIN = "[Elegir otro archivo](/auth/work-overtime/import)";
const CANCEL = "[Cancelar](/auth/work-overtime/import)";
const FULL = `Con estas pasarías las 30.000 extras, que es el máximo. No se importó nada: eliminá las que ya no necesites, o importá menos. ${AGAIN}`;

test.each<[string, Partial<Preview>, string]>([
	["nothing", {}, `No hay extras nuevas ${AGAIN}`],
	["nothing, and why not", { note: "Cambió." }, `Cambió. No hay extras nuevas ${AGAIN}`],
	[
		"one",
		{ addedCount: 1, first },
		`1 extra para agregar viernes 20/11/2026 {confirmed=r} Importar 1 extra ${CANCEL}`,
	],
	[
		"more than it lists, for a person",
		{ addedCount: 1235, first, person: "p" },
		`1.235 extras para agregar viernes 20/11/2026 y 1.234 más {confirmed=r} {person=p} Importar 1.235 extras ${CANCEL}`,
	],
	["too many", { addedCount: 1, first, hasRoom: false }, `1 extra para agregar viernes 20/11/2026 ${FULL}`],
	[
		"one that is known",
		{ knownCount: 1 },
		`No hay extras nuevas 1 extra que ya tenés o que está repetida: no se agrega ni cambia. ${AGAIN}`,
	],
	[
		"two that are known",
		{ knownCount: 2 },
		`No hay extras nuevas 2 extras que ya tenés o que están repetidas: no se agregan ni cambian. ${AGAIN}`,
	],
	[
		"a line that is refused",
		{ refusedCount: 1, refused },
		`No hay extras nuevas ▾ 1 línea que no entra Línea 3. El turno falta. ${AGAIN}`,
	],
	[
		"more refused lines than it lists",
		{ refusedCount: 3, refused },
		`No hay extras nuevas ▾ 3 líneas que no entran Línea 3. El turno falta. y 2 más ${AGAIN}`,
	],
])("a preview of %s", async (_, more, text) => {
	const html = await htmlOf(createElement(ImportPreviewSection, { preview: { ...nothing, ...more } }));
	expect(seenOf(html)).toBe(text);
	expect(html.includes('role="status"')).toBe(more.note !== undefined);
	expect(html.includes("<ul")).toBe((more.first ?? more.refused) !== undefined);
});

test("the form marks a wrong file, and opens on what was pasted", async () => {
	const form = (initialValue: Record<string, string>, error?: Record<string, string[]>) =>
		htmlOf(
			createElement(ImportForm, { result: { status: error ? "error" : "success", initialValue, error } }),
		);
	const [right, wrong] = [await form({ pasted: "a;b" }), await form({}, { file: ["Elegí un archivo."] })];
	expect(seenOf(right)).toContain("▾ Pegar el contenido");
	expect(seenOf(wrong)).toContain("▸ Pegar el contenido");
	expect(seenOf(wrong)).toContain("Elegí un archivo.");
	expect([right, wrong].map((html) => /type="file"[^>]*aria-invalid="true"/.test(html))).toEqual([
		false,
		true,
	]);
});
