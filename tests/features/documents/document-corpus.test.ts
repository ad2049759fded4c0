import { randomUUID } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { signedInUser } from "../../support/accounts";
import {
	add,
	documentsOf,
	filesInRows,
	imagesOf,
	photo,
	SAVED,
	uploadedFiles,
} from "../../support/document-forms";
import { corpusFiles, imageCorpus } from "../../support/images/image-corpus";
import { expectClean } from "../../support/images/made-images";
import { temporaryFolder } from "../../support/temporary-folder";

const uploads = process.env.UPLOADS_DIR ?? "";
const folder = temporaryFolder();
const corpus = await imageCorpus(join(folder, "images"));

/**
 * To save time, tests only every fifth image if the corpus has more than 100, but all images with EXIF orientations.
 * image-formats.test.ts decodes all images.
 */
const all = corpusFiles(corpus).filter((path) => statSync(path).size > 0);
const EACH = all.length > 100 ? 5 : 1;
const paths = all.filter((path, index) => index % EACH === 0 || path.includes("exif-orientation"));

test("each odd or broken image is stored upright and without metadata, or refused with a message beside its field while the other images are saved", async () => {
	const good = await photo();
	const { user, headers } = await signedInUser();
	let [accepted, refused] = [0, 0];
	for (const path of paths) {
		const name = basename(path);
		const idFile = randomUUID();
		const sent = new File([new Uint8Array(readFileSync(path))], name);
		const answer = await add({ idFile, title: "Carnet", images: [sent, good] }, headers);
		const rows = (await imagesOf(user)).filter(({ id_file }) => id_file === idFile);
		if (answer.status === 303) {
			accepted += 1;
			expect(answer, path).toRedirectTo(SAVED);
			expect(await documentsOf(user), path).toHaveLength(accepted);
			expect(rows, path).toHaveLength(2);
			const [row] = rows;
			const [large, small] = [1600, 320].map((px) => readFileSync(join(uploads, `${row?.id}-${px}.webp`)));
			if (!large || !small) throw new Error(path);
			await expectClean(large, path);
			await expectClean(small, path);
			const isUpright = (row?.width ?? 0) > (row?.height ?? 0) === name.startsWith("Landscape");
			if (path.includes("exif-orientation")) expect(isUpright, path).toBe(true);
			continue;
		}
		refused += 1;
		expect(answer.status, path).toBe(400);
		const { result, images } = await answer.json();
		expect(result.error, path).toEqual({
			images: [expect.stringMatching(/^Ocurrio un error al cargar la imagen\. [A-Z].+ \(«.+»\)$/)],
		});
		expect(result.error.images[0]).toContain(`(«${name}»)`);
		expect(result.initialValue).toEqual({ title: "Carnet", description: "Clase D1" });
		expect(images).toMatchObject([{ width: 40, height: 30, isPending: true }]);
		expect(await documentsOf(user)).toHaveLength(accepted);
	}
	expect(accepted).toBeGreaterThanOrEqual(corpus.accepted / EACH);
	expect(refused).toBeGreaterThan(0);
	expect(uploadedFiles()).toEqual(await filesInRows());
});
