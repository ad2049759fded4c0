import { randomUUID } from "node:crypto";
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { describe, expect, onTestFinished, test } from "vitest";
import { db, sqlite } from "~/lib/database/db.server";
import { addDays } from "~/lib/time/civil-date";
import { plantToday } from "~/lib/time/plant-clock.server";
import { loader as editLoader } from "~/routes/auth.edit-document.$idFile";
import { action as addAction, loader as addLoader } from "~/routes/auth.my-document.add-document";
import { signedInUser } from "../../support/accounts";
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
	SAVED,
	type SentDocument,
	uploadedFiles,
} from "../../support/document-forms";
import { argsFor, responseOf } from "../../support/requests";
import { toastOf } from "../../support/toasts";

const seeEdit = (idFile: string, headers: Record<string, string> = {}) =>
	responseOf(() => editLoader(argsFor(`/auth/edit-document/${idFile}`, { idFile }, { headers })));

async function withDocument(sent: SentDocument = {}) {
	const { user, headers } = await signedInUser();
	const idFile = randomUUID();
	await add({ idFile, images: [await photo()], ...sent }, headers);
	return { user, headers, idFile };
}

async function errorsOf(response: Response): Promise<Record<string, string[]>> {
	expect(response.status).toBe(400);
	return (await response.json()).result.error;
}

describe("a visitor without a session", () => {
	test("is redirected from a form to the sign-in, which later redirects back", async () => {
		const seen = await responseOf(() => addLoader(argsFor(ADD)));
		expect(seen).toRedirectTo(`/auth/login?redirectTo=${encodeURIComponent(ADD)}`);
		const path = encodeURIComponent("/auth/edit-document/x");
		expect(await seeEdit("x")).toRedirectTo(`/auth/login?redirectTo=${path}`);
	});

	test("gets a sent form back with sign-in fields, and nothing is stored", async () => {
		const { idFile, user } = await withDocument();
		const before = [await documentsOf(user), uploadedFiles()];
		const sent = await add({ images: [await photo(1)] }, {});
		expect(sent.status).toBe(401);
		expect((await sent.json()).signedOut.typed).toEqual({ title: "Licencia", description: "Clase D1" });
		const edited = await edit(idFile, { title: "Ajeno", images: [await photo(1)] }, {});
		expect(edited.status).toBe(401);
		expect([await documentsOf(user), uploadedFiles()]).toEqual(before);
	});
});

test.each(["", "images"])(
	"of an account deleted while the photos arrive, the form comes back to sign in (intent=%s)",
	async (intent) => {
		const { user, headers } = await signedInUser();
		const before = uploadedFiles();
		const form = new Response(documentBody({ intent, title: "Carnet", images: [await photo(1)] }));
		const bytes = new Uint8Array(await form.arrayBuffer());
		const body = new ReadableStream(
			{
				async pull(controller) {
					await db.deleteFrom("users").where("id", "=", user.id).execute();
					controller.enqueue(bytes);
					controller.close();
				},
			},
			{ highWaterMark: 0 },
		);
		const type = { "Content-Type": form.headers.get("Content-Type") ?? "" };
		const init: RequestInit = { method: "POST", body, headers: { ...headers, ...type }, duplex: "half" };
		const response = await responseOf(() => addAction(argsFor(ADD, {}, init)));
		expect(response.status).toBe(401);
		expect((await response.json()).signedOut.typed).toMatchObject({ title: "Carnet" });
		expect(uploadedFiles()).toEqual(before);
	},
);

describe("another user's document", () => {
	test("cannot be viewed or edited: status 404", async () => {
		const { idFile, user } = await withDocument();
		const before = [await documentsOf(user), await imagesOf(user), uploadedFiles()];
		const other = await signedInUser();
		expect((await seeEdit(idFile, other.headers)).status).toBe(404);
		const [image] = await imagesOf(user);
		const sent = { title: "Ajeno", removeImages: [image?.id ?? ""], images: [await photo(2)] };
		expect((await edit(idFile, sent, other.headers)).status).toBe(404);
		expect([await documentsOf(user), await imagesOf(user), uploadedFiles()]).toEqual(before);
	});

	test("with the same idFile stays a document of its own", async () => {
		const { idFile, user } = await withDocument({ title: "Del primero" });
		const other = await signedInUser();
		expect(await add({ idFile, title: "Del segundo" }, other.headers)).toRedirectTo(SAVED);
		expect(await documentsOf(user)).toMatchObject([{ title: "Del primero" }]);
		expect(await documentsOf(other.user)).toMatchObject([{ title: "Del segundo", id_file: idFile }]);
	});

	test("cannot be distinguished from a missing document: unknown and malformed idFiles have status 404 too", async () => {
		const { headers } = await signedInUser();
		for (const idFile of [randomUUID(), "", "1", "../x", "%", "NOID"]) {
			expect((await seeEdit(idFile, headers)).status).toBe(404);
			expect((await edit(idFile, {}, headers)).status).toBe(404);
		}
	});
});

describe("a new document", () => {
	test("is stored with its photos, in order, each in two sizes", async () => {
		const { user, headers } = await signedInUser();
		const idFile = randomUUID();
		const images = [await photo(1), await photo(2), await photo(3)];
		const response = await add(
			{ idFile, title: " Carnet ", description: "uno\r\ndos ", expiresOn: " 2027-02-28 ", images },
			headers,
		);
		expect(response).toRedirectTo(SAVED);
		expect(response.status).toBe(303);
		expect(await toastOf(response)).toEqual({ text: "Documento agregado" });
		expect(await documentsOf(user)).toMatchObject([
			{
				id_file: idFile,
				title: "Carnet",
				description: "uno\ndos",
				expires_on: "2027-02-28",
				edited_at: null,
			},
		]);
		const rows = await imagesOf(user);
		expect(rows.map(({ position }) => position)).toEqual([0, 1, 2]);
		expect(rows.every(({ document_id }) => document_id !== null)).toBe(true);
		expect(new Set(rows.map(({ sha256 }) => sha256)).size).toBe(3);
		expect(rows[0]).toMatchObject({ width: 40, height: 30 });
		expect(uploadedFiles()).toEqual(await filesInRows());
	});

	test("needs neither photo nor expiry date; each page with the form has a new idFile", async () => {
		const { user, headers } = await signedInUser();
		expect(await add({ expiresOn: "" }, headers)).toRedirectTo(SAVED);
		expect(await documentsOf(user)).toMatchObject([{ expires_on: null }]);
		const forms = [1, 2].map(() => responseOf(() => addLoader(argsFor(ADD, {}, { headers }))));
		const [one, other] = await Promise.all(
			forms.map(async (form) => (await form).headers.get("Location")?.split("?idFile=")[1]),
		);
		expect(one).toMatch(/^[0-9a-f-]{36}$/);
		expect(one).not.toBe(other);
	});

	test.each([undefined, "", "no-uuid", `${randomUUID()}x`, randomUUID().toUpperCase(), "../../etc/passwd"])(
		"with a missing or malformed idFile (%s) has status 400",
		async (idFile) => {
			const { user, headers } = await signedInUser();
			const body = new FormData();
			for (const [name, value] of Object.entries({ title: "Licencia", description: "D1" }))
				body.append(name, value);
			if (idFile !== undefined) body.append("idFile", idFile);
			expect((await add(body, headers)).status).toBe(400);
			expect(await documentsOf(user)).toEqual([]);
		},
	);
});

describe("a problem is shown beside its field, and the typed values stay", () => {
	const cases: [what: string, sent: SentDocument, field: string, message: string][] = [
		["no title", { title: "" }, "title", "Titulo es requerido."],
		["a blank title", { title: " \t " }, "title", "Titulo es requerido."],
		["a title of two letters", { title: "ab" }, "title", "Longitud del título. Entre 3 y 43 letras."],
		["a title of 44", { title: "x".repeat(44) }, "title", "Longitud del título. Entre 3 y 43 letras."],
		["no description", { description: "" }, "description", "Descripción es requerido."],
		["a blank description", { description: " \r\n " }, "description", "Descripción es requerido."],
		[
			"a description of 2001",
			{ description: "x".repeat(2001) },
			"description",
			"La descripción puede tener hasta 2000 letras.",
		],
		[
			"a description as long as a form may be",
			{ description: "ñ".repeat(32_768) },
			"description",
			"La descripción puede tener hasta 2000 letras.",
		],
		["a title of 6000", { title: "x".repeat(6000) }, "title", "Longitud del título. Entre 3 y 43 letras."],
		...["30/02/2027", "2027-02-30", "mañana", "0000-00-00"].map(
			(expiresOn): [string, SentDocument, string, string] => [
				`the date ${expiresOn}`,
				{ expiresOn },
				"expiresOn",
				"Escribí la fecha como día, mes y año, o dejala vacía.",
			],
		),
	];

	test.each(cases)("%s, in a new document", async (_what, sent, field, message) => {
		const { user, headers } = await signedInUser();
		const typed = { title: "Carnet", description: "Para manejar", ...sent };
		const response = await add({ idFile: randomUUID(), ...typed }, headers);
		const { result, idFile } = await response.clone().json();
		expect(await errorsOf(response)).toEqual({ [field]: [message] });
		// Conform, the library for forms, leaves empty fields out of `initialValue`.
		const filled = Object.entries(typed).filter(([, value]) => value !== "");
		expect(result.initialValue).toEqual(Object.fromEntries(filled));
		expect(idFile).toMatch(/^[0-9a-f-]{36}$/);
		expect(await documentsOf(user)).toEqual([]);
	});

	test.each(cases)(
		"%s, in an edited document, which stays as it was",
		async (_what, sent, field, message) => {
			const { user, headers, idFile } = await withDocument();
			const before = await documentsOf(user);
			expect(await errorsOf(await edit(idFile, sent, headers))).toEqual({ [field]: [message] });
			expect(await documentsOf(user)).toEqual(before);
		},
	);

	test("all problems are shown at once", async () => {
		const { headers } = await signedInUser();
		const sent = { title: "", description: "", expiresOn: "x", images: [Buffer.from("GIF89a")] };
		const errors = await errorsOf(await add(sent, headers));
		expect(errors).toMatchObject({
			title: ["Titulo es requerido."],
			description: ["Descripción es requerido."],
		});
		expect(errors.images?.[0]).toMatch(/^Ocurrio un error al cargar la imagen\. La imagen es GIF/);
	});

	test.each([3, 43])("a title of %d characters is valid", async (length) => {
		const { user, headers } = await signedInUser();
		expect(await add({ title: "ñ".repeat(length) }, headers)).toRedirectTo(SAVED);
		expect(await documentsOf(user)).toMatchObject([{ title: "ñ".repeat(length) }]);
	});
});

describe("an edit", () => {
	test("changes the texts, adds and removes photos in one step, and records its time", async () => {
		const { user, headers, idFile } = await withDocument({ images: [await photo(1), await photo(2)] });
		const [first, second] = await imagesOf(user);
		const response = await edit(
			idFile,
			{ title: "Otro título", removeImages: [first?.id ?? ""], images: [await photo(3)] },
			headers,
		);
		expect(response).toRedirectTo(SAVED);
		expect(await toastOf(response)).toEqual({ text: "Documento editado" });
		const [document] = await documentsOf(user);
		expect(document).toMatchObject({ title: "Otro título" });
		expect(document?.edited_at).toBeGreaterThanOrEqual(document?.created_at ?? Number.POSITIVE_INFINITY);
		const rows = await imagesOf(user);
		expect(rows.map(({ id }) => id)).toEqual([second?.id, rows[1]?.id]);
		expect(rows[1]?.position).toBe(2);
		expect(uploadedFiles()).toEqual(await filesInRows());
	});

	test("of the expiry begins its reminders anew, which any other edit leaves as they are", async () => {
		const today = plantToday();
		const { user, headers, idFile } = await withDocument({ expiresOn: addDays(today, 5) });
		const reminded = async () => (await documentsOf(user))[0]?.reminded_days;
		expect(await reminded()).toBe(7);
		await edit(idFile, { expiresOn: addDays(today, 20) }, headers);
		expect(await reminded()).toBe(30);
		await db.updateTable("documents").set({ reminded_days: 7 }).where("user_id", "=", user.id).execute();
		await edit(idFile, { title: "Otro", expiresOn: addDays(today, 20) }, headers);
		expect(await reminded()).toBe(7);
	});

	test("of the photos alone is one too", async () => {
		const { user, headers, idFile } = await withDocument({});
		await edit(idFile, { images: [await photo(2)] }, headers);
		expect((await documentsOf(user))[0]?.edited_at).not.toBeNull();
	});

	test("shows the stored texts and photos", async () => {
		const { user, headers, idFile } = await withDocument({ title: "Carnet", expiresOn: "2027-01-31" });
		const [image] = await imagesOf(user);
		const seen = await (await seeEdit(idFile, headers)).json();
		expect(seen.document).toMatchObject({ idFile, title: "Carnet", expiresOn: "2027-01-31", editedOn: null });
		expect(seen.images).toEqual([{ id: image?.id, width: 40, height: 30, isPending: false }]);
	});

	test("leads back to the row in the list from which the user came, never to another site", async () => {
		const { headers, idFile } = await withDocument({ title: "Uno" });
		const backFrom = async (redirectTo: string) => {
			const path = `${ADD}?${new URLSearchParams({ idFile, redirectTo })}`;
			return (await addLoader(argsFor(path, {}, { headers }))).backTo;
		};
		expect(await backFrom(`${LIST}?q=dos`)).toBe(`${LIST}?q=dos`);
		expect(await backFrom("//evil.example")).toBe(LIST);
		for (const [redirectTo, query] of [
			[`${LIST}?q=dos&after=1-2#fila-3`, "&q=dos&after=1-2"],
			["//evil.example", ""],
			["https://evil.example/auth/my-documents", ""],
		] as const) {
			const search = `?redirectTo=${encodeURIComponent(redirectTo)}`;
			const target = `${LIST}?open=${idFile}${query}#fila-1`;
			expect(await edit(idFile, { title: "Dos" }, headers, search)).toRedirectTo(target);
		}
	});

	test("uses the idFile of its address, not the one in the form", async () => {
		const { user, headers, idFile } = await withDocument({ title: "Uno" });
		const second = randomUUID();
		await add({ idFile: second, title: "Dos" }, headers);
		expect(await edit(idFile, { idFile: second, title: "Uno editado" }, headers)).toRedirectTo(SAVED);
		expect((await documentsOf(user)).map(({ title }) => title)).toEqual(["Uno editado", "Dos"]);
	});
});

const OURS = "Es un problema nuestro, no tuyo. Lo que escribiste sigue acá: probá de nuevo en un rato.";

test("without a folder for photos, a form with some comes back with its texts, and one without is saved", async () => {
	const { user, headers } = await signedInUser();
	const folder = process.env.UPLOADS_DIR ?? "";
	mkdirSync(folder, { recursive: true });
	renameSync(folder, `${folder}.lost`);
	writeFileSync(folder, "");
	onTestFinished(() => {
		rmSync(folder);
		renameSync(`${folder}.lost`, folder);
	});
	const response = await add({ title: "Carnet", images: [await photo(1)] }, headers);
	expect(response.status).toBe(500);
	const { result } = await response.json();
	expect(result.error).toEqual({ images: [`Ocurrio un error al cargar la imagen. ${OURS}`] });
	expect(result.initialValue).toMatchObject({ title: "Carnet", description: "Clase D1" });
	expect(await documentsOf(user)).toEqual([]);
	expect(await add({ title: "Sin fotos" }, headers)).toRedirectTo(SAVED);
});

describe("when the disk of the database fails", () => {
	/** Makes every write to the database fail while `run` runs. */
	async function unwritable<Result>(run: () => Promise<Result>): Promise<Result> {
		sqlite.pragma("query_only = ON");
		return run().finally(() => sqlite.pragma("query_only = OFF"));
	}
	test("a new document is refused with 'Error al agregar documento.' and the typed values, and no file stays", async () => {
		const { user, headers } = await signedInUser();
		const before = uploadedFiles();
		const images = [await photo(1)];
		const response = await unwritable(() => add({ title: "Carnet", images }, headers));
		expect(response.status).toBe(500);
		const { failure, result } = await response.json();
		expect(failure).toBe("Error al agregar documento.");
		expect(result.error).toEqual({
			"": [
				expect.stringMatching(
					/es un problema nuestro, no tuyo\. .* Código para quien administra: [0-9a-f-]{36}$/,
				),
			],
		});
		expect(result.initialValue).toMatchObject({ title: "Carnet", description: "Clase D1" });
		expect([await documentsOf(user), uploadedFiles()]).toEqual([[], before]);
	});

	test("an edit is refused with 'Error al editar documento.', and the document stays as it was", async () => {
		const { user, headers, idFile } = await withDocument();
		const before = [await documentsOf(user), await imagesOf(user), uploadedFiles()];
		const removeImages = (await imagesOf(user)).map(({ id }) => id);
		const images = [await photo(2)];
		const response = await unwritable(() => edit(idFile, { title: "Otro", removeImages, images }, headers));
		expect(response.status).toBe(500);
		const { failure, removeImages: ticked } = await response.json();
		expect(failure).toBe("Error al editar documento.");
		expect(ticked).toEqual(removeImages);
		expect([await documentsOf(user), await imagesOf(user), uploadedFiles()]).toEqual(before);
	});

	test("a photo sent by the script is refused with 'Ocurrio un error al cargar la imagen.'", async () => {
		const { headers } = await signedInUser();
		const before = uploadedFiles();
		const images = [await photo(3)];
		const response = await unwritable(() => add({ intent: "images", images }, headers));
		expect(response.status).toBe(500);
		expect(await response.json()).toEqual({
			refused: [`Ocurrio un error al cargar la imagen. ${OURS}`],
			kept: [],
		});
		expect(uploadedFiles()).toEqual(before);
	});
});
