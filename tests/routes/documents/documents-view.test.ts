import { randomUUID } from "node:crypto";
import { createElement } from "react";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import * as documentMessages from "~/features/documents/document-messages";
import { sweepPendingImages } from "~/features/documents/photos/document-images.server";
import { db, sqlite } from "~/lib/database/db.server";
import { eraseDeletedRecords } from "~/lib/records/deleted-records.server";
import { loader as editLoader } from "~/routes/auth.edit-document.$idFile";
import { action as listAction } from "~/routes/auth.my-documents";
import ViewDocumentPage, { action, loader } from "~/routes/auth.view-document.$idFile";
import { formOf, makeUser, signedIn, signedInUser } from "../../support/accounts";
import { htmlOf } from "../../support/browser/render-part";
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
} from "../../support/document-forms";
import { argsFor, responseOf } from "../../support/requests";
import { wordsOf } from "../../support/texts/words-of";
import { toastOf } from "../../support/toasts";

const pathOf = (idFile: string) => `/auth/view-document/${idFile}`;

const see = (idFile: string, headers: Record<string, string> = {}, query = "") =>
	responseOf(() => loader(argsFor(pathOf(idFile) + query, { idFile }, { headers })));

const remove = (
	idFile: string,
	headers: Record<string, string> = {},
	fields: Record<string, string> = { intent: "delete" },
) => responseOf(() => action(argsFor(pathOf(idFile), { idFile }, formOf(fields, headers))));

async function withDocument() {
	const { user, headers } = await signedInUser();
	const idFile = randomUUID();
	await add({ idFile, title: "Carnet", images: await photos(2) }, headers);
	return { user, headers, idFile };
}

describe("viewing a document", () => {
	test("redirects a visitor without a session to the sign-in, which leads back", async () => {
		const target = encodeURIComponent(pathOf("x"));
		expect(await see("x")).toRedirectTo(`/auth/login?redirectTo=${target}`);
	});

	test("shows the user's own document with its photos in order, without pending ones", async () => {
		const { user, headers, idFile } = await withDocument();
		await edit(idFile, { title: "", images: [await photo(7)] }, headers);
		const rows = await imagesOf(user);
		expect(rows).toHaveLength(3);
		const seen = await (await see(idFile, headers)).json();
		expect(seen.document).toMatchObject({ idFile, title: "Carnet", description: "Clase D1" });
		expect(seen.images.map(({ id }: { id: string }) => id)).toEqual(rows.slice(0, 2).map(({ id }) => id));
		expect(seen.asksToDelete).toBe(false);
	});

	test("offers its photos as PDF and for printing, and neither without photos", async () => {
		const { headers, idFile } = await withDocument();
		const data = await (await see(idFile, headers)).json();
		const page = async (change: object) =>
			htmlOf(createElement(ViewDocumentPage), pathOf(idFile), { ...data, ...change });
		const offers = [`href="${pathOf(idFile)}/pdf"`, "Imprimir", "en la portería?"];
		const offered = (html: string) => offers.map((each) => html.includes(each));
		expect(offered(await page({}))).toEqual([true, true, true]);
		const bare = await page({ images: [] });
		expect(offered(bare)).toEqual([false, false, false]);
		expect(bare).toContain(`href="/auth/edit-document/${idFile}?`);
	});

	test("numbers its photos if there are several, loads the first at once, and says whether it is at the gate", async () => {
		const { headers, idFile } = await withDocument();
		const data = await (await see(idFile, headers)).json();
		const page = (images: object[], isAtHand: boolean) => {
			const shown = {
				...data,
				images,
				document: { ...data.document, isAtHand },
				session: { lacksWebp: true },
			};
			return htmlOf(createElement(ViewDocumentPage), pathOf(idFile), shown);
		};
		const one = await page(data.images.slice(0, 1), false);
		expect(wordsOf(one)).toContain("Descargá la foto.");
		expect(wordsOf(one)).toContain(
			"¿Te lo piden en la portería? Tenelo a mano, a pantalla completa. Tener a mano",
		);
		const two = await page(data.images, true);
		expect(wordsOf(two)).toMatch(/Descargá la foto 1\..* Descargá la foto 2\./);
		expect(wordsOf(two)).toContain("Está en la portería, a pantalla completa. Sacar de la portería");
		expect(two.match(/<img[^>]*>/g)?.map((tag) => tag.includes("lazy"))).toEqual([false, true]);
	});

	test("has status 404 for another user's document and for an unknown one", async () => {
		const { idFile } = await withDocument();
		const headers = await signedIn(await makeUser());
		for (const asked of [idFile, randomUUID(), "", "NOID", "1", "../../x"]) {
			expect((await see(asked, headers)).status).toBe(404);
			expect((await see(asked, headers, "?intent=delete")).status).toBe(404);
		}
	});

	test("shows 'Error traer datos del documento.' when the database fails", async () => {
		const { headers, idFile } = await withDocument();
		sqlite.exec("ALTER TABLE documents RENAME COLUMN edited_at TO elsewhere");
		try {
			for (const read of [loader, editLoader]) {
				const response = await responseOf(() => read(argsFor(pathOf(idFile), { idFile }, { headers })));
				expect(response.status).toBe(500);
				expect(await response.json()).toEqual({
					message: "Error traer datos del documento.",
					asDialog: true,
				});
			}
		} finally {
			sqlite.exec("ALTER TABLE documents RENAME COLUMN elsewhere TO edited_at");
		}
	});
});

describe("the confirmation before deleting", () => {
	test("links back to the page it came from, and never to another site", async () => {
		const { headers, idFile } = await withDocument();
		const list = `${LIST}?q=carnet`;
		for (const [redirectTo, target] of [
			[list, list],
			["", LIST],
			["https://evil.example/", LIST],
			["//evil.example", LIST],
		] as const) {
			const query = `?${new URLSearchParams({ intent: "delete", redirectTo })}`;
			const seen = await (await see(idFile, headers, query)).json();
			expect(seen).toMatchObject({ asksToDelete: true, redirectTo: target });
		}
	});
});

describe("deleting a document", () => {
	test("redirects a visitor without a session to the sign-in with a reason, and deletes nothing", async () => {
		const { user, idFile } = await withDocument();
		const response = await remove(idFile);
		expect(response).toRedirectTo(`/auth/login?redirectTo=${encodeURIComponent(pathOf(idFile))}`);
		expect(await toastOf(response)).toMatchObject({ title: "No se encontro usuario autenticado." });
		expect(await documentsOf(user)).toHaveLength(1);
	});

	test("deletes its row and, a minute later, its photos and their files, and says 'Documento eliminado'", async () => {
		const { user, headers, idFile } = await withDocument();
		await edit(idFile, { title: "", images: [await photo(7)] }, headers);
		const others = await withDocument();
		const othersImages = await imagesOf(others.user);
		const response = await remove(idFile, headers, { intent: "delete", redirectTo: `${LIST}?q=a` });
		expect(response).toRedirectTo(`${LIST}?q=a`);
		expect(response.status).toBe(303);
		const undo = { action: LIST, idFile, redirectTo: `${LIST}?q=a` };
		expect(await toastOf(response)).toEqual({ text: "Documento eliminado", undo });
		expect(await documentsOf(user)).toEqual([]);
		await sweepPendingImages(Date.now() + 59_000);
		expect(await imagesOf(user)).toHaveLength(2);
		await sweepPendingImages(Date.now() + 60_000);
		expect([await imagesOf(user), await documentsOf(others.user)].map(({ length }) => length)).toEqual([
			0, 1,
		]);
		expect([othersImages.length, await imagesOf(others.user)]).toEqual([2, othersImages]);
		expect(uploadedFiles()).toEqual(await filesInRows());
		expect((await see(idFile, headers)).status).toBe(404);
	});

	test("erases its photos a minute later also on a full disk, which keeps nothing to restore", async () => {
		const { user, headers, idFile } = await withDocument();
		// Simulates the error, because no request of this test can fill the disk.
		vi.spyOn(db, "transaction").mockImplementationOnce(() => {
			throw Object.assign(new Error("full"), { code: "SQLITE_FULL" });
		});
		expect(await toastOf(await remove(idFile, headers))).toEqual({ text: "Documento eliminado" });
		await sweepPendingImages(Date.now() + 60_000);
		expect(await imagesOf(user)).toEqual([]);
		expect(uploadedFiles()).toEqual(await filesInRows());
	});

	test("has status 404 for another user's document, even with the same idFile, and deletes nothing", async () => {
		const { user, idFile } = await withDocument();
		const { headers } = await signedInUser();
		expect((await remove(idFile, headers)).status).toBe(404);
		await add({ idFile, images: [await photo(1)] }, headers);
		expect(await remove(idFile, headers)).toRedirectTo(LIST);
		expect([await documentsOf(user), await imagesOf(user)].map(({ length }) => length)).toEqual([1, 2]);
		expect(uploadedFiles()).toEqual(await filesInRows());
	});

	// Without script, a button that is pressed twice sends two requests, and the browser shows the second response.
	test("redirects with the same message the second time, and can still be undone", async () => {
		const { user, headers, idFile } = await withDocument();
		const responses = await Promise.all([remove(idFile, headers), remove(idFile, headers)]);
		for (const response of responses) {
			expect(response).toRedirectTo(LIST);
			expect(await toastOf(response)).toMatchObject({ text: "Documento eliminado", undo: { idFile } });
		}
		expect(await documentsOf(user)).toEqual([]);
		// Not once the minute is over.
		await db.updateTable("deleted_records").set({ deleted_at: 2 }).where("user_id", "=", user.id).execute();
		expect(await toastOf(await remove(idFile, headers))).toEqual({ text: "Documento eliminado" });
	});

	test("never redirects to another site", async () => {
		const { headers, idFile } = await withDocument();
		const redirectTo = "//evil.example/x";
		expect(await remove(idFile, headers, { intent: "delete", redirectTo })).toRedirectTo(LIST);
	});

	test.each<Record<string, string>>([{}, { intent: "" }, { intent: "Delete" }, { intent: "edit" }])(
		"deletes only by its button: %j has no effect",
		async (fields) => {
			const { user, headers, idFile } = await withDocument();
			expect((await remove(idFile, headers, fields)).status).toBe(400);
			expect(await documentsOf(user)).toHaveLength(1);
		},
	);

	test("leaves pending photos of other, unsaved documents unchanged", async () => {
		const { user, headers, idFile: saved } = await withDocument();
		const idFile = randomUUID();
		await add({ idFile, title: "", images: [await photo()] }, headers);
		expect((await remove(idFile, headers)).status).toBe(404);
		expect(await remove(saved, headers)).toRedirectTo(LIST);
		await sweepPendingImages(Date.now() + 60_000);
		expect(await imagesOf(user)).toMatchObject([{ id_file: idFile }]);
	});

	test("shows a failure on its page when the database fails, and deletes nothing", async () => {
		const { user, headers, idFile } = await withDocument();
		const files = uploadedFiles();
		sqlite.pragma("query_only = ON");
		const response = await remove(idFile, headers).finally(() => sqlite.pragma("query_only = OFF"));
		expect(response.status).toBe(500);
		expect(await response.json()).toMatchObject({ failure: documentMessages.documentNotDeleted });
		expect([await documentsOf(user), await imagesOf(user)].map(({ length }) => length)).toEqual([1, 2]);
		expect(uploadedFiles()).toEqual(files);
	});

	test("leaves none of its words in the database file or its log once it is erased", async () => {
		const { headers } = await signedInUser();
		const idFile = randomUUID();
		const word = "Palabrasecretisima";
		await add({ idFile, title: word, description: word }, headers);
		expect(sqlite.serialize().includes(word)).toBe(true);
		await remove(idFile, headers);
		await eraseDeletedRecords(Date.now() + 60_000);
		expect(sqlite.pragma("wal_checkpoint(TRUNCATE)")).toMatchObject([{ busy: 0 }]);
		expect(sqlite.serialize().includes(word)).toBe(false);
		expect(sqlite.serialize().includes(word.toLowerCase())).toBe(false);
		expect(await db.selectFrom("documents").selectAll().where("id_file", "=", idFile).execute()).toEqual([]);
	});
});

describe("taking the deletion of a document back", () => {
	const undo = (idFile: string, headers: Record<string, string>) =>
		responseOf(() => listAction(argsFor(LIST, {}, formOf({ intent: "undo", idFile }, headers))));
	const exceptId = ({ id, ...row }: { id: number }) => row;

	test("restores it with its saved photos, also when another document has got its number meanwhile", async () => {
		const bystander = await withDocument();
		const bystanderImages = await imagesOf(bystander.user);
		const { user, headers, idFile } = await withDocument();
		const [document] = await documentsOf(user);
		const saved = await imagesOf(user);
		await edit(idFile, { title: "", images: [await photo(7)] }, headers);
		await remove(idFile, headers);
		const other = await withDocument();
		expect((await documentsOf(other.user))[0]?.id).toBe(document?.id);
		const response = await undo(idFile, headers);
		expect(response).toRedirectTo(LIST);
		expect(await toastOf(response)).toEqual({ text: "El documento volvió a la lista." });
		const [restored] = await documentsOf(user);
		expect(restored && exceptId(restored)).toEqual(document && exceptId(document));
		expect(await imagesOf(user)).toEqual(saved.map((row) => ({ ...row, document_id: restored?.id })));
		expect([bystanderImages.length, await imagesOf(bystander.user)]).toEqual([2, bystanderImages]);
		await sweepPendingImages(Date.now() + 60_000);
		expect(await imagesOf(user)).toHaveLength(2);
		expect(uploadedFiles()).toEqual(await filesInRows());
	});

	test("keeps its photos for a minute although they are old, and says when it is too late", async () => {
		const { user, headers, idFile } = await withDocument();
		await db.updateTable("document_images").set({ created_at: 1 }).where("user_id", "=", user.id).execute();
		await remove(idFile, headers);
		await sweepPendingImages();
		expect(await imagesOf(user)).toHaveLength(2);
		const stranger = await signedInUser();
		const late = { text: "Ya no se puede deshacer: pasó más de un minuto.", kind: "error" };
		expect(await toastOf(await undo(idFile, stranger.headers))).toEqual(late);
		await db.updateTable("deleted_records").set({ deleted_at: 2 }).where("user_id", "=", user.id).execute();
		expect(await toastOf(await undo(idFile, headers))).toEqual(late);
	});

	test("leaves the photos of a form that was sent again after the deletion", async () => {
		const { user, headers, idFile } = await withDocument();
		await remove(idFile, headers);
		await db.updateTable("deleted_ids").set({ deleted_at: 2 }).where("user_id", "=", user.id).execute();
		await db.updateTable("document_images").set({ created_at: 1 }).where("user_id", "=", user.id).execute();
		await add({ idFile, title: "", images: [await photo(5)] }, headers);
		await sweepPendingImages();
		expect(await imagesOf(user)).toHaveLength(1);
	});

	test("does not publish photos that the form in another tab has sent since", async () => {
		vi.useFakeTimers({ toFake: ["Date"] });
		onTestFinished(() => void vi.useRealTimers());
		const { user, headers, idFile } = await withDocument();
		vi.advanceTimersByTime(1000);
		await remove(idFile, headers);
		vi.advanceTimersByTime(1000);
		await add({ idFile, intent: "images", images: [await photo(7)] }, headers);
		await undo(idFile, headers);
		const [document] = await documentsOf(user);
		const owners = (await imagesOf(user)).map(({ document_id }) => document_id);
		expect(owners).toEqual([document?.id, document?.id, null]);
	});

	test("restores its photos in their order although the clock was set back after they were saved", async () => {
		vi.useFakeTimers({ toFake: ["Date"] });
		onTestFinished(() => void vi.useRealTimers());
		const { user, headers, idFile } = await withDocument();
		const saved = (await imagesOf(user)).map(({ id }) => id);
		vi.setSystemTime(Date.now() - 3_600_000);
		await remove(idFile, headers);
		await undo(idFile, headers);
		const [document] = await documentsOf(user);
		await sweepPendingImages(Date.now() + 26 * 3_600_000);
		const restored = (await imagesOf(user)).map(({ id, document_id }) => [id, document_id]);
		expect(restored).toEqual(saved.map((id) => [id, document?.id]));
	});

	test("is refused when the table has lost a column since, or the list is full", async () => {
		const { user, headers, idFile } = await withDocument();
		await remove(idFile, headers);
		sqlite.exec("ALTER TABLE documents RENAME COLUMN reminded_days TO elsewhere");
		const refused = await undo(idFile, headers).finally(() =>
			sqlite.exec("ALTER TABLE documents RENAME COLUMN elsewhere TO reminded_days"),
		);
		expect(await toastOf(refused)).toEqual({
			text: "Ya no se puede deshacer: pasó más de un minuto.",
			kind: "error",
		});
		const texts = { user_id: user.id, title: "Otro", description: "x", created_at: 1 };
		const rows = Array.from({ length: 300 }, () => ({ ...texts, id_file: randomUUID() }));
		for (let at = 0; at < 300; at += 100)
			await db
				.insertInto("documents")
				.values(rows.slice(at, at + 100))
				.execute();
		expect((await toastOf(await undo(idFile, headers)))?.text).toBe(
			"No se puede deshacer: ya tenés 300 documentos, que es el máximo.",
		);
	});
});
