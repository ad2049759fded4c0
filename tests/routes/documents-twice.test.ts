import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { makeUser, signedIn } from "../support/accounts";
import {
	add,
	documentsOf,
	edit,
	filesInRows,
	imagesOf,
	LIST,
	photo,
	photos,
	uploadedFiles,
} from "../support/document-forms";

/** Security row 67, decision 28: a button pressed twice, a lost answer, "back" in the browser. */
async function person() {
	const user = await makeUser();
	return { user, headers: await signedIn(user), idFile: randomUUID() };
}

const times = <Result>(count: number, run: (index: number) => Promise<Result>): Promise<Result[]> =>
	Promise.all(Array.from({ length: count }, (_, index) => run(index)));

describe("the same form again", () => {
	test("fifty times at once: one document, one set of files, and none fails", async () => {
		const { user, headers, idFile } = await person();
		const images = await photos(2);
		let left = 50;
		let busy = 0;
		// Who finds everybody else before them is told to come again, and does.
		while (left > 0 && busy < 50) {
			const answers = await times(left, () => add({ idFile, images }, headers));
			expect(answers.map(({ status }) => status).filter((status) => ![303, 503].includes(status))).toEqual(
				[],
			);
			left = answers.filter(({ status }) => status === 503).length;
			busy += left;
		}
		expect(left).toBe(0);
		expect(await documentsOf(user)).toHaveLength(1);
		expect(await imagesOf(user)).toHaveLength(2);
		expect(uploadedFiles()).toEqual(await filesInRows());
	});

	test("later: leads to the list as the first time, and changes nothing", async () => {
		const { user, headers, idFile } = await person();
		const sent = { idFile, title: "Carnet", expiresOn: "2027-01-31", images: await photos(2) };
		await add(sent, headers);
		const before = [await documentsOf(user), await imagesOf(user), uploadedFiles()];
		expect(await add(sent, headers)).toRedirectTo(LIST);
		expect([await documentsOf(user), await imagesOf(user), uploadedFiles()]).toEqual(before);
	});

	test("with one photo more, after 'back': it is added and not lost", async () => {
		const { user, headers, idFile } = await person();
		await add({ idFile, images: [await photo(1)] }, headers);
		expect(await add({ idFile, images: [await photo(1), await photo(2)] }, headers)).toRedirectTo(LIST);
		const [document] = await documentsOf(user);
		expect((await imagesOf(user)).map(({ document_id }) => document_id)).toEqual([
			document?.id,
			document?.id,
		]);
	});

	test("with more photos than fit: says so, and keeps what was saved", async () => {
		const { user, headers, idFile } = await person();
		await add({ idFile, images: await photos(9) }, headers);
		const answer = await add({ idFile, images: await photos(2, 20) }, headers);
		expect(answer.status).toBe(400);
		const { result } = await answer.json();
		expect(result.error.images[0]).toContain("No se pueden agregar más de 10 imágenes.");
		const published = (await imagesOf(user)).filter(({ document_id }) => document_id !== null);
		expect(published).toHaveLength(9);
	});

	test("an edit fifty times at once: its photos are there once", async () => {
		const { user, headers, idFile } = await person();
		await add({ idFile, images: await photos(3) }, headers);
		const [first] = await imagesOf(user);
		const sent = { title: "Editado", removeImages: [first?.id ?? ""], images: await photos(2, 10) };
		const answers = await times(30, () => edit(idFile, sent, headers));
		for (const answer of answers) expect(answer).toRedirectTo(LIST);
		expect(await imagesOf(user)).toHaveLength(4);
		expect(await documentsOf(user)).toMatchObject([{ title: "Editado" }]);
		expect(uploadedFiles()).toEqual(await filesInRows());
	});
});

describe("the same form with other texts ('back', and filled in anew)", () => {
	test("409: the first document stays as it was, this one comes back to be saved as another", async () => {
		const { user, headers, idFile } = await person();
		await add({ idFile, title: "Primero", images: [await photo(1)] }, headers);
		const before = await documentsOf(user);
		const answer = await add({ idFile, title: "Segundo", images: [await photo(2)] }, headers);
		expect(answer.status).toBe(409);
		const { result, idFile: another, images } = await answer.json();
		expect(result.error[""]).toEqual([
			"Con este formulario ya guardaste otro documento, que sigue como estaba. Si este es uno más, tocá Guardar de nuevo; si era un cambio, editá el que ya está en la lista.",
		]);
		expect(result.initialValue).toMatchObject({ title: "Segundo" });
		expect(another).not.toBe(idFile);
		expect(images).toMatchObject([{ isPending: true }]);
		expect(await documentsOf(user)).toEqual(before);
		expect(await add({ idFile: another, title: "Segundo" }, headers)).toRedirectTo(LIST);
		const documents = await documentsOf(user);
		expect(documents.map(({ title }) => title)).toEqual(["Primero", "Segundo"]);
		const owners = (await imagesOf(user)).map(({ document_id }) => document_id);
		expect(new Set(owners)).toEqual(new Set(documents.map(({ id }) => id)));
		expect(uploadedFiles()).toEqual(await filesInRows());
	});

	test("also when the script has sent its photos before it: they go with the second", async () => {
		const { user, headers, idFile } = await person();
		await add({ idFile, title: "Primero", images: [await photo(1)] }, headers);
		await add({ idFile, intent: "images", images: [await photo(2)] }, headers);
		const answer = await add({ idFile, title: "Segundo" }, headers);
		expect(answer.status).toBe(409);
		const { idFile: another, images } = await answer.json();
		expect(images).toMatchObject([{ isPending: true }]);
		await add({ idFile: another, title: "Segundo" }, headers);
		const documents = await documentsOf(user);
		const owners = (await imagesOf(user)).map(({ document_id }) => document_id);
		expect(new Set(owners)).toEqual(new Set(documents.map(({ id }) => id)));
	});

	test("sent at once, different twenty times: one is saved, none of the others is lost in silence", async () => {
		const { user, headers, idFile } = await person();
		const answers = await times(20, (index) => add({ idFile, title: `Título ${index}` }, headers));
		const statuses = answers.map(({ status }) => status).sort();
		expect(statuses).toEqual([303, ...Array(19).fill(409)]);
		expect(await documentsOf(user)).toHaveLength(1);
	});
});
