import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { findPayTerms } from "~/features/agreement/agreements.server";
import { termsVersion } from "~/features/agreement/terms-version";
import { toValues } from "~/features/extras/form/extra-values.server";
import { csvOf, extraParts } from "~/features/extras/list/exported-extras.server";
import { pagesOfExtras } from "~/features/extras/list/extras-list.server";
import { type Extra, extraRecord } from "~/features/extras/rows/extras.server";
import { saveExtras } from "~/features/extras/rows/write-extra.server";
import { newExtras } from "~/features/extras-import/add-entries.server";
import { importExtras } from "~/features/extras-import/import-extras.server";
import { findNewExtras, packRows, unpackRows } from "~/features/extras-import/preview.server";
import { type ReadExtra, readExtras } from "~/features/extras-import/read-extras.server";
import { sqlite } from "~/lib/database/db.server";
import { deleteRecord, restoreRecord, TOO_LATE } from "~/lib/records/deleted-records.server";
import { addDays } from "~/lib/time/civil-date";
import { makeUser } from "../../support/accounts";
import { insertExtras } from "../../support/extras";
import { naughty } from "../../support/naughty";
import { countPauses } from "../../support/pauses";
import { Random } from "../../support/random";

const TODAY = "2026-11-20";

async function extrasOf(userId: string): Promise<Extra[]> {
	const extras: Extra[] = [];
	for await (const page of pagesOfExtras(userId, {})) extras.push(...page);
	return extras;
}
const csvOfList = async (userId: string) => new Response((await csvOf(userId, {}, TODAY)).content).text();
async function csvOfAccount(userId: string): Promise<string> {
	let text = "";
	for (const part of extraParts(userId)) {
		if (part.name === "extras.csv" && "texts" in part) for await (const piece of part.texts) text += piece;
	}
	return text;
}
async function rowsOf(csv: string): Promise<ReadExtra[]> {
	const read = await readExtras(csv, TODAY);
	if ("problem" in read) throw new Error(read.problem);
	expect(read.refused).toEqual([]);
	return read.extras;
}
const valuesOf = ({ createdAt: _created, editedAt: _edited, ...values }: Extra) => values;
const isUnknown = ({ premiums, hasOwnSplit }: Extra) => premiums.unclassified !== undefined && !hasOwnSplit;
/** Values of an extra (overtime entry) after export and import, which decides anew whether to mark it for review. */
const importedOf = (extra: Extra) => ({
	...valuesOf(extra),
	needsReview: isUnknown(extra),
	doubts: isUnknown(extra) ? ["to-review", ...extra.doubts] : extra.doubts,
});

/** Adds all kinds of extras in random order, some equal, with hostile comments. */
async function fill(userId: string, seed: number): Promise<void> {
	const random = new Random(seed);
	const comments = [
		...naughty,
		"'=1",
		"''+1",
		"'",
		"una;dos,tres\tcuatro",
		'"',
		'""',
		"a\nb\n\nc",
		"ñ".repeat(500),
		"👷‍♀️🔥",
	];
	const terms = await findPayTerms(userId);
	for (let n = 0; n < 150; n++) {
		const minutes = (1 + random.below(64)) * 15;
		const isOwn = random.below(4) === 0;
		const typed = {
			date: addDays(TODAY, random.below(600) - 550),
			minutes,
			shift: random.pick(["M", "T", "N", "Ñ"]),
			comment: random.below(3) === 0 ? undefined : random.pick(comments).trim().slice(0, 500) || undefined,
			compensation: ([undefined, "pago", "franco", "banco"] as const)[random.below(4)],
			startMinute: undefined,
			minutes50: isOwn ? random.below(minutes / 15) * 15 : undefined,
			minutes100: isOwn ? 15 : undefined,
		};
		const startMinute = random.below(3) === 0 ? null : random.below(1440);
		const start = { startMinute, isStartProposed: startMinute !== null && random.below(2) === 0 };
		for (let copies = random.below(5) === 0 ? 2 : 1; copies > 0; copies--)
			await saveExtras(userId, [{ idFile: randomUUID(), ...toValues(typed, start, terms) }], {
				now: n,
				termsVersion: termsVersion(sqlite, userId),
			});
	}
}

describe("the CSV of the list", () => {
	let from: string;
	let csv: string;
	beforeAll(async () => {
		from = (await makeUser()).id;
		await fill(from, 1970);
		csv = await csvOfList(from);
	});

	test("is that of the account too", async () => {
		expect(await csvOfAccount(from)).toBe(`\uFEFF${csv}`);
	});

	test("gives another account the same extras in the same order, and nothing when it is imported again", async () => {
		const { id } = await makeUser();
		const own = await extrasOf(from);
		expect(await importExtras(id, await rowsOf(csv))).toBe(own.length);
		expect((await extrasOf(id)).map(valuesOf)).toEqual(own.map(importedOf));
		expect(await importExtras(id, await rowsOf(csv))).toBe(0);
		expect(await importExtras(from, await rowsOf(csv))).toBe(0);
		expect(await csvOfList(from)).toBe(csv);
	});

	test("without its column of keys adds no duplicates either", async () => {
		const { id } = await makeUser();
		const rows = (await rowsOf(csv)).map((row) => ({ ...row, idFile: undefined }));
		expect(await importExtras(from, rows)).toBe(0);
		expect(await importExtras(id, rows)).toBe(rows.length);
		expect(await importExtras(id, rows)).toBe(0);
		expect(await importExtras(id, await rowsOf(csv))).toBe(0);
	});

	test("saved by a spreadsheet with commas gives the same rows", async () => {
		const { id } = await makeUser();
		await importExtras(id, [
			{
				line: 1,
				date: TODAY,
				minutes: 270,
				shift: "N",
				startMinute: 360,
				isStartProposed: false,
				cells: [],
				minutes50: undefined,
				minutes100: undefined,
				comment: "uno",
			},
		]);
		const text = await csvOfList(id);
		const [header = "", row = ""] = text.replace("\uFEFF", "").split("\r\n");
		const saved = [
			header.replaceAll(";", ","),
			row.replace("4,5", '"4,5"').replace("4,5;0", "4.5;0").replaceAll(";", ","),
		];
		const [extra] = await rowsOf(saved.join("\n").replaceAll("06:00,", "6:00:00,"));
		expect(extra).toMatchObject({ date: TODAY, minutes: 270, shift: "N", startMinute: 360, comment: "uno" });
	});
});

test("the CSV of the account is read as earlier versions wrote it, with small letters and other dates", async () => {
	const [key, header] = [
		randomUUID(),
		"\uFEFFfecha;turno;horas;entrada;de dónde sale la hora;horas al 50;horas al 100;sin clasificar;horas de noche;división tuya;dudas;para revisar;compensación;comentario;creada;editada;código",
	];
	const row = `2026-11-04;Ñ;4,5;22:00;según tu diagrama;1;3,5;0;4,5;sí;;no;banco;Horno;2026-11-05T01:00:00.000Z;;${key}`;
	expect(await rowsOf(`${header}\r\n${row}\r\n`)).toMatchObject([
		{
			...{ date: "2026-11-04", shift: "Ñ", minutes: 270, startMinute: 1320, isStartProposed: true },
			...{ minutes50: 60, minutes100: 210, compensation: "banco", comment: "Horno", idFile: key },
		},
	]);
});

test("the dates of LibreOffice with Argentine settings, which writes years with two digits, are read", async () => {
	const lines = ["Fecha;Turno;Horas;Entrada;Horas al 50;Horas al 100;Compensación;Comentario"];
	for (const date of ["5/01/26", "05/01/26", "29/02/24"]) lines.push(`${date};N;8;22:00;8;0;;`);
	const dates = (await rowsOf(lines.join("\r\n"))).map(({ date }) => date);
	expect(dates).toEqual(["2026-01-05", "2026-01-05", "2024-02-29"]);
});

describe("rows that count as already stored", () => {
	const row = (values: Partial<ReadExtra> = {}): ReadExtra => ({
		line: 1,
		date: TODAY,
		minutes: 480,
		shift: "N",
		startMinute: undefined,
		minutes50: undefined,
		minutes100: undefined,
		isStartProposed: false,
		cells: [],
		...values,
	});
	const [one, two] = [randomUUID(), randomUUID()];
	test.each<[string, ReadExtra[], ReadExtra[], number[]]>([
		["an equal entry", [row({ idFile: one })], [row()], []],
		["an equal entry under another key", [row({ idFile: one })], [row({ idFile: two })], []],
		["the entry itself, changed since", [row({ idFile: one, minutes: 60 })], [row({ idFile: one })], []],
		["one of two equal rows", [row({ idFile: one })], [row(), row()], [1]],
		["one of two rows, the other by its key", [row({ idFile: one })], [row({ idFile: one }), row()], [1]],
		["a row that has its key twice", [], [row({ idFile: one }), row({ idFile: one })], [0]],
		["another time", [row()], [row({ startMinute: 0 })], [0]],
		["another comment", [row()], [row({ comment: "otra" })], [0]],
		["another day", [row()], [row({ date: "2026-11-19" })], [0]],
	])("%s", async (_name, present, rows, added) => {
		expect(await newExtras(present, rows)).toEqual(added.map((index) => rows[index]));
	});

	test("an entry that was deleted a moment ago and imported again is not restored a second time", async () => {
		const { id } = await makeUser();
		await importExtras(id, [row({ idFile: one })]);
		await deleteRecord(extraRecord, { userId: id, id: one });
		expect(await importExtras(id, [row({ idFile: one })])).toBe(1);
		expect(await restoreRecord(extraRecord, { userId: id, id: one })).toBe(
			"No se deshizo, porque ya lo guardaste de nuevo.",
		);
		expect(await restoreRecord(extraRecord, { userId: id, id: one }, Date.now() + 60_000)).toBe(TOO_LATE);
		expect(await extrasOf(id)).toHaveLength(1);
	});
});

const HEADER = "Fecha;Turno;Horas;Entrada;Horas al 50;Horas al 100;Compensación;Comentario;Por qué";

describe("refused files and rows", () => {
	test.each([
		["31/02/2026;N;8;;8;0;;;", "Fecha: No es una fecha: elegí día, mes y año."],
		["20/11/126;N;8;;8;0;;;", "Fecha: No es una fecha: elegí día, mes y año."],
		["20/11/2030;N;8;;8;0;;;", "Fecha: La fecha está a más de un año."],
		[";N;8;;8;0;;;", expect.stringMatching(/^Fecha: /)],
		["20/11/2026;NN;8;;8;0;;;", "Turno: El turno es una sola letra."],
		["20/11/2026;N;17;;8;0;;;", expect.stringMatching(/^Horas: /)],
		["20/11/2026;N;8;25:00;8;0;;;", "Entrada: Escribí la hora como 22:00, o dejala vacía."],
		["20/11/2026;N;8;;8;0;plata;;", "Compensación: Elegí una opción de la lista."],
		[
			"20/11/2026;N;8;;8;8;;;8 h al 50 %, 8 h al 100 %: lo pusiste vos",
			expect.stringMatching(/^Horas al 50: /),
		],
		[
			`20/11/2026;N;8;;8;0;;${"a".repeat(1_000_000)};`,
			"Comentario: El comentario puede tener hasta 500 letras.",
		],
		["20/11/2026", expect.stringMatching(/^(Turno|Horas): /)],
	])("%j", async (line, reason) => {
		const csv = `${HEADER}\r\n20/11/2026;N;8;;8;0;;"dos\nlíneas";\r\n\r\n${line}\r\n`;
		expect(await readExtras(csv, TODAY)).toMatchObject({
			extras: [{ comment: "dos\nlíneas" }],
			refused: [{ line: 5, reason }],
		});
	});

	test.each(["", "hola", "Fecha;Turno;Horas\r\n20/11/2026;N;8", "\0PNG\r\n\x1a\n", '"'])(
		"%j is not an export of extras",
		async (text) => {
			expect(await readExtras(text, TODAY)).toEqual({ problem: "columns" });
		},
	);

	test("more than 20,000 rows", async () => {
		const csv = `${HEADER}\n${"20/11/2026;N;8;;8;0;;;\n".repeat(20_001)}`;
		expect(await readExtras(csv, TODAY)).toEqual({ problem: "rows" });
	});

	test.each(["", `${HEADER}\n20/11/2026;N;8;;8;0;;;`])(
		"%j with more than 20,000 rows, most of them blank: other requests run in between",
		async (text) => {
			const read = () => readExtras(`${text}${"\n".repeat(1_000_000)}`, TODAY);
			const { result, pauses } = await countPauses(read);
			expect(result).toEqual({ problem: "rows" });
			expect(pauses).toBeGreaterThan(100);
		},
	);

	test.each([
		["quotes and line ends in quotes", `"${'a\n""'.repeat(1_250_000)}"`, 1_250_004],
		["letters", "a".repeat(5_000_000), 4],
		["separators", ";".repeat(5_000_000), 4],
	])(
		"a row of 5 MB of %s: other requests run in between, and the next row is read",
		async (_name, long, line) => {
			const row = "20/11/2026;N;8;;8;0;;;";
			const csv = [HEADER, row, `20/11/2026;N;8;;8;0;;${long};`, row].join("\r\n");
			const { result, pauses } = await countPauses(() => readExtras(csv, TODAY));
			expect("extras" in result && result.extras.map(({ line }) => line)).toEqual(
				expect.arrayContaining([2, line]),
			);
			expect(pauses).toBeGreaterThan(45);
		},
	);

	test("cells of a row after the 64th are ignored, also those of two lines", async () => {
		const row = "20/11/2026;N;8;;8;0;;;";
		const long = `${row}${";".repeat(100)}"dos\nlíneas"`;
		const csv = ["", HEADER, `${row}${";x".repeat(1_000_000)}`, "", row, long].join("\r\n");
		expect(await readExtras(csv, TODAY)).toMatchObject({
			extras: [{ line: 3 }, { line: 5 }, { line: 6 }],
			refused: [],
		});
	});

	test("more entries than a user may have: none is added", async () => {
		const { id } = await makeUser();
		insertExtras(sqlite, id, 19_999);
		const rows = await rowsOf(`${HEADER}\n${"20/11/2026;N;1;;1;0;;;\n".repeat(2)}`);
		expect(await importExtras(id, rows)).toBe("full");
		expect(await importExtras(id, rows.slice(1))).toBe(1);
	});
});

test("20,000 extras are read, compared, packed and imported while other requests run", async () => {
	const { id } = await makeUser();
	const lines = Array.from(
		{ length: 20_000 },
		(_, n) => `${addDays("1990-01-01", Math.floor(n / 2))};N;8;22:00;8;0;pago;Parada número ${n};`,
	);
	const read = await countPauses(() => rowsOf(`${HEADER}\r\n${lines.join("\r\n")}`));
	expect(read.pauses).toBeGreaterThan(100);
	const rows = read.result;
	const packed = await countPauses(() => packRows(rows));
	expect(packed.pauses).toBeGreaterThan(99);
	expect(packed.result.length).toBeLessThan(1_000_000);
	expect(await rowsOf((await unpackRows(packed.result)) ?? "")).toEqual(rows);

	const imported = await countPauses(() => importExtras(id, rows));
	expect(imported.result).toBe(20_000);
	expect(imported.pauses).toBeGreaterThan(100);
	const compared = await countPauses(() => findNewExtras(id, rows));
	expect(compared.result.added).toEqual([]);
	expect(compared.pauses).toBeGreaterThan(200);
});

test("during an import the server's own connection has no open transaction, and its queries run", async () => {
	const { id } = await makeUser();
	const rows = Array.from({ length: 5000 }, (_, n) => importedRow(n));
	const importing = importExtras(id, rows);
	let seen = 0;
	let isOver = false;
	const over = importing.finally(() => {
		isOver = true;
	});
	while (!isOver) {
		expect(sqlite.inTransaction).toBe(false);
		const { length } = await extrasOf(id);
		expect([0, 5000]).toContain(length);
		seen++;
	}
	expect(await over).toBe(5000);
	expect(seen).toBeGreaterThan(1);
});

test("an import that fails in the middle adds nothing, and says why", async () => {
	const { id } = await makeUser();
	const rows = [...Array.from({ length: 300 }, (_, n) => importedRow(n)), { ...importedRow(1), shift: "NN" }];
	await expect(importExtras(id, rows)).rejects.toMatchObject({ code: "SQLITE_CONSTRAINT_CHECK" });
	expect(await extrasOf(id)).toEqual([]);
});

function importedRow(n: number): ReadExtra {
	return {
		line: n + 2,
		date: addDays("2000-01-01", n),
		minutes: 480,
		shift: "N",
		startMinute: 1320,
		minutes50: undefined,
		minutes100: undefined,
		isStartProposed: false,
		cells: [],
	};
}
