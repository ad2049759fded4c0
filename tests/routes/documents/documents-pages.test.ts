import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import { documentSchema } from "~/features/documents/document-schemas";
import { db } from "~/lib/database/db.server";
import { env } from "~/lib/env.server";
import { addDays, formatShortDate } from "~/lib/time/civil-date";
import { makeUser, signedIn } from "../../support/accounts";
import {
	ADD,
	add,
	documentBody,
	edit,
	imagesOf,
	LIST,
	photos,
	type SentDocument,
} from "../../support/document-forms";
import { expectCleanDocument, expectSafe } from "../../support/server/expect-safe";
import { sameOrigin, send } from "../../support/server/http-client";
import { ownData, serverForFile } from "../../support/server/server-for-file";
import { todayIn } from "../../support/texts/today";

const server = serverForFile(ownData);
let user: Awaited<ReturnType<typeof makeUser>>;
let headers: { Cookie: string };
beforeEach(async () => {
	user = await makeUser();
	headers = await signedIn(user);
});

async function see(path: string): Promise<string> {
	const response = await send(server.origin, path, { headers });
	expect(response.status).toBe(200);
	expectSafe(response);
	expectCleanDocument(response);
	expect(response.headers["cache-control"]).toBe("private, no-store");
	// React separates adjacent texts by empty comments.
	return response.text.replaceAll("<!-- -->", "");
}

/** Sends a document form as a browser without JavaScript does. */
async function post(path: string, sent: SentDocument) {
	const form = new Response(documentBody(sent));
	const type = { "content-type": form.headers.get("Content-Type") ?? "" };
	const body = Buffer.from(await form.arrayBuffer());
	return send(server.origin, path, { method: "POST", headers: { ...sameOrigin, ...headers, ...type }, body });
}

/** The text of a page, without tags, styles, scripts and templates. */
const wordsOf = (html: string) =>
	html
		.replace(/<(style|script|template)[\s\S]*?<\/\1>/g, "")
		.replace(/<[^>]+>/g, " ")
		.replace(/\s+/g, " ");

/** The HTML tags of the input fields with this name. */
const fieldsOf = (html: string, name: string) =>
	html.match(new RegExp(`<input[^>]* name="${name}"[^>]*>`, "g")) ?? [];

test("the form of a document has a control for each field of its schema", async () => {
	const html = await see(`${ADD}?idFile=${randomUUID()}`);
	const lacking = Object.keys(documentSchema.shape).filter((name) => !html.includes(` name="${name}"`));
	expect(lacking).toEqual([]);
});

describe("the list", () => {
	test("without documents says what to do, and has no search", async () => {
		const text = wordsOf(await see(LIST));
		expect(text).toContain("No hay documentos creados");
		expect(text).toContain("Crea un nuevo documento haciendo clic en el botón de agregar");
		expect(text).not.toContain("Buscar en tus documentos");
		expect(text).toContain("Agregar documento");
	});

	test("says that medical certificates need not be uploaded", async () => {
		expect(wordsOf(await see(LIST))).toContain(
			"No hace falta que subas certificados médicos. Si lo hacés, es decisión tuya y solo vos los ves.",
		);
	});

	test("shows a row with dates, its first photo and three links", async () => {
		const idFile = randomUUID();
		await add({ idFile, title: "Carnet", images: await photos(5) }, headers);
		await edit(idFile, { title: "Carnet", description: "Uno\nDos" }, headers);
		const created = Date.UTC(2026, 10, 22, 2, 30);
		await db
			.updateTable("documents")
			.set({ created_at: created, edited_at: created + 3_600_000 })
			.where("id_file", "=", idFile)
			.execute();
		const html = await see(LIST);
		expect(wordsOf(html)).toContain("Creado el 21/11/2026 · Editado el 22/11/2026");
		expect(html.match(/<img /g)).toHaveLength(1);
		expect(wordsOf(html)).toContain("5 fotos");
		for (const address of [
			`/auth/view-document/${idFile}?redirectTo=%2Fauth%2Fmy-documents%23fila-1`,
			`/auth/edit-document/${idFile}?redirectTo=%2Fauth%2Fmy-documents%23fila-1`,
			`/auth/view-document/${idFile}?redirectTo=%2Fauth%2Fmy-documents&amp;intent=delete`,
			ADD,
		])
			expect(html).toContain(`href="${address}"`);
	});

	test("shows only the creation date of a document that was never edited", async () => {
		await add({}, headers);
		expect(wordsOf(await see(LIST))).not.toContain("Editado");
	});

	test("shows when a document expires, in words and a colour", async () => {
		const today = todayIn(env.TZ_APP);
		const cases: [days: number, kind: string, text: string][] = [
			[-1, "expired", "Venció el"],
			[0, "soon", "Vence hoy, el"],
			[1, "soon", "Vence en 1 día, el"],
			[30, "soon", "Vence en 30 días, el"],
			[31, "later", "Vence el"],
		];
		for (const [days] of cases) await add({ expiresOn: addDays(today, days) }, headers);
		const html = await see(LIST);
		for (const [days, kind, text] of cases) {
			const said = `<span class="expiry ${kind}">${text} ${formatShortDate(addDays(today, days))}</span>`;
			expect(html.split(said), said).toHaveLength(2);
		}
	});

	test("after a search without results repeats the search text, escaped", async () => {
		await add({}, headers);
		const html = await see(`${LIST}?q=${encodeURIComponent('<b>"nada"')}`);
		expect(html).toContain("No encontramos ningún documento con «&lt;b&gt;&quot;nada&quot;».");
		expect(html).toContain('value="&lt;b&gt;&quot;nada&quot;"');
		expect(wordsOf(await see(`${LIST}?after=9999-12-31_1_1`))).toContain("No hay documentos más antiguos.");
	});
});

describe("a form", () => {
	test("accepts several photos without script, from files or the camera", async () => {
		const html = await see(`${ADD}?idFile=${randomUUID()}`);
		expect(html).toMatch(/<form[^>]* method="post"[^>]* encType="multipart\/form-data"/);
		expect(html).toMatch(/<input[^>]* type="file" accept="image\/jpeg,image\/png,image\/webp" multiple=""/);
		expect(html).toMatch(/<input type="hidden" name="idFile" value="[0-9a-f-]{36}"/);
		// The field `idFile` precedes the photos, so that the server knows the document when the photos arrive.
		expect(html.indexOf('name="idFile"')).toBeLessThan(html.indexOf('name="images"'));
		expect(html.indexOf('name="description"')).toBeLessThan(html.indexOf('name="images"'));
		expect(html).not.toContain("Quitar");
	});

	test("is shown again when it is refused, with its photos and a message beside each field", async () => {
		const idFile = randomUUID();
		const images = [...(await photos(2)), new File(["GIF89a"], "movida.gif")];
		const { status, text } = await post(ADD, {
			idFile,
			title: "ab",
			description: "línea 1\nlínea 2",
			images,
		});
		expect(status).toBe(400);
		expect(wordsOf(text)).toContain("Longitud del título.");
		expect(wordsOf(text)).toContain("Ocurrio un error al cargar la imagen. La imagen es GIF");
		expect(fieldsOf(text, "title")).toEqual([expect.stringContaining('value="ab"')]);
		expect(text).toMatch(/<textarea[^>]*name="description"[^>]*>línea 1\r?\nlínea 2<\/textarea>/);
		expect(text).toContain(`name="idFile" value="${idFile}"`);
		const kept = await imagesOf(user);
		expect(kept).toHaveLength(2);
		for (const [index, box] of fieldsOf(text, "removeImages").entries()) {
			expect(box).toContain(`value="${kept[index]?.id}"`);
			expect(box).toContain(`aria-label="Quitar la foto ${index + 1}"`);
			expect(text).toContain(`src="/images/${kept[index]?.id}-320.webp"`);
		}
		expect(text.match(/Sin guardar/g)).toHaveLength(2);
		// The server refuses the form without a title, but deletes the pending photos marked for removal.
		const again = await post(ADD, { idFile, title: "", removeImages: kept.map(({ id }) => id) });
		expect(again.text).not.toContain("Sin guardar");
	});

	test("of an edit shows the stored values, and keeps 'Quitar' ticked when it is refused", async () => {
		const idFile = randomUUID();
		await add({ idFile, title: "Carnet", expiresOn: "2027-01-31", images: await photos(2) }, headers);
		const [first, second] = await imagesOf(user);
		const html = await see(`/auth/edit-document/${idFile}`);
		expect(fieldsOf(html, "title")).toEqual([expect.stringContaining('value="Carnet"')]);
		expect(fieldsOf(html, "expiresOn")).toEqual([expect.stringContaining('value="2027-01-31"')]);
		const sent = { idFile, title: "", removeImages: [first?.id ?? ""] };
		const { text } = await post(`/auth/edit-document/${idFile}`, sent);
		const boxes = fieldsOf(text, "removeImages");
		expect(boxes.map((box) => box.includes('checked=""'))).toEqual([true, false]);
		expect(boxes[1]).toContain(`value="${second?.id}"`);
	});
});

describe("a document", () => {
	test("is shown with responsive photos and the link 'Volver'", async () => {
		const idFile = randomUUID();
		await add({ idFile, title: "Carnet", description: "Uno\n\nDos", images: await photos(2) }, headers);
		const html = await see(`/auth/view-document/${idFile}`);
		expect(html).toMatch(/<a class="back"[^>]* href="\/auth\/my-documents">.*?Volver<\/a>/);
		expect(html).toContain("<h1><bdi>Carnet</bdi></h1>");
		expect(html).toContain('<p class="lines"><bdi>Uno\n\nDos</bdi></p>');
		const [first, second] = await imagesOf(user);
		expect(html).toContain(
			`src="/images/${first?.id}-1600.webp" srcSet="/images/${first?.id}-320.webp 40w, /images/${first?.id}-1600.webp 40w" sizes="(min-width: 768px) 720px, 100vw" alt="Foto 1 de Carnet" width="40" height="30" decoding="async"`,
		);
		expect(html).toMatch(new RegExp(`${second?.id}-1600.webp 40w"[^>]* loading="lazy"`));
	});

	test("leads back to its card in the list from which it was opened, also after an edit", async () => {
		const idFile = randomUUID();
		await add({ idFile }, headers);
		const redirectTo = encodeURIComponent(`${LIST}?q=clase#fila-1`);
		const html = await see(`/auth/view-document/${idFile}?redirectTo=${redirectTo}`);
		expect(html).toMatch(/<a class="back" href="\/auth\/my-documents\?q=clase#fila-1">/);
		expect(html).toContain(`href="/auth/edit-document/${idFile}?redirectTo=${redirectTo}"`);
		expect(html).toContain(`?intent=delete&amp;redirectTo=${redirectTo}"`);
	});

	test("is deleted only after a confirmation on a page of its own", async () => {
		const idFile = randomUUID();
		await add({ idFile, title: "Carnet" }, headers);
		const redirectTo = encodeURIComponent(`${LIST}?q=carnet`);
		const html = await see(`/auth/view-document/${idFile}?intent=delete&redirectTo=${redirectTo}`);
		expect(html).toContain("<h1>Confirmación</h1>");
		expect(wordsOf(html)).toContain("¿Estás seguro de que quieres eliminar el documento? Carnet");
		expect(html).toContain('<input type="hidden" name="redirectTo" value="/auth/my-documents?q=carnet"');
		expect(html).toMatch(/<button[^>]*name="intent" value="delete"[^>]*>[\s\S]*?Aceptar/);
		expect(html).toContain('href="/auth/my-documents?q=carnet">Cancelar</a>');
	});
});
