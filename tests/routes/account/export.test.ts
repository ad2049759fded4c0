import { randomUUID } from "node:crypto";
import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { setTimeout } from "node:timers/promises";
import type { DB } from "db/schema";
import type { Insertable } from "kysely";
import { beforeEach, describe, expect, test } from "vitest";
import { createFeed } from "~/features/calendars/calendar-feeds.server";
import { documentRecord } from "~/features/documents/document-record.server";
import { extraRecord } from "~/features/extras/rows/extras.server";
import { readCsv } from "~/lib/csv";
import { db, sqlite } from "~/lib/database/db.server";
import { saveUploads, uploadPath } from "~/lib/images/uploads.server";
import { deleteRecord } from "~/lib/records/deleted-records.server";
import { hashToken } from "~/lib/secret-token.server";
import { loader } from "~/routes/auth.export";
import { makeUser, signedIn } from "../../support/accounts";
import { seedPasskey } from "../../support/accounts-on-disk";
import { paidAt } from "../../support/extras";
import { argsFor, responseOf } from "../../support/requests";
import { waitUntil } from "../../support/server/wait-until";
import { watchStatements } from "../../support/statements";
import { todayIn } from "../../support/texts/today";
import { unzip } from "../../support/unzip";

beforeEach(() => db.deleteFrom("users").execute());

async function download(user: { id: string }) {
	const response = await responseOf(async () =>
		loader(argsFor("/auth/export", {}, { headers: await signedIn(user) })),
	);
	return { response, files: unzip(Buffer.from(await response.arrayBuffer())) };
}

/** Numbers of the file descriptors that this process has open for `path`. */
function descriptorsOf(path: string): string[] {
	return readdirSync("/proc/self/fd").filter((descriptor) => {
		try {
			return readlinkSync(`/proc/self/fd/${descriptor}`) === path;
		} catch {
			// `readdirSync` also lists its own descriptor of `/proc/self/fd`, which is closed by now.
			return false;
		}
	});
}

/**
 * Adds a document with published `images` and `pending` photos (those that no saved form contains yet). null stands for
 * a photo whose file is missing.
 * @returns the document's `idFile`
 */
async function addDocument(
	{ id: user_id }: { id: string },
	{ images = [], pending = [], ...values }: NewDocument,
): Promise<string> {
	const id_file = values.id_file ?? randomUUID();
	const { id } = await db
		.insertInto("documents")
		.values({
			user_id,
			id_file,
			title: "Carnet",
			description: "x",
			expires_on: null,
			reminded_days: null,
			created_at: 1,
			edited_at: null,
			...values,
		})
		.returning("id")
		.executeTakeFirstOrThrow();
	const photos = [
		...images.map((content) => ({ content, document_id: id })),
		...pending.map((content) => ({ content, document_id: null })),
	];
	for (const [position, { content, document_id }] of photos.entries()) {
		const image = {
			id: randomUUID(),
			user_id,
			id_file,
			document_id,
			sha256: String(position).padStart(64, "0"),
			width: 1600,
			height: 1200,
			bytes: 1,
			created_at: 86_400_000,
			position,
		};
		await db.insertInto("document_images").values(image).execute();
		if (content === null) continue;
		await saveUploads([
			{ name: `${image.id}-1600.webp`, content: Buffer.from(content) },
			{ name: `${image.id}-320.webp`, content: Buffer.from("small") },
		]);
	}
	return id_file;
}

type NewDocument = Partial<Insertable<DB["documents"]>> & {
	images?: (string | null)[];
	pending?: (string | null)[];
};

/**
 * Adds an extra (overtime entry), by default from 22:00 to 06:00 on an ordinary day.
 * @returns the extra's `idFile`
 */
async function addExtra(
	{ id: user_id }: { id: string },
	values: Partial<Insertable<DB["extras"]>> = {},
): Promise<string> {
	const id_file = values.id_file ?? randomUUID();
	await db
		.insertInto("extras")
		.values({
			user_id,
			date: "2026-11-04",
			created_at: 86_400_000,
			id_file,
			minutes: 480,
			shift: "N",
			comment: null,
			start_minute: 1320,
			compensation: null,
			...paidAt(480),
			minutes_night: 480,
			is_own_split: 0,
			edited_at: null,
			...values,
		})
		.execute();
	return id_file;
}

const textOf = (files: Map<string, Buffer>, name: string) => files.get(name)?.toString() ?? "";

describe("the export", () => {
	test.each(["no session", "a forged session", "an expired session", "the session of a deleted account"])(
		"redirects a visitor with %s to the login",
		async (who) => {
			const user = await makeUser();
			const forged = { Cookie: `session=${"a".repeat(43)}` };
			const headers = who === "no session" ? {} : who === "a forged session" ? forged : await signedIn(user);
			if (who === "an expired session") await db.updateTable("sessions").set({ expires_at: 1 }).execute();
			if (who === "the session of a deleted account") await db.deleteFrom("users").execute();
			const response = await responseOf(() => loader(argsFor("/auth/export", {}, { headers })));
			expect(response).toRedirectTo("/auth/login?redirectTo=%2Fauth%2Fexport");
			expect(await response.text()).toBe("");
		},
	);

	test("is an archive with the date in its name, which no cache stores", async () => {
		const { response } = await download(await makeUser());
		const today = todayIn("America/Argentina/Buenos_Aires");
		expect(response.headers.get("Content-Type")).toBe("application/zip");
		expect(response.headers.get("Content-Disposition")).toBe(
			`attachment; filename="relevo-mis-datos-${today}.zip"`,
		);
		expect(response.headers.get("Cache-Control")).toBe("private, no-store");
	});

	test("contains all stored data unchanged", async () => {
		const values = {
			real_name: 'Ana "la Tana" Ñandú; Ruiz\u202E',
			username: "<b>soldador</b>",
			diagram: "4turnos_7dias",
			crew: "C",
			cycle_start: "2026-11-16",
			auto_diagram: 1,
			twitter: "@ana",
			web: "https://ana.example/",
		} as const;
		const user = await makeUser(values);
		await db
			.insertInto("provider_accounts")
			.values({ provider: "GOOGLE", subject: "117", user_id: user.id, created_at: 86_400_000 })
			.execute();
		await db
			.insertInto("devices")
			.values({ token_hash: "d", user_id: user.id, expires_at: 86_400_000 })
			.execute();
		const feed = { secret_hash: "f", created_at: 86_400_000, updated_at: 86_400_000 };
		await db
			.insertInto("calendar_feeds")
			.values({ user_id: user.id, alarms: "both", ...feed })
			.execute();
		seedPasskey(process.env.DATABASE_PATH ?? "", user.id);
		const used = { id: "dXNlZA", name: "La tablet", created_at: 2, used_at: 86_400_000 };
		seedPasskey(process.env.DATABASE_PATH ?? "", user.id, used);
		const { files } = await download(user);
		const profile = JSON.parse(textOf(files, "perfil.json"));
		expect(profile).toMatchObject({
			id: user.id,
			email: user.email,
			emailVerified: true,
			username: values.username,
			realName: values.real_name,
			providerAuth: "NORMAL",
			diagram: "4turnos_7dias",
			crew: "C",
			cycleStart: "2026-11-16",
			autoDiagram: true,
			expiryReminders: true,
			twitter: "@ana",
			instagram: null,
			facebook: null,
			web: "https://ana.example/",
			photoUrl: null,
			createdAt: "1970-01-01T00:00:00.001Z",
			providers: [{ provider: "GOOGLE", subject: "117", since: "1970-01-02T00:00:00.000Z" }],
			calendarAddress: { since: "1970-01-02T00:00:00.000Z", alarms: "both" },
			knownBrowsers: [{ until: "1970-01-02T00:00:00.000Z" }],
			passkeys: [
				{ name: "Mi teléfono", since: "1970-01-01T00:00:00.001Z", used: null },
				{ name: "La tablet", used: "1970-01-02T00:00:00.000Z" },
			],
		});
		expect(profile.sessions).toHaveLength(1);
		expect(textOf(files, "LEEME.txt")).toContain("perfil.csv");
		expect(textOf(files, "LEEME.txt")).toMatch(/descargados el \d\d\/\d\d\/\d{4}\./);
	});

	test("contains no hash of a password or of a session", async () => {
		const user = await makeUser();
		const secret = await createFeed(db, user.id, "none");
		const { files } = await download(user);
		const everything = Array.from(files.values(), String).join("\n");
		expect(everything).toContain(user.email);
		expect(everything).not.toContain("argon2");
		expect(everything).not.toContain(secret);
		expect(everything).not.toContain(hashToken(secret));
		const sessions = await db.selectFrom("sessions").select("token_hash").execute();
		for (const { token_hash } of sessions) expect(everything).not.toContain(token_hash);
	});

	test("contains tables that Excel opens: byte order mark, semicolons, CRLF, no formula", async () => {
		const user = await makeUser({
			real_name: '=HYPERLINK("http://x.example";"a")',
			username: "+54 911\nx",
			expiry_reminders: 0,
			shift_notices: 0,
			diagram_notices: 0,
		});
		const csv = textOf((await download(user)).files, "perfil.csv");
		expect(csv.startsWith("\uFEFFdato;valor\r\n")).toBe(true);
		expect(csv).toContain(`nombre y apellido;"'=HYPERLINK(""http://x.example"";""a"")"\r\n`);
		expect(csv).toContain(`nombre de usuario;"'+54 911\nx"\r\n`);
		const lines = [...readCsv(csv)].flatMap((row) => (row ? [row.cells] : []));
		// In words, not by the names of the program, and every value that the JSON has.
		expect(lines.filter(([name]) => /[a-z][A-Z]/.test(name ?? ""))).toEqual([]);
		expect(lines).toContainEqual(["correo verificado", "sí"]);
		// Nothing typed is an empty cell.
		expect(lines).toContainEqual(["foto", ""]);
		for (const what of ["documentos que vencen", "tus turnos", "cambios del diagrama"])
			expect(lines).toContainEqual([`avisos de ${what}`, "no"]);
		const { files } = await download(user);
		expect(lines).toHaveLength(Object.keys(JSON.parse(textOf(files, "perfil.json"))).length + 1);
		const session = /^20\d\d-\S+Z, 20\d\d-\S+Z$/m;
		expect(lines).toContainEqual(["sesiones abiertas (desde, hasta)", expect.stringMatching(session)]);
	});

	test("contains the stored photo unchanged", async () => {
		const photo = randomUUID();
		const content = Buffer.alloc(300_000, "webp");
		await saveUploads([{ name: `${photo}-320.webp`, content }]);
		const { files } = await download(await makeUser({ photo }));
		expect(files.get("foto-de-perfil.webp")?.equals(content)).toBe(true);
		expect(JSON.parse(textOf(files, "perfil.json")).photoUrl).toBe("foto-de-perfil.webp");
		expect(textOf(files, "LEEME.txt")).not.toContain("no están");
	});

	test("is complete except for a missing photo, which it mentions", async () => {
		const { files } = await download(await makeUser({ photo: randomUUID() }));
		expect(textOf(files, "LEEME.txt")).toContain(
			"\r\nEstas fotos no están, porque faltan en el servidor:\r\nfoto-de-perfil.webp\r\n",
		);
		expect(Array.from(files.keys())).toEqual([
			"LEEME.txt",
			"perfil.json",
			"perfil.csv",
			"documentos.json",
			"documentos.csv",
			"extras.json",
			"extras.csv",
			"recibos.json",
			"recibos.csv",
			"dias.json",
			"dias.csv",
			"convenio.json",
			"valor-de-la-hora.csv",
			"convenio.csv",
		]);
		expect(JSON.parse(textOf(files, "perfil.json")).photoUrl).toBeNull();
	});

	test("contains no data of other users", async () => {
		const other = await makeUser({ real_name: "Otra Persona" });
		await signedIn(other);
		await addDocument(other, { title: "Licencia ajena", images: ["foto ajena"], pending: ["otra ajena"] });
		await addExtra(other, { comment: "extra ajena" });
		const { files } = await download(await makeUser());
		const everything = Array.from(files.values(), String).join("\n");
		expect(everything).not.toContain("Otra Persona");
		expect(everything).not.toContain(other.id);
		expect(everything).not.toMatch(/ajena/);
	});

	test.runIf(existsSync("/proc/self/fd"))(
		"reads a file piece by piece, and closes it when the visitor disconnects",
		async () => {
			const [photo, size] = [randomUUID(), 20_000_000];
			await saveUploads([{ name: `${photo}-320.webp`, content: Buffer.alloc(size, "webp") }]);
			const path = uploadPath(`${photo}-320.webp`);
			const headers = await signedIn(await makeUser({ photo }));
			const response = await responseOf(() => loader(argsFor("/auth/export", {}, { headers })));
			const reader = response.body?.getReader();
			for (let received = 0; received < 200_000; ) received += (await reader?.read())?.value?.length ?? 0;
			// While the client does not read the response, the server must stop reading the file.
			await setTimeout(100);
			const [descriptor] = descriptorsOf(path);
			const position = /pos:\s*(\d+)/.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, "utf8"))?.[1];
			expect(Number(position)).toBeGreaterThan(0);
			expect(Number(position)).toBeLessThan(2_000_000);
			await reader?.cancel();
			await waitUntil(() => descriptorsOf(path).length === 0, "the file is closed");
		},
	);

	test("breaks off when a file cannot be read, so that an incomplete archive never looks complete", async () => {
		const photo = randomUUID();
		// Makes a folder with the name of the photo's file, so that the file exists, but cannot be read.
		await mkdir(uploadPath(`${photo}-320.webp`), { recursive: true });
		const headers = await signedIn(await makeUser({ photo }));
		const response = await responseOf(() => loader(argsFor("/auth/export", {}, { headers })));
		await expect(response.arrayBuffer()).rejects.toThrow();
	});
});

describe("documents in the export", () => {
	test("have their texts, dates and large photos unchanged, oldest first", async () => {
		const user = await makeUser();
		const second = await addDocument(user, {
			title: "Carnet",
			description: 'Línea uno\nlínea «dos»; y "tres"',
			created_at: 2 * 86_400_000,
			images: ["one", "two", "three"],
		});
		const first = await addDocument(user, {
			title: "Psicofísico año 2026",
			expires_on: "2027-03-01",
			at_hand: 1,
			reminded_days: 30,
			created_at: 86_400_000,
			edited_at: 3 * 86_400_000,
			images: ["four"],
		});
		const { files } = await download(user);
		const folder = "documentos/001-psicofisico-ano-2026";
		const createdAt = "1970-01-02T00:00:00.000Z";
		expect(JSON.parse(textOf(files, "documentos.json"))).toMatchObject({
			documents: [
				{
					idFile: first,
					title: "Psicofísico año 2026",
					description: "x",
					expiresOn: "2027-03-01",
					category: "otro",
					atHand: "sí",
					remindedDays: 30,
					createdAt,
					editedAt: "1970-01-04T00:00:00.000Z",
					images: [{ file: `${folder}/1.webp`, createdAt }],
				},
				{
					idFile: second,
					title: "Carnet",
					description: 'Línea uno\nlínea «dos»; y "tres"',
					expiresOn: null,
					category: "otro",
					atHand: "no",
					remindedDays: null,
					createdAt: "1970-01-03T00:00:00.000Z",
					editedAt: null,
					images: [1, 2, 3].map((n) => ({ file: `documentos/002-carnet/${n}.webp`, createdAt })),
				},
			],
			unsavedImages: [],
		});
		const [headings = [], ...rows] = Array.from(
			readCsv(textOf(files, "documentos.csv")),
			(row) => row?.cells ?? [],
		);
		expect(
			rows.map((cells) => Object.fromEntries(cells.map((cell, n) => [headings[n], cell]))),
		).toMatchObject([
			{
				título: "Psicofísico año 2026",
				descripción: "x",
				clase: "otro",
				"siempre a mano": "sí",
				vence: "2027-03-01",
				creado: createdAt,
				editado: "1970-01-04T00:00:00.000Z",
				fotos: `${folder}/1.webp`,
			},
			{
				título: "Carnet",
				descripción: 'Línea uno\nlínea «dos»; y "tres"',
				vence: "",
				creado: "1970-01-03T00:00:00.000Z",
				editado: "",
				fotos: [1, 2, 3].map((n) => `documentos/002-carnet/${n}.webp`).join("\n"),
			},
		]);
		const photos = Array.from(files).filter(([name]) => name.endsWith(".webp"));
		expect(photos.map(([name, content]) => [name, String(content)]).sort()).toEqual([
			[`${folder}/1.webp`, "four"],
			["documentos/002-carnet/1.webp", "one"],
			["documentos/002-carnet/2.webp", "two"],
			["documentos/002-carnet/3.webp", "three"],
		]);
	});

	test("a formula in a title is escaped in the table", async () => {
		const user = await makeUser();
		await addDocument(user, { title: "=1+1", description: "@x" });
		expect(textOf((await download(user)).files, "documentos.csv")).toContain("\r\n'=1+1;'@x;");
	});

	test("pending photos are included, with the key of their form", async () => {
		const user = await makeUser();
		const idFile = await addDocument(user, { images: ["saved"], pending: ["waits", "waits too"] });
		const { files } = await download(user);
		const folder = `documentos/sin-guardar/${idFile}`;
		expect(String(files.get("documentos/001-carnet/1.webp"))).toBe("saved");
		expect(String(files.get(`${folder}/1.webp`))).toBe("waits");
		expect(String(files.get(`${folder}/2.webp`))).toBe("waits too");
		expect(JSON.parse(textOf(files, "documentos.json")).unsavedImages).toMatchObject([
			{ idFile, file: `${folder}/1.webp` },
			{ idFile, file: `${folder}/2.webp` },
		]);
	});

	test("the photos of a deleted document, which may be erased at any moment, are left out as it is, until it is added again", async () => {
		const user = await makeUser();
		const idFile = await addDocument(user, { images: ["deleted"] });
		await deleteRecord(documentRecord, { userId: user.id, id: idFile });
		const { files } = await download(user);
		expect(Array.from(files.keys()).filter((name) => name.endsWith(".webp"))).toEqual([]);
		const { documents, unsavedImages } = JSON.parse(textOf(files, "documentos.json"));
		expect([documents, unsavedImages]).toEqual([[], []]);
		await addDocument(user, { id_file: idFile, images: ["again"] });
		const later = await download(user);
		expect(Array.from(later.files.keys()).filter((name) => name.endsWith(".webp"))).toHaveLength(1);
	});

	test("a photo whose file is missing is named, and all other photos are included", async () => {
		const user = await makeUser();
		const idFile = await addDocument(user, { images: ["one", null, "three"], pending: [null] });
		const { files } = await download(user);
		expect(textOf(files, "LEEME.txt")).toContain(
			[
				"Estas fotos no están, porque faltan en el servidor:",
				"documentos/001-carnet/2.webp",
				`documentos/sin-guardar/${idFile}/1.webp`,
				"",
			].join("\r\n"),
		);
		expect(Array.from(files.keys()).filter((name) => name.endsWith(".webp"))).toEqual([
			"documentos/001-carnet/1.webp",
			"documentos/001-carnet/3.webp",
		]);
		const [document] = JSON.parse(textOf(files, "documentos.json")).documents;
		expect(document.images.map(({ file }: { file: string | null }) => file)).toEqual([
			"documentos/001-carnet/1.webp",
			null,
			"documentos/001-carnet/3.webp",
		]);
	});

	test.each([
		["../../../etc/passwd", "001-etc-passwd"],
		["C:\\\\con\\nul", "001-c-con-nul"],
		["  ¡¿…?!  ", "001-documento"],
		["🧑‍🏭🔥", "001-documento"],
		["МЕДОСМОТР", "001-documento"],
		["a\u0000\r\nb\u202Ecod", "001-a-b-cod"],
		["Ñandú ½ ﬁn", "001-nandu-1-2-fin"],
		["ﷺ".repeat(43), "001-documento"],
		["㎐".repeat(43), "001-hzhzhzhzhzhzhzhzhzhzhzhzhzhzhzhzhzhzhzhz"],
		[`${"a".repeat(39)} bcd`, `001-${"a".repeat(39)}`],
	])("the title %j becomes a folder name that is valid on every system", async (title, folder) => {
		const user = await makeUser();
		await addDocument(user, { title, images: ["one"] });
		const { files } = await download(user);
		expect(Array.from(files.keys()).filter((name) => name.endsWith(".webp"))).toEqual([
			`documentos/${folder}/1.webp`,
		]);
	});

	test("with the same title and time have different folder names", async () => {
		const user = await makeUser();
		for (let n = 0; n < 12; n++) await addDocument(user, { images: [`photo ${n}`] });
		const { files } = await download(user);
		const photos = Array.from(files).filter(([name]) => name.endsWith(".webp"));
		expect(photos).toHaveLength(12);
		expect(new Set(photos.map(([, content]) => String(content))).size).toBe(12);
		expect(photos.map(([name]) => name)).toContain("documentos/012-carnet/1.webp");
	});

	test("take the same number of queries for three hundred documents as for one", async () => {
		const counts = [];
		for (const [documents, photos] of [
			[1, 1],
			[300, 5],
		] as const) {
			const user = await makeUser();
			const images = Array.from({ length: photos }, () => null);
			for (let n = 0; n < documents; n++) await addDocument(user, { images });
			const headers = await signedIn(user);
			const statements = watchStatements();
			const response = await responseOf(() => loader(argsFor("/auth/export", {}, { headers })));
			counts.push(statements.end().length);
			await response.arrayBuffer();
		}
		expect(counts[1]).toBe(counts[0]);
	});
});

describe("extras in the export", () => {
	test("have all their stored fields, oldest first", async () => {
		const user = await makeUser();
		const second = await addExtra(user, {
			date: "2026-11-07",
			minutes: 270,
			shift: "Ñ",
			comment: 'Horno 3; "parada"\nlarga',
			start_minute: null,
			compensation: "banco",
			...paidAt(60, 195, 15),
			doubts: '["own-split","union-day"]',
			reason: "lo pusiste vos",
			minutes_night: null,
			is_own_split: 1,
			needs_review: 1,
			edited_at: 2 * 86_400_000,
		});
		const first = await addExtra(user, { is_start_proposed: 1, reason: "día común" });
		const { files } = await download(user);
		const createdAt = "1970-01-02T00:00:00.000Z";
		expect(JSON.parse(textOf(files, "extras.json"))).toEqual({
			extras: [
				{
					idFile: first,
					date: "2026-11-04",
					minutes: 480,
					shift: "N",
					comment: null,
					startTime: "22:00",
					compensation: null,
					premiums: { 50: 480 },
					doubts: [],
					reason: "día común",
					minutesNight: 480,
					hasOwnSplit: false,
					isStartProposed: true,
					needsReview: false,
					createdAt,
					editedAt: null,
				},
				{
					idFile: second,
					date: "2026-11-07",
					minutes: 270,
					shift: "Ñ",
					comment: 'Horno 3; "parada"\nlarga',
					startTime: null,
					compensation: "banco",
					premiums: { 50: 60, 100: 195, unclassified: 15 },
					doubts: ["own-split", "union-day"],
					reason: "lo pusiste vos",
					minutesNight: null,
					hasOwnSplit: true,
					isStartProposed: false,
					needsReview: true,
					createdAt,
					editedAt: "1970-01-03T00:00:00.000Z",
				},
			],
		});
		expect(textOf(files, "extras.csv")).toBe(
			[
				"\uFEFFFecha;Turno;Horas;Entrada;Salida;De dónde sale la hora;Horas al 50;Horas al 100;Sin clasificar;Horas de noche;Compensación;Comentario;Por qué;Dudas;Para revisar;Anotada el;Cambiada el;División tuya;Código",
				`04/11/2026;N;8;22:00;06:00;según tu diagrama;8;0;0;8;;;día común;;;01/01/1970;;;${first}`,
				`07/11/2026;Ñ;4,5;;;;1;3,25;0,25;;banco;"Horno 3; ""parada""\nlarga";lo pusiste vos;Recargos según el trabajador. En el día del gremio: el convenio suma un jornal, contado de 8 h.;sí;01/01/1970;02/01/1970;sí;${second}`,
				"",
			].join("\r\n"),
		);
		expect(textOf(files, "LEEME.txt")).toMatch(/\r\nextras\.json .+\r\nextras\.csv /);
	});

	test("a formula in a comment is escaped in the table", async () => {
		const user = await makeUser();
		await addExtra(user, { comment: "=1+1" });
		expect(textOf((await download(user)).files, "extras.csv")).toContain(";'=1+1;");
	});

	test("a deleted one is not included, even while it can be restored", async () => {
		const user = await makeUser();
		const [kept, deleted] = [await addExtra(user), await addExtra(user, { comment: "borrada" })];
		expect(await deleteRecord(extraRecord, { userId: user.id, id: deleted })).toBe(true);
		const { files } = await download(user);
		const { extras } = JSON.parse(textOf(files, "extras.json"));
		expect(extras.map(({ idFile }: { idFile: string }) => idFile)).toEqual([kept]);
		expect(Array.from(files.values(), String).join("\n")).not.toMatch(new RegExp(`borrada|${deleted}`));
	});

	test("are all included, not only those of one page or sheet", async () => {
		const user = await makeUser();
		// One transaction, because separate inserts would each wait for the disk.
		sqlite.exec("BEGIN");
		for (let n = 0; n < 1200; n++) await addExtra(user, { created_at: n });
		sqlite.exec("COMMIT");
		const { files } = await download(user);
		expect(JSON.parse(textOf(files, "extras.json")).extras).toHaveLength(1200);
		expect(textOf(files, "extras.csv").split("\r\n")).toHaveLength(1202);
	});
});
