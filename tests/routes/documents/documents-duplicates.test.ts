import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { loader as editLoader } from "~/routes/auth.edit-document.$idFile";
import { loader as addLoader } from "~/routes/auth.my-document.add-document";
import { makeUser, signedIn } from "../../support/accounts";
import {
	ADD,
	add,
	documentBody,
	documentsOf,
	edit,
	filesInRows,
	imagesOf,
	photo,
	photos,
	SAVED,
	uploadedFiles,
} from "../../support/document-forms";
import { argsFor, errorsOf, responseOf } from "../../support/requests";
import { toastOf } from "../../support/toasts";

/** Tests of forms that are sent twice (by a second press, after a lost response, or after Back) or from two tabs. */

async function userWithIdFile() {
	const user = await makeUser();
	return { user, headers: await signedIn(user), idFile: randomUUID() };
}

const times = <Result>(count: number, run: (index: number) => Promise<Result>): Promise<Result[]> =>
	Promise.all(Array.from({ length: count }, (_, index) => run(index)));

describe("the same form sent again", () => {
	test("fifty times in parallel makes one document and one set of files, and none fails", async () => {
		const { user, headers, idFile } = await userWithIdFile();
		const images = await photos(2);
		let left = 50;
		let busy = 0;
		// Sends the forms with status 503 again: they were refused because the upload queue was full.
		while (left > 0 && busy < 50) {
			const responses = await times(left, () => add({ idFile, images }, headers));
			expect(responses.map(({ status }) => status).filter((status) => ![303, 503].includes(status))).toEqual(
				[],
			);
			left = responses.filter(({ status }) => status === 503).length;
			busy += left;
		}
		expect(left).toBe(0);
		expect(await documentsOf(user)).toHaveLength(1);
		expect(await imagesOf(user)).toHaveLength(2);
		expect(uploadedFiles()).toEqual(await filesInRows());
	});

	test("a second time redirects to the list again, and changes nothing", async () => {
		const { user, headers, idFile } = await userWithIdFile();
		const sent = { idFile, title: "Carnet", expiresOn: "2027-01-31", images: await photos(2) };
		await add(sent, headers);
		const before = [await documentsOf(user), await imagesOf(user), uploadedFiles()];
		expect(await add(sent, headers)).toRedirectTo(SAVED);
		expect([await documentsOf(user), await imagesOf(user), uploadedFiles()]).toEqual(before);
	});

	test("with one more photo, after 'back', adds that photo", async () => {
		const { user, headers, idFile } = await userWithIdFile();
		await add({ idFile, images: [await photo(1)] }, headers);
		expect(await add({ idFile, images: [await photo(1), await photo(2)] }, headers)).toRedirectTo(SAVED);
		const [document] = await documentsOf(user);
		expect((await imagesOf(user)).map(({ document_id }) => document_id)).toEqual([
			document?.id,
			document?.id,
		]);
	});

	test("with too many photos is refused, and the saved document stays", async () => {
		const { user, headers, idFile } = await userWithIdFile();
		await add({ idFile, images: await photos(9) }, headers);
		const response = await add({ idFile, images: await photos(2, 20) }, headers);
		expect(response.status).toBe(400);
		const { result } = await response.json();
		expect(result.error.images[0]).toContain("No se pueden agregar más de 10 imágenes.");
		const published = (await imagesOf(user)).filter(({ document_id }) => document_id !== null);
		expect(published).toHaveLength(9);
	});

	test("as an edit, thirty times in parallel, stores its photos once", async () => {
		const { user, headers, idFile } = await userWithIdFile();
		await add({ idFile, images: await photos(3) }, headers);
		const [first] = await imagesOf(user);
		const sent = { title: "Editado", removeImages: [first?.id ?? ""], images: await photos(2, 10) };
		const responses = await times(30, () => edit(idFile, sent, headers));
		for (const response of responses) expect(response).toRedirectTo(SAVED);
		expect(await imagesOf(user)).toHaveLength(4);
		expect(await documentsOf(user)).toMatchObject([{ title: "Editado" }]);
		expect(uploadedFiles()).toEqual(await filesInRows());
	});
});

describe("the same form with other texts, after 'back'", () => {
	test("changes the document that the first form has made, and the toast says so", async () => {
		const { user, headers, idFile } = await userWithIdFile();
		await add({ idFile, title: "Primero", images: [await photo(1)] }, headers);
		const response = await add({ idFile, title: "Segundo", images: [await photo(2)] }, headers);
		expect(response).toRedirectTo(SAVED);
		expect((await toastOf(response))?.text).toBe(
			"Documento editado: ya lo habías guardado con este formulario, y ahora dice lo último.",
		);
		expect(await documentsOf(user)).toMatchObject([{ title: "Segundo" }]);
		expect(await imagesOf(user)).toHaveLength(2);
		expect(uploadedFiles()).toEqual(await filesInRows());
	});

	test("delayed on its way, does not undo the correction that was sent after it", async () => {
		const { user, headers, idFile } = await userWithIdFile();
		const send = (title: string, sending: string) => {
			const body = documentBody({ idFile, title });
			body.set("sending", sending);
			return add(body, headers);
		};
		expect(await send("Segundo", "1000.2")).toRedirectTo(SAVED);
		expect((await send("Primero", "1000.1")).status).toBe(409);
		expect(await documentsOf(user)).toMatchObject([{ title: "Segundo" }]);
		expect(await send("Tercero", "1000.3")).toRedirectTo(SAVED);
		expect((await send("Segundo", "1000.2")).status).toBe(409);
		expect(await documentsOf(user)).toMatchObject([{ title: "Tercero" }]);
	});

	test("has the same effect when the script has uploaded the photos before", async () => {
		const { user, headers, idFile } = await userWithIdFile();
		await add({ idFile, title: "Primero", images: [await photo(1)] }, headers);
		await add({ idFile, intent: "images", images: [await photo(2)] }, headers);
		expect(await add({ idFile, title: "Segundo" }, headers)).toRedirectTo(SAVED);
		const [document] = await documentsOf(user);
		const owners = (await imagesOf(user)).map(({ document_id }) => document_id);
		expect(owners).toEqual([document?.id, document?.id]);
	});

	test("keeps its key in the address of its page, which then shows the saved document", async () => {
		const { headers } = await userWithIdFile();
		const first = await responseOf(() => addLoader(argsFor(ADD, {}, { headers })));
		expect(first.status).toBe(302);
		const address = first.headers.get("Location") ?? "";
		const see = () => addLoader(argsFor(address, {}, { headers }));
		const { idFile, saved } = await see();
		expect([address, saved]).toEqual([`${ADD}?idFile=${idFile}`, undefined]);
		await add({ idFile, title: "Primero" }, headers);
		const again = await see();
		expect(again).toMatchObject({ idFile, saved: { title: "Primero" } });
		// The document exists by now, so the form with the key `idFile` edits it instead of adding another document.
		const changed = await add({ idFile, title: "Segundo", version: again.version }, headers);
		expect(changed).toRedirectTo(SAVED);
	});

	test("twenty different forms in parallel: each form that overwrites another one says so, and none is lost", async () => {
		const { user, headers, idFile } = await userWithIdFile();
		const responses = await times(20, (index) => add({ idFile, title: `Título ${index}` }, headers));
		const statuses = responses.map(({ status }) => status).sort();
		expect(statuses).toEqual([303, 303, ...Array(18).fill(409)]);
		expect(await documentsOf(user)).toHaveLength(1);
	});
});

describe("an edit from two tabs", () => {
	async function twoTabs() {
		const { user, headers, idFile } = await userWithIdFile();
		await add({ idFile, title: "Licencia", description: "Vieja" }, headers);
		const { version } = await editLoader(argsFor(`/auth/edit-document/${idFile}`, { idFile }, { headers }));
		expect(await edit(idFile, { title: "De la primera", version }, headers)).toRedirectTo(SAVED);
		return { user, headers, idFile, version };
	}

	test("refuses the later one with 409, and shows its form beside the saved texts", async () => {
		const { user, headers, idFile, version } = await twoTabs();
		const before = await documentsOf(user);
		const sent = { title: "De la segunda", version, images: [await photo(3)] };
		const response = await edit(idFile, sent, headers);
		expect(response.status).toBe(409);
		const { result, saved, images, version: present } = await response.json();
		expect(result.initialValue).toMatchObject({ title: "De la segunda" });
		expect(result.error[""][0]).toContain("No se guardó nada de esto. Compará y elegí");
		expect(saved).toMatchObject({ title: "De la primera" });
		expect(images).toMatchObject([{ isPending: true }]);
		expect(await documentsOf(user)).toEqual(before);
		// The refusal contains the current version of the document. With this version, the refused texts are accepted.
		expect(await edit(idFile, { title: "De la segunda", version: present }, headers)).toRedirectTo(SAVED);
		expect(await documentsOf(user)).toMatchObject([{ title: "De la segunda" }]);
		expect(await imagesOf(user)).toMatchObject([{ document_id: before[0]?.id }]);
	});

	test("accepts the later one when the texts are the same, as after a lost response", async () => {
		const { headers, idFile, version } = await twoTabs();
		expect(await edit(idFile, { title: "De la primera", version }, headers)).toRedirectTo(SAVED);
	});

	test("refuses the first form of a document, sent again after an edit", async () => {
		const { user, headers, idFile } = await twoTabs();
		expect((await add({ idFile, title: "De antes" }, headers)).status).toBe(409);
		expect(await documentsOf(user)).toMatchObject([{ title: "De la primera" }]);
	});
});

describe("an empty photo file", () => {
	test("is refused by name, and nothing is published without it", async () => {
		const { user, headers, idFile } = await userWithIdFile();
		const images = [new File([], "credencial.jpg", { type: "image/jpeg" })];
		const response = await add({ idFile, images }, headers);
		expect(response.status).toBe(400);
		expect((await errorsOf(response)).images).toEqual([
			"Ocurrio un error al cargar la imagen. El archivo está vacío: elegí otra vez la imagen. («credencial.jpg»)",
		]);
		expect(await documentsOf(user)).toEqual([]);
		const sent = await add({ idFile, intent: "images", images }, headers);
		expect([sent.status, (await sent.json()).refused]).toEqual([
			400,
			[expect.stringContaining("está vacío")],
		]);
	});

	test("without a name means that no photo was selected", async () => {
		const { headers } = await userWithIdFile();
		const body = documentBody({});
		body.append("images", new File([], ""));
		expect(await add(body, headers)).toRedirectTo(SAVED);
	});
});
