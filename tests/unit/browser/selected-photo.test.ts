import { expect, test } from "vitest";
import { isForDialog, leftOutText, newFiles } from "~/features/documents/photos/selected-photo";

const file = (name: string, text = "", lastModified = 1) => new File([text], name, { lastModified });

test("a file selected again is recognised by name, size and date together", () => {
	const picked = [{ file: file("image.jpg", "uno") }];
	const others = [file("otra.jpg", "uno"), file("image.jpg", "cuatro"), file("image.jpg", "uno", 2)];
	expect(newFiles(picked, [file("image.jpg", "uno"), ...others])).toEqual(others);
});

test("photos beyond the maximum are named after the standard message", () => {
	expect(leftOutText([])).toBe("");
	expect(leftOutText(["a.jpg", "b.jpg"])).toBe(
		"No se pueden agregar más de 10 imágenes. Quedaron afuera: «a.jpg», «b.jpg».",
	);
});

test("the two standard errors are shown in a dialog, others only beside the field", () => {
	expect(isForDialog(leftOutText(["a.jpg"]))).toBe(true);
	expect(isForDialog("Ocurrio un error al cargar la imagen. Está dañada.")).toBe(true);
	expect(isForDialog("Hay muchas personas subiendo fotos.")).toBe(false);
});
