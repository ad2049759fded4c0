import { createElement } from "react";
import { afterEach, expect, test, vi } from "vitest";
import {
	isForDialog,
	leftOutText,
	newFiles,
	type SelectedPhoto,
} from "~/features/documents/photos/selected-photo";
import { SelectedPhotoItem } from "~/features/documents/photos/selected-photo-item";
import { htmlOf } from "../../support/browser/render-part";
import { seenOf } from "../../support/texts/seen-of";

afterEach(() => vi.unstubAllGlobals());

const file = (name: string, text = "", lastModified = 1) => new File([text], name, { lastModified });

test("a file selected again is recognised by name, size and date together", () => {
	const picked = [file("image.jpg", "uno")];
	const others = [file("otra.jpg", "uno"), file("image.jpg", "cuatro"), file("image.jpg", "uno", 2)];
	expect(newFiles(picked, [file("image.jpg", "uno"), ...others])).toEqual(others);
});

test("photos beyond the maximum are named after the standard message", () => {
	expect(leftOutText([])).toBe("");
	expect(leftOutText(["a.jpg"])).toBe("No se pueden agregar más de 10 imágenes. Quedó afuera: «a.jpg».");
	expect(leftOutText(["a.jpg", "b.jpg"])).toBe(
		"No se pueden agregar más de 10 imágenes. Quedaron afuera: «a.jpg», «b.jpg».",
	);
});

test("the two standard errors are shown in a dialog, others only beside the field", () => {
	expect(isForDialog(leftOutText(["a.jpg"]))).toBe(true);
	expect(isForDialog("Ocurrio un error al cargar la imagen. Está dañada.")).toBe(true);
	expect(isForDialog("Hay muchas personas subiendo fotos.")).toBe(false);
});

/** Makes the canvas draw what it should, or another colour, as a browser does that hides its canvas. */
function drawAs(colour: readonly number[]): void {
	const context = { fillRect: () => {}, getImageData: () => ({ data: colour }) };
	vi.stubGlobal("document", { createElement: () => ({ getContext: () => context }) });
}

test.each<[string, Partial<SelectedPhoto>, boolean, string]>([
	["new", {}, false, "Quitar Arreglar"],
	["new, after another", {}, true, "Quitar Arreglar Antes"],
	["being sent", { state: "sending", note: "Mandando…", part: 0.5 }, false, "Mandando…"],
	["sent", { state: "sent", note: "Lista" }, false, "Lista Quitar"],
	["refused", { state: "refused", note: "Está dañada." }, false, "Está dañada. Quitar"],
	[
		"changed, by its first name",
		{ original: file("a.jpg"), file: file("b.jpg"), shown: "blob:2" },
		false,
		"Quitar Arreglar",
	],
])("a photo that is %s", async (_, more, canAdvance, text) => {
	drawAs([18, 52, 86, 255]);
	const photo: SelectedPhoto = { file: file("a.jpg"), preview: "blob:1", state: "new", note: "", ...more };
	const html = await htmlOf(
		createElement(SelectedPhotoItem, {
			photo,
			place: 2,
			onRemove: () => {},
			onAdvance: canAdvance ? () => {} : undefined,
			onEdit: () => {},
		}),
	);
	expect(seenOf(html)).toBe(`Foto 2: a.jpg ${text}`);
	expect(html.includes("<progress")).toBe(photo.part !== undefined);
	expect(html).toContain(`src="${photo.shown ?? photo.preview}"`);
	if (photo.state === "sending") expect(html).not.toContain("<button");
});

test("a photo is not put right where the browser draws something else", async () => {
	drawAs([0, 0, 0, 255]);
	const photo: SelectedPhoto = { file: file("a.jpg"), preview: "blob:1", state: "new", note: "" };
	const part = createElement(SelectedPhotoItem, { photo, place: 1, onRemove: () => {}, onEdit: () => {} });
	expect(seenOf(await htmlOf(part))).toBe("Foto 1: a.jpg Quitar");
});
