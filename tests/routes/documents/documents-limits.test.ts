import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { documentRecord } from "~/features/documents/document-record.server";
import type { NewImage } from "~/features/documents/saving/read-document-form.server";
import { savePendingImages } from "~/features/documents/saving/store-images.server";
import { db } from "~/lib/database/db.server";
import { runInContext } from "~/lib/http/request-context.server";
import { imageFiles } from "~/lib/images/image-files";
import { restoreRecord } from "~/lib/records/deleted-records.server";
import { action as addAction } from "~/routes/auth.my-document.add-document";
import { action as viewAction } from "~/routes/auth.view-document.$idFile";
import { formOf, makeUser, signedIn } from "../../support/accounts";
import {
	ADD,
	add,
	documentBody,
	documentsOf,
	edit,
	filesInRows,
	imagesOf,
	LIST,
	photo,
	photos,
	SAVED,
	uploadedFiles,
} from "../../support/document-forms";
import { argsFor, contextFor, responseOf } from "../../support/requests";

/** Tests the limits on documents and photos. Parallel forms keep them: one transaction counts rows and adds rows. */

const MB = 1_048_576;
const TOO_MANY = "No se pueden agregar más de 10 imágenes.";
const NO_ROOM = "Llegaste al límite de fotos: 500 MB y 1500 fotos. Quitá alguna o eliminá un documento.";
const NO_ROOM_UNVERIFIED =
	"Llegaste al límite de fotos: 20 MB hasta que verifiques tu correo, y 1 GB entre todas las cuentas sin verificar. Verificá tu correo, quitá alguna o eliminá un documento.";
const FULL = "Llegaste a los 300 documentos. Eliminá alguno que ya no uses.";

/** Adds a user with documents, and with pending photos of unsaved documents. The photos have `bytes` bytes in all. */
async function userWith({ documents = 0, images = 0, bytes = 0, isVerified = true }) {
	const user = await makeUser({ email_verified_at: isVerified ? 1 : null });
	const texts = { user_id: user.id, title: "Otro", description: "x", created_at: 1 };
	const documentRows = Array.from({ length: documents }, () => ({ ...texts, id_file: randomUUID() }));
	for (let at = 0; at < documents; at += 100) {
		await db
			.insertInto("documents")
			.values(documentRows.slice(at, at + 100))
			.execute();
	}
	const imageRows = Array.from({ length: images }, (_, index) => ({
		...{ id: randomUUID(), user_id: user.id, id_file: randomUUID(), document_id: null },
		...{ sha256: String(index).padEnd(64, "a"), width: 1, height: 1 },
		...{ bytes: index === 0 ? bytes : 0, created_at: Date.now(), position: 0 },
	}));
	for (let at = 0; at < images; at += 100) {
		await db
			.insertInto("document_images")
			.values(imageRows.slice(at, at + 100))
			.execute();
	}
	return { user, headers: await signedIn(user), idFile: randomUUID(), firstImage: imageRows[0]?.id ?? "" };
}

/** Deletes a document by the form on its page. */
function remove(idFile: string, headers: Record<string, string>): Promise<Response> {
	const init = formOf({ intent: "delete" }, headers);
	return responseOf(() => viewAction(argsFor(`/auth/view-document/${idFile}`, { idFile }, init)));
}

const problemOf = async (response: Response) => {
	expect(response.status).toBe(400);
	return (await response.json()).result.error;
};

describe("the limit of ten photos per document", () => {
	test("applies to twenty parallel edits with three photos each, and each response names the photos that were left out", async () => {
		const { user, headers, idFile } = await userWith({});
		await add({ idFile }, headers);
		const sent = Array.from({ length: 20 }, (_, index) => photos(3, index * 3));
		const responses = await Promise.all(
			sent.map(async (images) => edit(idFile, { images: await images }, headers)),
		);
		const rows = await imagesOf(user);
		const saved = responses.filter(({ status }) => status === 303).length;
		expect(saved).toBeGreaterThan(0);
		expect(rows.length).toBeLessThanOrEqual(10);
		// A refused edit names the limit. Its photos are stored as pending until the document has ten photos, so the
		// document has exactly ten photos in the end.
		for (const response of responses.filter(({ status }) => status !== 303)) {
			expect((await problemOf(response)).images[0]).toContain(TOO_MANY);
		}
		expect(rows).toHaveLength(10);
		expect(uploadedFiles()).toEqual(await filesInRows());
	});

	test("applies to twenty photos that the script sends in parallel: ten are stored", async () => {
		const { user, headers, idFile } = await userWith({});
		const responses = await Promise.all(
			Array.from({ length: 20 }, async (_, index) =>
				add({ idFile, intent: "images", images: [await photo(index)] }, headers),
			),
		);
		expect(responses.map(({ status }) => status).sort()).toEqual([
			...Array(10).fill(200),
			...Array(10).fill(400),
		]);
		expect(await imagesOf(user)).toHaveLength(10);
	});
});

test("a form that does not come whole is refused, and of one with too many parts the texts are kept", async () => {
	const { headers, idFile } = await userWith({});
	const whole = new Request("http://localhost:3000/", { method: "POST", body: documentBody({ idFile }) });
	const body = Buffer.from(await whole.arrayBuffer()).subarray(0, -20);
	const type = { "Content-Type": whole.headers.get("Content-Type") ?? "" };
	const init = { method: "POST", body, headers: { ...headers, ...type } };
	const cut = await responseOf(() => addAction(argsFor(ADD, {}, init)));
	expect(cut.status).toBe(400);
	expect((await cut.json()).message).toMatch(/^No pudimos leer el formulario/);
	const form = documentBody({ idFile, title: "De muchas partes" });
	for (let part = 0; part < 80; part++) form.append("x", "1");
	const { result } = await (await add(form, headers)).json();
	expect([result.error.images, result.initialValue.title]).toEqual([[TOO_MANY], "De muchas partes"]);
});

describe("the limit of 300 documents per user", () => {
	test("accepts the 300th document and refuses the next, whose texts and photos are shown again", async () => {
		const { user, headers, idFile } = await userWith({ documents: 299 });
		expect(await add({}, headers)).toRedirectTo(SAVED);
		const response = await add({ idFile, title: "Uno de más", images: [await photo()] }, headers);
		expect(response.status).toBe(409);
		const { result, images } = await response.json();
		expect(result.error).toEqual({ "": [FULL] });
		expect(result.initialValue).toMatchObject({ title: "Uno de más" });
		expect(images).toMatchObject([{ isPending: true }]);
		expect(await documentsOf(user)).toHaveLength(300);
	});

	test("applies to eight parallel forms: if one fits, one is saved", async () => {
		const { user, headers } = await userWith({ documents: 299 });
		const responses = await Promise.all(Array.from({ length: 8 }, () => add({}, headers)));
		expect(responses.filter(({ status }) => status === 303)).toHaveLength(1);
		expect(await documentsOf(user)).toHaveLength(300);
	});

	test("does not affect editing and deleting", async () => {
		const { user, headers } = await userWith({ documents: 300 });
		const [first, second] = await documentsOf(user);
		expect(await edit(first?.id_file ?? "", { title: "Editado" }, headers)).toRedirectTo(SAVED);
		expect(await remove(second?.id_file ?? "", headers)).toRedirectTo(LIST);
		const left = await documentsOf(user);
		expect([left.length, left[0]?.title]).toEqual([299, "Editado"]);
		expect(left).not.toContainEqual(second);
	});
});

describe("the photo quota of a user", () => {
	const cases = [
		{ what: "1,500 of them", images: 1499, most: undefined, isVerified: true },
		{ what: "500 MB", images: 1, most: 500 * MB, isVerified: true },
		{ what: "20 MB before the address is verified", images: 1, most: 20 * MB, isVerified: false },
	];

	test.each(cases)(
		"$what: the last photo that fits is stored, and the remaining ones are refused by name",
		async (limit) => {
			const { user, headers, idFile, firstImage } = await userWith(limit);
			const last = await weighedPhoto();
			if (limit.most) await weigh(firstImage, limit.most - last.bytes);
			expect(await add({ images: [last.content] }, headers)).toRedirectTo(SAVED);
			const errors = await problemOf(await add({ idFile, images: await photos(2) }, headers));
			const noRoom = limit.isVerified ? NO_ROOM : NO_ROOM_UNVERIFIED;
			expect(errors).toEqual({ images: [`${noRoom} Quedaron afuera: «foto-1.jpg», «foto-2.jpg».`] });
			expect(await documentsOf(user)).toHaveLength(1);
			const one = await add({ idFile, intent: "images", images: [await photo(9)] }, headers);
			expect(one.status).toBe(400);
			expect((await one.json()).refused).toEqual([`${noRoom} Quedó afuera: «foto-1.jpg».`]);
			expect(await imagesOf(user)).toHaveLength(limit.images + 1);
			expect(uploadedFiles()).toHaveLength(2 * (await rowsWithFiles()));
			// A user who may add no photo may still add a document without photos.
			expect(await add({ title: "Sin fotos" }, headers)).toRedirectTo(SAVED);
		},
	);

	/** @returns a photo, and the size of the two files that the server stores for it */
	async function weighedPhoto(): Promise<{ content: Buffer; bytes: number }> {
		const user = await makeUser();
		const content = await photo(77);
		await add({ images: [content] }, await signedIn(user));
		const [row] = await imagesOf(user);
		return { content, bytes: row?.bytes ?? 0 };
	}

	async function weigh(id: string, bytes: number): Promise<void> {
		await db.updateTable("document_images").set({ bytes }).where("id", "=", id).execute();
	}

	/** Number of rows of photos with files. The rows that `userWith` adds have the width 1 and no files. */
	async function rowsWithFiles(): Promise<number> {
		const rows = await db.selectFrom("document_images").select("id").where("width", ">", 1).execute();
		return rows.length;
	}

	test("counts no photos of other users, and is 500 MB for verified users", async () => {
		await userWith({ images: 1500, bytes: 500 * MB });
		const { headers } = await userWith({ images: 1, bytes: 20 * MB });
		expect(await add({ images: [await photo()] }, headers)).toRedirectTo(SAVED);
	});

	test("counts a removed photo as free in the same edit", async () => {
		const { user, headers, idFile } = await userWith({ images: 1499 });
		await add({ idFile, images: [await photo(1)] }, headers);
		const stored = (await imagesOf(user)).find(({ document_id }) => document_id !== null);
		await weigh(stored?.id ?? "", 500 * MB);
		expect((await edit(idFile, { images: [await photo(2)] }, headers)).status).toBe(400);
		const removeImages = [stored?.id ?? ""];
		expect(await edit(idFile, { removeImages, images: [await photo(2)] }, headers)).toRedirectTo(SAVED);
		expect(await imagesOf(user)).toHaveLength(1500);
	});

	test("has room for a photo in place of one that the form, not sent yet, is to remove", async () => {
		const { user, headers, idFile } = await userWith({ images: 1499 });
		const send = async (content: Buffer, removeImages: string[]) => {
			const sent = { idFile, intent: "images", images: [content], removeImages };
			return (await add(sent, headers)).json();
		};
		const first = await send(await photo(1), []);
		const second = await send(await photo(2), first.kept);
		expect(second).toEqual({ refused: [], kept: [expect.any(String)] });
		const kept = (await imagesOf(user)).filter(({ id_file }) => id_file === idFile);
		expect(kept.map(({ id }) => id)).toEqual(second.kept);
	});

	test("counts the photos of a deleted document as free at once", async () => {
		const { user, headers, idFile } = await userWith({});
		await add({ idFile, images: [await photo(1)] }, headers);
		const [stored] = await imagesOf(user);
		const without = randomUUID();
		await add({ idFile: without }, headers);
		for (const id of [idFile, without]) await remove(id, headers);
		// Belongs to a new form with the same key, which another tab has sent since.
		await add({ idFile, title: "", images: [await photo(4)] }, headers);
		const [, pending] = await imagesOf(user);
		await weigh(stored?.id ?? "", 500 * MB);
		// A deleted document of another user, who may still restore it, has the same id.
		const other = await userWith({});
		await add({ idFile, images: [await photo(3)] }, other.headers);
		await remove(idFile, other.headers);
		expect(await add({ images: [await photo(2)] }, headers)).toRedirectTo(SAVED);
		const left = (await imagesOf(user)).filter(({ id_file }) => id_file === idFile);
		expect(left).toEqual([pending]);
		expect(uploadedFiles()).toHaveLength(2 * (await rowsWithFiles()));
		expect(await imagesOf(other.user)).toHaveLength(1);
		const kept = await db.selectFrom("deleted_records").select(["id", "user_id"]).execute();
		const owners = (id: string) => kept.filter((row) => row.id === id).map(({ user_id }) => user_id);
		expect([owners(idFile), owners(without)]).toEqual([[other.user.id], [user.id]]);
	});

	test("leaves a deleted document to be restored if its photos do not make enough room", async () => {
		const { user, headers, idFile, firstImage } = await userWith({ images: 1 });
		await add({ idFile, images: [await photo(1)] }, headers);
		await weigh(firstImage, 500 * MB);
		const before = (await imagesOf(user)).map(({ id }) => id);
		await remove(idFile, headers);
		expect((await add({ images: [await photo(2)] }, headers)).status).toBe(400);
		expect(await restoreRecord(documentRecord, { userId: user.id, id: idFile })).toBeUndefined();
		expect((await imagesOf(user)).map(({ id }) => id)).toEqual(before);
	});

	test("applies to twenty parallel forms: if five photos fit, five are stored", async () => {
		const { user, headers } = await userWith({ images: 1495 });
		const responses = await Promise.all(
			Array.from({ length: 20 }, async (_, index) => add({ images: [await photo(index)] }, headers)),
		);
		expect(responses.filter(({ status }) => status === 303)).toHaveLength(5);
		expect(await imagesOf(user)).toHaveLength(1500);
		expect(await documentsOf(user)).toHaveLength(5);
	});
});

test("all unverified users share 1,000 MB: once it is full, only verified users can add photos", async () => {
	for (let user = 0; user < 50; user++) {
		await userWith({ images: 1, bytes: 20 * MB, isVerified: false });
	}
	const unverified = await userWith({ isVerified: false });
	const refused = await add({ idFile: unverified.idFile, images: [await photo(1)] }, unverified.headers);
	expect((await problemOf(refused)).images[0]).toContain(NO_ROOM_UNVERIFIED);
	const verified = await userWith({});
	const added = await add({ idFile: verified.idFile, images: [await photo(2)] }, verified.headers);
	expect(added.status).toBe(303);
	// After verification, users no longer count towards the quota of the unverified users.
	await db.updateTable("users").set({ email_verified_at: 1 }).execute();
	for (const { idFile, headers } of [unverified, await userWith({ isVerified: false })]) {
		expect((await add({ idFile, images: [await photo(3)] }, headers)).status).toBe(303);
	}
});

test.each([
	["address", () => "192.0.2.1", "192.0.2.2"],
	["IPv6 line", (account: number) => `2001:db8:1:${account}::/64`, "2001:db8:2:0::/64"],
])(
	"when half of that is taken, an %s whose unverified users have added 250 MB in a week adds no more",
	async (_, addressOf, other) => {
		await db.deleteFrom("document_images").execute();
		const addFrom = async (clientAddress: string, bytes: number, now: number, isVerified = false) => {
			const { user, idFile } = await userWith({ isVerified });
			const key = { userId: user.id, idFile };
			const change = { key, isVerified, removeImages: [], images: [newImage(bytes)], isEarly: false };
			const leftOut = await runInContext({ ...contextFor("/"), clientAddress }, () =>
				savePendingImages(change, now),
			);
			return leftOut["no-room"].length === 0;
		};
		const now = Date.now();
		// Before that, an address has no share of its own.
		for (let account = 0; account < 26; account++)
			expect(await addFrom("192.0.2.3", 10 * MB, now)).toBe(true);
		await db.deleteFrom("document_images").execute();
		await userWith({ isVerified: false, images: 1, bytes: 501 * MB });
		for (let account = 0; account < 25; account++)
			expect(await addFrom(addressOf(account), 10 * MB, now)).toBe(true);
		expect(await addFrom(addressOf(25), 10 * MB, now)).toBe(false);
		expect(await addFrom(addressOf(25), 10 * MB, now, true)).toBe(true);
		expect(await addFrom(other, 10 * MB, now)).toBe(true);
		expect(await addFrom(addressOf(25), 10 * MB, now + 7 * 86_400_000)).toBe(true);
		// Nothing about an address is kept longer than that.
		const { until } = await db
			.selectFrom("attempts")
			.select(({ fn }) => fn.max("full_at").as("until"))
			.executeTakeFirstOrThrow();
		expect(until).toBeLessThanOrEqual(now + 14 * 86_400_000);
	},
);

/** A photo that claims to have `bytes` bytes. */
function newImage(bytes: number): NewImage {
	const id = randomUUID();
	const files = imageFiles(id).map((name) => ({ name, content: Buffer.from("x") }));
	return { id, label: "foto", sha256: id.padEnd(64, "a"), width: 1, height: 1, bytes, files };
}
