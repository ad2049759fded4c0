import { randomUUID } from "node:crypto";
import { describe, expect, test, vi } from "vitest";
import { documentRecord } from "~/features/documents/document-record.server";
import { sweepPendingImages } from "~/features/documents/photos/document-images.server";
import { db } from "~/lib/database/db.server";
import { diskFullMessage } from "~/lib/database/disk.server";
import { deleteRecord, restoreRecord } from "~/lib/records/deleted-records.server";
import { OTHERS } from "~/lib/records/save-record-form.server";
import { loader as seeImage } from "~/routes/images.$file";
import { makeUser, signedIn } from "../../support/accounts";
import {
	add,
	documentsOf,
	edit,
	filesInRows,
	imagesOf,
	photo,
	photos,
	SAVED,
	type SentDocument,
	uploadedFiles,
} from "../../support/document-forms";
import { argsFor, errorsOf, responseOf } from "../../support/requests";

/**
 * Tests that a refused form publishes nothing, and that its valid photos become pending (stored until the document is
 * saved): the form that is shown again cannot contain the selected files.
 */

const DAY_MS = 24 * 3_600_000;
const FAILED = "Ocurrio un error al cargar la imagen.";
const ERASED =
	"Las fotos sin guardar se conservan un día, y alguna ya no está. Fijate cuál falta y elegila de nuevo.";
const TOO_MANY = "No se pueden agregar más de 10 imágenes.";

async function userWithIdFile() {
	const user = await makeUser();
	return { user, headers: await signedIn(user), idFile: randomUUID() };
}

/** Sends a form without a title, which the server refuses. */
async function refused(sent: SentDocument, headers: Record<string, string>) {
	const response = await add({ title: "", ...sent }, headers);
	expect(response.status).toBe(400);
	return response.json();
}

const seen = (id: string, headers: Record<string, string>) => {
	const file = `${id}-320.webp`;
	return responseOf(() => seeImage(argsFor(`/images/${file}`, { file }, { headers })));
};

const named = (content: Uint8Array, name: string) => new File([new Uint8Array(content)], name);

describe("photos of a form whose fields are refused", () => {
	test("become pending, come back with the form, and are visible to their owner only", async () => {
		const { user, headers, idFile } = await userWithIdFile();
		const response = await refused({ idFile, images: await photos(2) }, headers);
		expect(response.result.error).toEqual({ title: ["Titulo es requerido."] });
		const rows = await imagesOf(user);
		expect(rows.map(({ document_id }) => document_id)).toEqual([null, null]);
		expect(response).toMatchObject({
			idFile,
			images: rows.map(({ id }) => ({ id, width: 40, height: 30, isPending: true })),
		});
		expect(await documentsOf(user)).toEqual([]);
		expect(uploadedFiles()).toEqual(await filesInRows());
		const [{ id } = { id: "" }] = rows;
		expect((await seen(id, headers)).status).toBe(200);
		expect((await seen(id, (await userWithIdFile()).headers)).status).toBe(404);
		expect((await seen(id, {})).status).toBe(302);
	});

	test("of a form that another person has opened, and that find no room, are not lost in silence", async () => {
		const { user, headers, idFile } = await userWithIdFile();
		const full = Object.assign(new Error("full"), { code: "SQLITE_FULL" });
		const spy = vi.spyOn(db, "transaction").mockImplementation(() => {
			throw full;
		});
		const response = await add({ idFile, images: await photos(1), person: "another" }, headers);
		spy.mockRestore();
		expect((await response.json()).result.error).toEqual({
			"": [OTHERS, expect.stringContaining(diskFullMessage)],
		});
		expect(await imagesOf(user)).toEqual([]);
	});

	test("are published by the next attempt, which sends only new ones", async () => {
		const { user, headers, idFile } = await userWithIdFile();
		await refused({ idFile, images: await photos(2) }, headers);
		const pending = await imagesOf(user);
		expect(await add({ idFile, images: [await photo(5)] }, headers)).toRedirectTo(SAVED);
		const [document] = await documentsOf(user);
		const rows = await imagesOf(user);
		expect(rows.map(({ document_id }) => document_id)).toEqual(Array(3).fill(document?.id));
		expect(rows.slice(0, 2).map(({ id }) => id)).toEqual(pending.map(({ id }) => id));
	});

	test("are removed by 'Quitar', in a refused attempt as in a successful one", async () => {
		const { user, headers, idFile } = await userWithIdFile();
		const first = await refused({ idFile, images: await photos(3) }, headers);
		const [one, two, three] = first.images.map(({ id }: { id: string }) => id);
		const again = await refused({ idFile, removeImages: [one] }, headers);
		expect(again.images.map(({ id }: { id: string }) => id)).toEqual([two, three]);
		expect((await seen(one, headers)).status).toBe(404);
		expect(await add({ idFile, removeImages: [two] }, headers)).toRedirectTo(SAVED);
		expect((await imagesOf(user)).map(({ id }) => id)).toEqual([three]);
		expect(uploadedFiles()).toEqual(await filesInRows());
	});

	test("of an edit become pending too; a published one is removed only by a successful edit", async () => {
		const { user, headers, idFile } = await userWithIdFile();
		await add({ idFile, images: [await photo(1)] }, headers);
		const [stored] = await imagesOf(user);
		const removeImages = [stored?.id ?? ""];
		const response = await edit(idFile, { title: "", removeImages, images: [await photo(2)] }, headers);
		expect(response.status).toBe(400);
		const { images, removeImages: ticked } = await response.json();
		expect(images).toMatchObject([{ id: stored?.id, isPending: false }, { isPending: true }]);
		expect(ticked).toEqual(removeImages);
		expect(await edit(idFile, { removeImages }, headers)).toRedirectTo(SAVED);
		expect(await imagesOf(user)).toMatchObject([{ id: images[1].id, document_id: stored?.document_id }]);
	});

	test("to remove from a document that another tab has deleted come back with it, or go when it is added again", async () => {
		const { user, headers, idFile } = await userWithIdFile();
		const key = { userId: user.id, id: idFile };
		await add({ idFile, images: await photos(2) }, headers);
		const [first, second] = (await imagesOf(user)).map(({ id }) => id);
		const form = { idFile, removeImages: [first ?? ""], version: "of-before" };
		for (const isUndone of [true, false]) {
			await deleteRecord(documentRecord, key);
			expect((await add(form, headers)).status).toBe(409);
			if (isUndone) expect(await restoreRecord(documentRecord, key)).toBeUndefined();
			else expect(await add({ ...form, version: undefined }, headers)).toRedirectTo(SAVED);
			const left = (await imagesOf(user)).map(({ id, document_id }) => document_id && id);
			expect(left).toEqual(isUndone ? [first, second] : [second]);
		}
		expect(uploadedFiles()).toEqual(await filesInRows());
	});

	test("sent again with each attempt are stored once", async () => {
		const { user, headers, idFile } = await userWithIdFile();
		const images = await photos(4);
		for (let attempt = 0; attempt < 3; attempt++) await refused({ idFile, images }, headers);
		expect(await add({ idFile, images: [...images, ...images] }, headers)).toRedirectTo(SAVED);
		expect(await imagesOf(user)).toHaveLength(4);
		expect(uploadedFiles()).toEqual(await filesInRows());
	});

	test("are separate for each user, even with the same idFile", async () => {
		const { user, headers, idFile } = await userWithIdFile();
		const { images } = await refused({ idFile, images: await photos(2) }, headers);
		const other = await userWithIdFile();
		const removeImages = images.map(({ id }: { id: string }) => id);
		const response = await refused({ idFile, removeImages }, other.headers);
		expect(response.images).toEqual([]);
		await add({ idFile, removeImages }, other.headers);
		expect(await imagesOf(other.user)).toEqual([]);
		expect((await imagesOf(user)).map(({ document_id }) => document_id)).toEqual([null, null]);
	});

	test("are erased all at once, however many: the next sweep is an hour away", async () => {
		const { id: user_id } = await makeUser();
		const image = { user_id, width: 1, height: 1, bytes: 1, created_at: 1, position: 0 };
		// Twice as many as one statement deletes.
		for (let number = 0; number < 400; number++)
			await db
				.insertInto("document_images")
				.values({ ...image, id: randomUUID(), id_file: randomUUID(), sha256: "0".repeat(64) })
				.execute();
		expect(await sweepPendingImages(DAY_MS)).toBe(0);
		expect(await sweepPendingImages(DAY_MS + 1)).toBe(400);
	});

	test("are erased after a day and not before; published ones stay", async () => {
		const { user, headers, idFile } = await userWithIdFile();
		await add({ idFile, images: [await photo(1)] }, headers);
		const others = randomUUID();
		await refused({ idFile: others, images: await photos(2) }, headers);
		const madeAt = Math.max(...(await imagesOf(user)).map(({ created_at }) => created_at));
		await sweepPendingImages(madeAt + DAY_MS - 60_000);
		expect(await imagesOf(user)).toHaveLength(3);
		const gone = (await imagesOf(user)).filter(({ document_id }) => document_id === null);
		expect(await sweepPendingImages(madeAt + DAY_MS)).toBeGreaterThanOrEqual(2);
		expect(await imagesOf(user)).toMatchObject([{ id_file: idFile }]);
		expect(uploadedFiles()).toEqual(await filesInRows());
		// Before the refused document is saved without them, its user is told, once.
		const keptImages = gone.map(({ id, sha256 }) => `${id} ${sha256}`);
		const { result, images } = await refused({ idFile: others, keptImages }, headers);
		expect([result.error.images, images]).toEqual([[ERASED], []]);
		// A phone sends its photos before their form, and they have other ids then.
		const sendEarly = async (number: number) =>
			add({ intent: "images", idFile: others, images: [await photo(number)] }, headers);
		await sendEarly(7);
		expect((await add({ idFile: others, keptImages }, headers)).status).toBe(400);
		for (const number of [0, 1]) await sendEarly(number);
		expect(await add({ idFile: others, keptImages }, headers)).toRedirectTo(SAVED);
		const removeImages = gone.map(({ id }) => id);
		expect(await add({ idFile: randomUUID(), keptImages, removeImages }, headers)).toRedirectTo(SAVED);
	});
});

describe("refused photos", () => {
	test("a bad one among good ones is named, nothing is published, and the good ones become pending", async () => {
		const { user, headers, idFile } = await userWithIdFile();
		const [one, two] = await photos(2);
		const images = [
			named(one ?? Buffer.alloc(0), "frente.jpg"),
			named(Buffer.from("GIF89a"), "movida.gif"),
			named(Buffer.from("GIF89a"), "otra.gif"),
			named(two ?? Buffer.alloc(0), "dorso.jpg"),
		];
		const response = await add({ idFile, images }, headers);
		expect(response.status).toBe(400);
		const { result, images: kept } = await response.json();
		expect(result.error.images).toHaveLength(1);
		expect(result.error.images[0]).toBe(
			`${FAILED} La imagen es GIF, que no se acepta: guardala como JPEG, PNG o WebP y probá de nuevo. («movida.gif», «otra.gif»)`,
		);
		expect(result.initialValue).toMatchObject({ title: "Licencia", description: "Clase D1" });
		expect(kept).toHaveLength(2);
		expect(await documentsOf(user)).toEqual([]);
		expect(await add({ idFile }, headers)).toRedirectTo(SAVED);
		expect(await imagesOf(user)).toHaveLength(2);
	});

	test("one over 15 MB in the middle leaves the texts and the photos before it stored", async () => {
		const { user, headers, idFile } = await userWithIdFile();
		const huge = Buffer.concat([await photo(9), Buffer.alloc(15 * 1_048_576)]);
		const images = [await photo(1), huge, await photo(2)];
		const response = await add({ idFile, title: "Carnet", images }, headers);
		expect(response.status).toBe(400);
		const { result, images: kept } = await response.json();
		expect(result.error.images[0]).toMatch(
			new RegExp(`^${FAILED} Una pesa más de 15 MB: .*elegilas de nuevo`),
		);
		expect(result.initialValue).toMatchObject({ title: "Carnet", description: "Clase D1" });
		expect(kept).toHaveLength(1);
		expect(await documentsOf(user)).toEqual([]);
	});

	test("of twelve in one form ten become pending, and the others are named", async () => {
		const { user, headers, idFile } = await userWithIdFile();
		const response = await add({ idFile, images: await photos(12) }, headers);
		expect(response.status).toBe(400);
		const { result, images, failure } = await response.json();
		const text = `${TOO_MANY} Quedaron afuera: «foto-11.jpg», «foto-12.jpg».`;
		expect(result.error).toEqual({ images: [text] });
		expect(failure).toBe(text);
		expect(images).toHaveLength(10);
		expect(await documentsOf(user)).toEqual([]);
		expect(await add({ idFile }, headers)).toRedirectTo(SAVED);
		expect(await imagesOf(user)).toHaveLength(10);
	});

	test("an eleventh is counted with pending and published ones, but not with removed ones", async () => {
		const { user, headers, idFile } = await userWithIdFile();
		await refused({ idFile, images: await photos(9) }, headers);
		const response = await add({ idFile, images: await photos(2, 20) }, headers);
		expect(response.status).toBe(400);
		const { result, images } = await response.json();
		expect(result.error.images[0]).toBe(`${TOO_MANY} Quedó afuera: «foto-2.jpg».`);
		expect(images).toHaveLength(10);
		expect(await add({ idFile }, headers)).toRedirectTo(SAVED);
		const eleventh = await edit(idFile, { images: [await photo(30)] }, headers);
		expect(eleventh.status).toBe(400);
		expect((await errorsOf(eleventh)).images?.[0]).toContain(TOO_MANY);
		const removeImages = [images[0].id];
		expect(await edit(idFile, { removeImages, images: [await photo(30)] }, headers)).toRedirectTo(SAVED);
		expect(await imagesOf(user)).toHaveLength(10);
		expect(uploadedFiles()).toEqual(await filesInRows());
	});

	test("in place of removed ones are too many once these are to stay after all", async () => {
		const { user, headers, idFile } = await userWithIdFile();
		await add({ idFile, images: await photos(10) }, headers);
		const [first] = await imagesOf(user);
		const replaced = { title: "", removeImages: [first?.id ?? ""], images: [await photo(30)] };
		expect((await edit(idFile, replaced, headers)).status).toBe(400);
		const kept = await edit(idFile, {}, headers);
		expect(kept.status).toBe(400);
		expect(await errorsOf(kept)).toEqual({ images: [TOO_MANY] });
		expect((await imagesOf(user)).filter(({ document_id }) => document_id === null)).toHaveLength(1);
	});
});

describe("photos that the script sends one by one (intent=images)", () => {
	const sendPhoto = (sent: SentDocument, headers: Record<string, string>) =>
		add({ intent: "images", ...sent }, headers);

	test("become pending with status 200, and the form publishes them", async () => {
		const { user, headers, idFile } = await userWithIdFile();
		for (const image of await photos(3)) {
			const response = await sendPhoto({ idFile, images: [image] }, headers);
			expect(response.status).toBe(200);
			const kept = (await imagesOf(user)).at(-1)?.id;
			expect(await response.json()).toEqual({ refused: [], kept: [kept] });
		}
		expect((await imagesOf(user)).map(({ document_id }) => document_id)).toEqual([null, null, null]);
		expect(await add({ idFile }, headers)).toRedirectTo(SAVED);
		expect((await imagesOf(user)).map(({ position }) => position)).toEqual([0, 1, 2]);
	});

	test("are stored once when sent twice, or again after the form was saved", async () => {
		const { user, headers, idFile } = await userWithIdFile();
		const images = [await photo()];
		for (let attempt = 0; attempt < 2; attempt++)
			expect((await sendPhoto({ idFile, images }, headers)).status).toBe(200);
		await add({ idFile }, headers);
		expect((await sendPhoto({ idFile, images }, headers)).status).toBe(200);
		expect(await imagesOf(user)).toMatchObject([{ document_id: expect.any(Number) }]);
		expect(uploadedFiles()).toEqual(await filesInRows());
	});

	test("have status 400 when invalid, and when the document already has ten", async () => {
		const { user, headers, idFile } = await userWithIdFile();
		const bad = await sendPhoto({ idFile, images: [Buffer.from("%PDF-1.7")] }, headers);
		expect(bad.status).toBe(400);
		expect((await bad.json()).refused).toEqual([expect.stringContaining(`${FAILED} La imagen es PDF`)]);
		await refused({ idFile, images: await photos(10) }, headers);
		const eleventh = await sendPhoto({ idFile, images: [await photo(50)] }, headers);
		expect(eleventh.status).toBe(400);
		expect((await eleventh.json()).refused).toEqual([expect.stringContaining(TOO_MANY)]);
		expect(await imagesOf(user)).toHaveLength(10);
	});

	test("get the same id in a second attempt; published photos get no id by which they could be removed", async () => {
		const { headers, idFile } = await userWithIdFile();
		const images = [await photo()];
		const [first, second] = [
			await sendPhoto({ idFile, images }, headers),
			await sendPhoto({ idFile, images }, headers),
		];
		const { kept } = await first.json();
		expect(kept).toHaveLength(1);
		expect((await second.json()).kept).toEqual(kept);
		await add({ idFile }, headers);
		expect((await (await sendPhoto({ idFile, images }, headers)).json()).kept).toEqual([]);
	});

	test("can be removed only by their owner and only with their own form", async () => {
		const { user, headers, idFile } = await userWithIdFile();
		const removeImages = (await (await sendPhoto({ idFile, images: [await photo()] }, headers)).json()).kept;
		const stranger = await userWithIdFile();
		await sendPhoto({ idFile, removeImages }, stranger.headers);
		await sendPhoto({ idFile: randomUUID(), removeImages }, headers);
		expect(await imagesOf(user)).toHaveLength(1);
		const response = await sendPhoto({ idFile, removeImages }, headers);
		expect([response.status, await response.json()]).toEqual([200, { refused: [], kept: [] }]);
		expect(await imagesOf(user)).toEqual([]);
		expect(uploadedFiles()).toEqual(await filesInRows());
	});

	test("leave one that is to be removed to the form, unless there is no place or it is chosen again", async () => {
		const { user, headers, idFile } = await userWithIdFile();
		const removeImages = (await (await sendPhoto({ idFile, images: [await photo(1)] }, headers)).json()).kept;
		await sendPhoto({ idFile, removeImages, images: [await photo(2)] }, headers);
		expect(await imagesOf(user)).toHaveLength(2);
		const again = await (await sendPhoto({ idFile, removeImages, images: [await photo(1)] }, headers)).json();
		expect(again.kept).not.toEqual(removeImages);
		expect(await imagesOf(user)).toHaveLength(2);
		await sendPhoto({ idFile, removeImages: again.kept, images: await photos(8, 3) }, headers);
		expect(await imagesOf(user)).toHaveLength(10);
		await sendPhoto({ idFile, removeImages: again.kept, images: [await photo(20)] }, headers);
		const kept = await imagesOf(user);
		expect(kept).toHaveLength(10);
		expect(kept.map(({ id }) => id)).not.toContain(again.kept[0]);
		expect(uploadedFiles()).toEqual(await filesInRows());
	});

	test("that are published can only be removed by the document's form", async () => {
		const { user, headers, idFile } = await userWithIdFile();
		await add({ idFile, images: [await photo()] }, headers);
		const removeImages = (await imagesOf(user)).map(({ id }) => id);
		await sendPhoto({ idFile, removeImages }, headers);
		expect(await imagesOf(user)).toHaveLength(1);
	});

	test("become pending for the edit when uploaded on the edit page", async () => {
		const { user, headers, idFile } = await userWithIdFile();
		await add({ idFile }, headers);
		const response = await edit(idFile, { intent: "images", images: [await photo()] }, headers);
		expect([response.status, (await response.json()).refused]).toEqual([200, []]);
		expect(await imagesOf(user)).toMatchObject([{ document_id: null }]);
		expect(await edit(idFile, {}, headers)).toRedirectTo(SAVED);
		expect(await imagesOf(user)).toMatchObject([{ document_id: expect.any(Number) }]);
	});
});
