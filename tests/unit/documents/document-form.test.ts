import { type ComponentProps, createElement } from "react";
import { describe, expect, test } from "vitest";
import { DocumentForm } from "~/features/documents/document-form";
import AddDocumentPage from "~/routes/auth.my-document.add-document";
import { htmlOf } from "../../support/browser/render-part";
import { seenOf } from "../../support/texts/seen-of";

const today = "2026-11-21";
const image = { id: "i", width: 800, height: 600, isPending: false };

describe("the form", () => {
	const form = (more: Partial<ComponentProps<typeof DocumentForm>> = {}) =>
		htmlOf(createElement(DocumentForm, { idFile: "k", ...more })).then(seenOf);

	test("is left for the list, or for where one came from, and for a new document proposes a text", async () => {
		expect(await form()).toMatch(/Guardar \[Cancelar\]\(\/auth\/my-documents\)$/);
		expect(await form({ backTo: "/x" })).toMatch(/Guardar \[Cancelar\]\(\/x\)$/);
		expect(await form({ today })).toMatch(/Título .*«Documento del 21\/11\/2026» Descripción/);
		expect(await form({ today, shown: { title: "Mi carnet" } })).toContain("«Mi carnet» Descripción");
		expect(await form()).not.toMatch(/Título[^☐]*«/);
	});

	test("begins with the photos on a screen while the document is new", async () => {
		for (const version of ["v", undefined]) {
			const html = await htmlOf(createElement(DocumentForm, { idFile: "k", version }));
			expect(html.includes('class="photos-first"')).toBe(version === undefined);
		}
	});

	test("says in a dialog why it was not saved", async () => {
		for (const failure of ["No hay lugar.", undefined]) {
			const html = await htmlOf(createElement(DocumentForm, { idFile: "k", failure }));
			expect(/role="alertdialog".*No hay lugar\./.test(html)).toBe(failure !== undefined);
			expect(html.includes("alertdialog")).toBe(failure !== undefined);
		}
	});

	test("says beside the photos what is wrong with them", async () => {
		const part = (error?: Record<string, string[]>) =>
			htmlOf(createElement(DocumentForm, { idFile: "k", result: error && { status: "error", error } }));
		const html = await part({ images: ["No es una foto."] });
		expect(seenOf(html)).toContain("Elegir fotos No es una foto.");
		expect(html).toMatch(/aria-describedby="\S+ documento-images-error"[^>]*aria-invalid="true"/);
		expect(await part()).not.toContain("aria-invalid");
	});

	test("lists the photos it has, which to take away, and which are not saved yet", async () => {
		const images = [image, { ...image, id: "j", isPending: true, hash: "h" }];
		expect(await form({ images, removeImages: ["i"] })).toContain(
			"Fotos Las que dicen «sin guardar» ya las tenemos: no hace falta mandarlas de nuevo. [](/images/i-1600.webp) ☒ Quitar [](/images/j-1600.webp) Sin guardar {keptImages=j h} ☐ Quitar Hasta 10",
		);
		const saved = await form({ images: [image] });
		expect(saved).toContain("Fotos [](/images/i-1600.webp) ☐ Quitar Hasta 10");
		expect(saved).not.toMatch(/[Ss]in guardar/);
		expect(await form()).toContain("Fotos Hasta 10");
		// An empty list would be read to who cannot see it.
		expect(await htmlOf(createElement(DocumentForm, { idFile: "k" }))).not.toContain("<ul");
	});

	test("of a signed-out user asks for the photos again, and keeps which to take away", async () => {
		const text = await form({ images: [image], removeImages: ["i"], signIn: "Ingresá" });
		expect(text).toContain(
			"Las fotos que ibas a mandar hay que elegirlas de nuevo, después de ingresar. {removeImages=i}",
		);
		expect(text).not.toContain("Elegir fotos");
		// Whoever signs in above the fields may not have come to those words.
		expect(await form({ isResumed: true })).toContain(
			"Fotos Las fotos que ibas a mandar hay que elegirlas de nuevo. Hasta 10",
		);
		expect(await form()).not.toContain("de nuevo");
	});
});

test("whoever goes back to the page of a new document that is saved reads that it changes it, unless it is refused", async () => {
	const backTo = "/auth/my-documents?q=dni";
	const read = async (saved?: object, answer?: object) => {
		const data = { idFile: "k", saved, images: [], today, backTo };
		return seenOf(await htmlOf(createElement(AddDocumentPage), "/", data, answer));
	};
	const again = `/auth/my-document/add-document?redirectTo=${encodeURIComponent(backTo)}`;
	const note = `Este documento ya está guardado: si cambiás algo, cambia ese. [Agregar otro](${again})`;
	expect(await read({ title: "DNI" })).toContain(note);
	expect(await read()).toMatch(/^\[Mis Documentos\]\(\S+q=dni\) .* \[Cancelar\]\(\S+q=dni\)$/);
	expect(await read({ title: "DNI" }, { result: { status: "error" } })).not.toContain("ya está guardado");
	expect(await read()).not.toContain("ya está guardado");
});
