import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { mendImages } from "../../../scripts/operator/checking/mend-images";
import { temporaryFolder } from "../../support/temporary-folder";

/** An uploads folder where `blocked` cannot be written, because a folder has its name. */
function mendInto(blocked: string, names: string[]): { uploads: string; mended: Promise<void> } {
	const folder = temporaryFolder();
	const [uploads, copy] = [join(folder, "uploads"), join(folder, "copy")];
	writeFileSync(copy, "the photo");
	mkdirSync(join(uploads, blocked, "inside"), { recursive: true });
	return { uploads, mended: mendImages(new Map(names.map((name) => [name, copy])), uploads) };
}

test("an operator whose disk fails after some images reads how many are back", async () => {
	const { uploads, mended } = mendInto("c.jpg", ["a.jpg", "b.jpg", "c.jpg", "d.jpg"]);
	await expect(mended).rejects.toThrow(
		"Se repusieron 2 de 4 imágenes y falló c.jpg (EISDIR). Corregilo y volvé a correrlo: sigue con las que faltan.",
	);
	expect(readdirSync(uploads)).toEqual(["a.jpg", "b.jpg", "c.jpg"]);
});

test("a disk that fails at the first image has changed nothing, and its own error is told", async () => {
	const { mended } = mendInto("a.jpg", ["a.jpg", "b.jpg"]);
	await expect(mended).rejects.toMatchObject({ code: "EISDIR" });
});
