import { randomBytes, randomUUID } from "node:crypto";
import { deflateRawSync } from "node:zlib";
import { createElement } from "react";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { ImportForm } from "~/features/extras-import/import-form";
import { ImportPreviewSection } from "~/features/extras-import/import-preview";
import { db, sqlite } from "~/lib/database/db.server";
import { OTHERS } from "~/lib/records/save-record-form.server";
import { loader as download } from "~/routes/auth.work-overtime_.export";
import { action, loader } from "~/routes/auth.work-overtime_.import";
import { makeUser, PASSWORD, signedIn } from "../../support/accounts";
import { htmlOf } from "../../support/browser/render-part";
import { extraRow, insertExtras } from "../../support/extras";
import { argsFor, errorsOf, responseOf } from "../../support/requests";
import { evened } from "../../support/texts/evened";
import { toastOf } from "../../support/toasts";

const MB = 1024 * 1024;
const TOO_BIG = "Pesa más de 5 MB: partilo en archivos más chicos.";
const LIST = "/auth/work-overtime";
const IMPORT = `${LIST}/import`;
const HEADER = "Fecha;Turno;Horas;Entrada;Horas al 50;Horas al 100;Compensación;Comentario;Por qué";
const NIGHT = "20/11/2026;N;8;22:00;8;0;pago;Horno;";

let id: string;
let headers: { Cookie: string };
beforeAll(async () => {
	({ id } = await makeUser());
	headers = await signedIn({ id });
});
beforeEach(() => db.deleteFrom("extras").execute());

function sent(fields: Record<string, string | File>, who: Record<string, string> = headers) {
	const body = new FormData();
	for (const [name, value] of Object.entries(fields)) body.append(name, value);
	return responseOf(() => action(argsFor(IMPORT, {}, { method: "POST", body, headers: who })));
}
/** A CSV text as the preview page's hidden field contains it: compressed and in Base64. */
const packed = (csv: string) => deflateRawSync(csv).toString("base64");
const fileOf = (content: BlobPart) => new File([content], "extras.csv", { type: "text/csv" });
const countOf = async (userId = id) =>
	(await db.selectFrom("extras").select("id_file").where("user_id", "=", userId).execute()).length;

describe("access to the import", () => {
	test("a visitor without a session is redirected to the login, and nothing changes", async () => {
		const login = `/auth/login?redirectTo=${encodeURIComponent(IMPORT)}`;
		expect(await responseOf(() => loader(argsFor(IMPORT)))).toRedirectTo(login);
		for (const file of [fileOf(`${HEADER}\n${NIGHT}`), fileOf("x".repeat(MB))])
			expect(await sent({ file }, {})).toRedirectTo(login);
		expect(await sent({ pasted: "x".repeat(MB) }, {})).toRedirectTo(login);
		expect(await countOf()).toBe(0);
	});

	test.each([
		["the pasted text", { pasted: `${HEADER}\n${NIGHT}`, file: fileOf("") }],
		["the preview", { confirmed: packed(`${HEADER}\n${NIGHT}`) }],
	])("%s, sent without a session, is kept until after the sign-in, and adds nothing", async (_what, form) => {
		const answer = await sent(form, {});
		expect(answer.status).toBe(401);
		const { typed: shown } = (await answer.json()).signedOut;
		const html = await htmlOf(createElement(ImportForm, { shown, signIn: "Ingresá" }));
		expect(html).toContain("Ingresá");
		expect(html).not.toContain('type="file"');
		const { email } = await makeUser();
		const resumed = { ...shown, email, password: PASSWORD, resume: "password" };
		const signedIn = await sent(resumed, {});
		expect(signedIn.status).toBe(307);
		const Cookie = signedIn.headers.getSetCookie().join("; ");
		expect((await (await sent(resumed, { Cookie })).json()).preview).toMatchObject({ addedCount: 1 });
		expect(await db.selectFrom("extras").selectAll().execute()).toEqual([]);
		for (const text of Object.values<string>(shown)) expect(html).toContain(text.split("\n")[0]);
	});

	test("a signed-in user sees the form", async () => {
		expect((await responseOf(() => loader(argsFor(IMPORT, {}, { headers })))).status).toBe(200);
	});

	test("the keys in a file give no access to another user's extras", async () => {
		const other = await makeUser();
		const key = randomUUID();
		await db
			.insertInto("extras")
			.values(extraRow(other.id, { id_file: key }))
			.execute();
		const answer = await sent({ confirmed: packed(`${HEADER};Código\n${NIGHT};${key}`) });
		expect(answer).toRedirectTo(LIST);
		const rows = await db
			.selectFrom("extras")
			.select(["user_id", "minutes", "comment"])
			.where("id_file", "=", key)
			.execute();
		expect(rows).toEqual(
			expect.arrayContaining([
				{ user_id: other.id, minutes: 480, comment: null },
				{ user_id: id, minutes: 480, comment: "Horno" },
			]),
		);
	});
});

describe("the preview", () => {
	test("says which rows are new, already stored and wrong, and adds nothing", async () => {
		await sent({ confirmed: packed(`${HEADER}\n${NIGHT}`) });
		const csv = `${HEADER}\r\n${NIGHT}\r\n21/11/2026;M;4,5;;4,5;0;;"=1+1\r\notra\rvez";\r\n31/02/2026;M;4;;4;0;;;\r\n`;
		// The form's words for a place beside the own shift are no shift's letter.
		const place = await sent({ pasted: `${HEADER}\n${NIGHT.replace(";N;", ";after;")}` });
		expect((await place.json()).preview).toMatchObject({ addedCount: 0, refusedCount: 1 });
		const answer = await sent({ file: fileOf(csv) });
		expect(answer.status).toBe(200);
		const { preview } = evened(await answer.json());
		expect(preview).toMatchObject({
			addedCount: 1,
			knownCount: 1,
			refusedCount: 1,
			first: [{ line: 3, text: "sábado 21/11/2026, turno M, 4,5 h, =1+1 otra vez" }],
			refused: [{ line: 6, reason: "Fecha: No es una fecha: elegí día, mes y año." }],
			hasRoom: true,
		});
		const html = await htmlOf(createElement(ImportPreviewSection, { preview }));
		expect(html).toContain("<summary>1 línea que no entra</summary>");
		expect(html).not.toContain("más</li>");
		const many = { ...preview, refusedCount: 1_207 };
		expect(await htmlOf(createElement(ImportPreviewSection, { preview: many }))).toMatch(
			/<summary>1\.207 líneas que no entran<.* mes y año\.<\/li><li>y 1\.206 más<\/li><\/ul>/,
		);
		const none = { ...preview, refusedCount: 0, refused: [] };
		expect(await htmlOf(createElement(ImportPreviewSection, { preview: none }))).not.toContain("no entra");
		expect(await countOf()).toBe(1);
		const done = await sent({ confirmed: preview.rows });
		expect(done).toRedirectTo(LIST);
		expect((await toastOf(done))?.text).toBe("Importamos 1 extra.");
		expect(await countOf()).toBe(2);
		expect((await toastOf(await sent({ confirmed: preview.rows })))?.text).toBe(
			"Ya están todas: ninguna se repitió.",
		);
		expect(await countOf()).toBe(2);
	});

	test("says that a row which is not added may be stored already or repeated in the file", async () => {
		const row = `${NIGHT};${randomUUID()}`;
		const shown = async (rows: readonly string[]) => {
			const { preview } = await (
				await sent({ file: fileOf([`${HEADER};Código`, ...rows].join("\n")) })
			).json();
			return htmlOf(createElement(ImportPreviewSection, { preview }));
		};
		expect(await shown([row])).not.toContain("repetida");
		expect(await shown([row, row])).toContain(
			"1 extra que ya tenés o que está repetida: no se agrega ni cambia.",
		);
		expect(await shown([row, row, row])).toContain(
			"2 extras que ya tenés o que están repetidas: no se agregan ni cambian.",
		);
	});

	test("of rows without a key takes each stored extra for one of them, also if two are the same", async () => {
		await sent({ confirmed: packed(`${HEADER}\n${NIGHT}\n${NIGHT}`) });
		expect(await countOf()).toBe(2);
		const { preview } = await (await sent({ pasted: [HEADER, NIGHT, NIGHT, NIGHT].join("\n") })).json();
		expect(preview).toMatchObject({ addedCount: 1, knownCount: 2 });
	});

	test("of a row says that the diagram proposed its start only where there is one", async () => {
		const unstarted = NIGHT.replace("22:00", "");
		const rows = [NIGHT, unstarted].map((row) => `${row};según tu diagrama`);
		await sent({ confirmed: packed([`${HEADER};De dónde sale la hora`, ...rows].join("\n")) });
		const starts = await db.selectFrom("extras").select(["start_minute", "is_start_proposed"]).execute();
		expect(new Map(starts.map((row) => [row.start_minute, row.is_start_proposed]))).toEqual(
			new Map([
				[22 * 60, 1],
				[null, 0],
			]),
		);
	});

	test("of the downloaded CSV finds every extra already stored", async () => {
		insertExtras(sqlite, id, 40);
		const csv = await responseOf(() => download(argsFor(`${LIST}/export`, {}, { headers })));
		const { preview } = await (await sent({ file: fileOf(await csv.arrayBuffer()) })).json();
		expect(preview).toMatchObject({ addedCount: 0, knownCount: 40, refusedCount: 0 });
	});

	test("of the downloaded CSV restores the marks for review, but not on hours that the worker typed", async () => {
		const saturday = { date: "2026-11-21", minutes_unclassified: 480 };
		const rows = [
			extraRow(id, { ...saturday, needs_review: 1 }),
			extraRow(id, { ...saturday, minutes_unclassified: 240, is_own_split: 1, needs_review: 0 }),
			extraRow(id, { needs_review: 0 }),
		];
		await db.insertInto("extras").values(rows).execute();
		const csv = await responseOf(() => download(argsFor(`${LIST}/export`, {}, { headers })));
		const file = fileOf(await csv.arrayBuffer());
		await db.deleteFrom("extras").execute();
		const { preview } = await (await sent({ file })).json();
		await sent({ confirmed: preview.rows });
		const marks = await db
			.selectFrom("extras")
			.select(["id_file", "is_own_split", "needs_review", "premiums"])
			.execute();
		expect(marks).toEqual(
			expect.arrayContaining(
				rows.map(({ id_file, is_own_split, needs_review, premiums }) => ({
					...{ id_file, is_own_split, needs_review, premiums },
				})),
			),
		);
	});

	test("reads a file that Excel saved in Windows-1252", async () => {
		const text = `${HEADER}\r\n21/11/2026;Ñ;4,5;6:00;4,5;0;;Cañería;\r\n`;
		const answer = await sent({ file: fileOf(Buffer.from(text, "latin1")) });
		const { preview } = evened(await answer.json());
		expect(preview.first).toEqual([
			{ line: 2, text: "sábado 21/11/2026, turno Ñ, 4,5 h, de 06:00 a 10:30, Cañería" },
		]);
	});

	test("of a file of 5 MB can be confirmed: its packed rows fit into a request of 9 MB, whatever they contain", async () => {
		const megabyte = 1024 * 1024;
		const oneRow = (length: number) => `${HEADER}\n${NIGHT.replace("Horno", "x".repeat(length))}`;
		for (const answer of [
			await sent({ file: fileOf(oneRow(5 * megabyte - 200)) }),
			await sent({ confirmed: packed(oneRow(15.5 * megabyte)) }),
		])
			expect((await answer.json()).preview).toMatchObject({ refusedCount: 1 });

		// Makes rows that hardly compress: their comments are random non-ASCII characters in Windows-1252.
		const rows = Array.from({ length: 300 }, () => [
			Buffer.from("1/1/2026;N;8;6:00;;;;"),
			randomBytes(500).map((byte) => byte | 0xc0),
			Buffer.from(";\n"),
		]);
		const content = Buffer.concat([Buffer.from(`${HEADER}\n`, "latin1"), ...rows.flat()]);
		const { preview } = await (await sent({ file: fileOf(content) })).json();
		expect(preview).toMatchObject({ addedCount: 300, refusedCount: 0 });
		expect(preview.rows.length / content.length).toBeLessThan(9 / 5);
	});

	test.each([
		["CSV that is not packed", `${HEADER}\n${NIGHT}`],
		["more than 16 MB, packed", packed(`${HEADER}\n${NIGHT}${" ".repeat(16 * 1024 * 1024)}`)],
		["another packed text", packed("hola")],
	])("%s cannot be confirmed", async (_name, confirmed) => {
		expect((await sent({ confirmed })).status).toBe(400);
		expect(await countOf()).toBe(0);
	});

	test("of confirmed rows that were edited by hand is shown again, and adds nothing", async () => {
		const answer = await sent({ confirmed: packed(`${HEADER}\n${NIGHT}\n${NIGHT.replace("N;8", "N;99")}`) });
		expect((await answer.json()).preview).toMatchObject({ addedCount: 1, refusedCount: 1 });
		expect(await countOf()).toBe(0);
	});

	test("that another person was shown is shown again to whoever presses, and only then adds", async () => {
		const rows = packed(`${HEADER}\n${NIGHT}`);
		const { preview } = await (await sent({ confirmed: rows, person: "another" })).json();
		expect([preview.addedCount, preview.note, await countOf()]).toEqual([1, OTHERS, 0]);
		const html = await htmlOf(createElement(ImportPreviewSection, { preview }));
		expect(html).toContain(OTHERS);
		const [, person = ""] = /name="person" value="([^"]+)"/.exec(html) ?? [];
		expect(await sent({ confirmed: preview.rows, person })).toRedirectTo(LIST);
		expect(await countOf()).toBe(1);
	});

	test("that fails in the middle adds nothing, says that it is no fault of the worker's, and can be sent again", async () => {
		const rows = packed(`${HEADER}\n${NIGHT}\n${NIGHT.replace(";N;", ";T;")}`);
		sqlite.exec(`CREATE TRIGGER broken BEFORE INSERT ON extras WHEN NEW.shift = 'T'
			BEGIN SELECT RAISE(ABORT, 'broken'); END`);
		try {
			const answer = await sent({ confirmed: rows });
			expect(answer.status).toBe(500);
			expect((await errorsOf(answer))[""]).toEqual([expect.stringMatching(/^Es un problema nuestro/)]);
			expect(await countOf()).toBe(0);
		} finally {
			sqlite.exec("DROP TRIGGER broken");
		}
		const done = await sent({ confirmed: rows });
		expect(done).toRedirectTo(LIST);
		expect((await toastOf(done))?.text).toBe("Importamos 2 extras.");
		expect(await countOf()).toBe(2);
	});

	test("of pasted text has the same rows, though the form sends an empty file beside it; of none there is nothing to add", async () => {
		const pasted = `${HEADER}\n${NIGHT}`;
		const { preview } = await (await sent({ pasted, file: fileOf("") })).json();
		expect(preview).toMatchObject({ addedCount: 1, refusedCount: 0 });
		expect((await toastOf(await sent({ confirmed: packed(HEADER) })))?.text).toBe(
			"Ya están todas: ninguna se repitió.",
		);
	});

	test("says when the rows exceed the maximum, and adds nothing", async () => {
		insertExtras(sqlite, id, 19_999);
		const { preview } = await (await sent({ pasted: `${HEADER}\n${NIGHT}` })).json();
		expect(preview).toMatchObject({ addedCount: 1, hasRoom: true });
		expect(await sent({ confirmed: packed(`${HEADER}\n${NIGHT}`) })).toRedirectTo(LIST);
		const answer = await sent({ confirmed: packed(`${HEADER}\n${NIGHT.replace(";N;", ";T;")}`) });
		expect(answer.status).toBe(409);
		expect((await answer.json()).preview).toMatchObject({
			addedCount: 1,
			hasRoom: false,
			most: 20_000,
			rows: "",
		});
		expect(await countOf()).toBe(20_000);
	});
});

describe("an unreadable file gets a message, and pasted text is kept", () => {
	test.each<[string, Record<string, string | File>, Record<string, string[]>]>([
		["nothing", { pasted: "", file: fileOf("") }, { file: ["Elegí el archivo, o pegá su contenido."] }],
		[
			"another file",
			{ file: fileOf("%PDF-1.7") },
			{ file: [expect.stringMatching(/^No es un archivo de extras/)] },
		],
		[
			"a table of other columns, which may have these",
			{ pasted: "Fecha;Turno;Horas" },
			{ pasted: [expect.stringMatching(/^No es un archivo de extras de Relevo: le faltan columnas\. Usá/)] },
		],
		["another text", { pasted: "hola" }, { pasted: [expect.stringMatching(/^No es un archivo de extras/)] }],
		[
			"Unicode text",
			{ file: fileOf(Buffer.from(`\uFEFF${HEADER}`, "utf16le")) },
			{ file: [expect.stringMatching(/texto Unicode/)] },
		],
		[
			"Unicode text in the other order",
			{ file: fileOf(Buffer.from(`\uFEFF${HEADER}`, "utf16le").swap16()) },
			{ file: [expect.stringMatching(/texto Unicode/)] },
		],
		...[
			[0xff, 0x41],
			[0xfe, 0x41],
			[0x41, 0xfe],
			[0x41, 0xff],
		].map((bytes): [string, Record<string, File>, Record<string, string[]>] => [
			`an Icelandic one (${bytes})`,
			{ file: fileOf(Buffer.from(bytes)) },
			{ file: [expect.stringMatching(/^No es un archivo de extras/)] },
		]),
		[
			"a file of 5 MB",
			{ file: fileOf(Buffer.alloc(5 * MB, "a")) },
			{ file: [expect.stringMatching(/^No es un archivo de extras/)] },
		],
		["a file above 5 MB", { file: fileOf(Buffer.alloc(5 * MB + 1, "a")) }, { file: [TOO_BIG] }],
		["a form above 9 MB", { confirmed: "a".repeat(9 * MB + 1) }, { file: [TOO_BIG] }],
		[
			"a form above 9 MB in two parts",
			{ confirmed: "a".repeat(5 * MB), person: "a".repeat(5 * MB) },
			{ file: [TOO_BIG] },
		],
	])("%s", async (_name, fields, error) => {
		const answer = await sent(fields);
		expect(answer.status).toBe(400);
		expect((await answer.json()).result).toEqual({
			status: "error",
			error,
			initialValue: { pasted: typeof fields.pasted === "string" ? fields.pasted : "" },
		});
	});

	test.each([
		[64 * 1024, 64 * 1024, /^No es un archivo de extras/],
		[64 * 1024 + 1, 0, /^No es un archivo de extras/],
		[5 * MB, 0, /^No es un archivo de extras/],
		[5 * MB + 1, 0, /^Pesa más de 5 MB/],
	])("of %i pasted letters %i are shown again", async (length, shown, problem) => {
		const { result } = await (await sent({ pasted: "a".repeat(length) })).json();
		expect(result.initialValue.pasted).toHaveLength(shown);
		expect(Object.values(result.error)).toEqual([[expect.stringMatching(problem)]]);
	});

	test("what is no form at all says so", async () => {
		const init = { method: "POST", body: "{}", headers: { ...headers, "Content-Type": "application/json" } };
		expect((await responseOf(() => action(argsFor(IMPORT, {}, init)))).status).toBe(400);
	});
});
