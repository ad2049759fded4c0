import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { signedInUser } from "../../support/accounts";
import { add, edit, filesInRows, imagesOf, photo, SAVED, uploadedFiles } from "../../support/document-forms";

describe("a photo that the same form removes and sends again", () => {
	async function withPhoto() {
		const { user, headers } = await signedInUser();
		const idFile = randomUUID();
		const image = await photo(1);
		await add({ idFile, images: [image] }, headers);
		const [before] = await imagesOf(user);
		return { user, headers, idFile, image, removeImages: before ? [before.id] : [] };
	}

	test("is in the document once, whether it was sent with the form or before it", async () => {
		for (const isSentBefore of [false, true]) {
			const { user, headers, idFile, image, removeImages } = await withPhoto();
			if (isSentBefore) {
				const sent = { intent: "images", removeImages, images: [image] };
				expect((await edit(idFile, sent, headers)).status).toBe(200);
			}
			const images = isSentBefore ? [] : [image];
			expect(await edit(idFile, { removeImages, images }, headers)).toRedirectTo(SAVED);
			const after = await imagesOf(user);
			expect(after.map(({ document_id }) => document_id)).toEqual([expect.any(Number)]);
			expect(after.map(({ id }) => id)).not.toEqual(removeImages);
			expect(uploadedFiles()).toEqual(await filesInRows());
		}
	});

	test("is in the document once, even if its checkbox is cleared in the end", async () => {
		const { user, headers, idFile, image, removeImages } = await withPhoto();
		await edit(idFile, { intent: "images", removeImages, images: [image] }, headers);
		expect(await imagesOf(user)).toHaveLength(2);
		expect(await edit(idFile, {}, headers)).toRedirectTo(SAVED);
		expect((await imagesOf(user)).map(({ id }) => id)).toEqual(removeImages);
		expect(uploadedFiles()).toEqual(await filesInRows());
	});
});
