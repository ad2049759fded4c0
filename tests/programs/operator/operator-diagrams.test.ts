import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import SQLite from "better-sqlite3";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { crewsOf, type Diagram, lettersFrom, shiftOn } from "~/features/diagrams/cycle";
import { nextWorkDay } from "~/features/shift/days-off";
import { calendarOf } from "~/features/shift/own-calendar";
import { rotationOf } from "~/features/shift/rotation";
import { addDays, dayNumber } from "~/lib/time/civil-date";
import seeds from "../../../db/seeds/diagrams.json";
import { anchorsFor } from "../../../scripts/operator/anchors";
import { findCoverageFault } from "../../../scripts/operator/coverage";
import { diagramSchema } from "../../../scripts/operator/diagram-schema";
import { seededDiagrams } from "../../support/seeded-diagrams";
import {
	callCommand,
	dumpDatabase,
	expectRefused,
	type Outcome,
	resetDatabase,
	runCommand,
	withDatabase,
} from "../../support/server/operator";
import { startServer } from "../../support/server/server";
import { temporaryDatabase, temporaryFolder } from "../../support/temporary-folder";

const folder = temporaryFolder();
const holder = new SQLite(temporaryDatabase());
const before = dumpDatabase(holder.name);
let withoutALock: Promise<Outcome>;
beforeAll(() => {
	// Starts a command that waits five seconds for a locked database, while the other tests run.
	holder.exec("BEGIN IMMEDIATE");
	const path = join(folder, "busy.json");
	writeFileSync(path, JSON.stringify({ ...right, anchor: "2025-01-01" }));
	withoutALock = runCommand("diagrams", ["import", path], { DATABASE_PATH: holder.name });
});
beforeEach(resetDatabase);

const hours12 = { D: ["06:00", "18:00"], N: ["18:00", "06:00"] };
const hours8 = { M: ["06:00", "14:00"], T: ["14:00", "22:00"], N: ["22:00", "06:00"] };
const right = seeds.find(({ id }) => id === "12horas_general") ?? seeds[0];
/** The cycle has three blocks of day shifts, so "crew A begins its day shifts on this date" has three meanings. */
const ambiguous = {
	...right,
	id: "4turnos_7dias",
	cycle: "DDFFDDDFFDDFFFNNFFNNNFFNNFFF",
	crews: 4,
	offset: 7,
};

/**
 * Published cycles (one shift letter per day), each with the number of crews, the offset between crews in days, and
 * the weekdays (1 is Monday) on which the factory is closed.
 */
const publishedCycles: [cycle: string, crews: number, offset: number, closed: number[]][] = [
	["MMTTNNFFFF", 5, 2, []],
	["MMMMMMFFTTTTTTFFNNNNNNFF", 4, 6, []],
	["MMTTNNFF", 4, 2, []],
	["DDNNFFFFFF", 5, 2, []],
	["DNF", 3, 1, []],
	["DDFFDDDFFDDFFFNNFFNNNFFNNFFF", 4, 7, []],
	["MMMMMFFTTTTTFF", 2, 7, [6, 7]],
	["MMMMMFFTTTTTFFNNNNNFF", 3, 7, [6, 7]],
];

describe("import", () => {
	test.each(publishedCycles)("%s of %i crews, offset %i", async (cycle, crews, offset, closedWeekdays) => {
		const hours = Object.fromEntries(
			Object.entries({ ...hours12, ...hours8 }).filter(([letter]) => cycle.includes(letter)),
		);
		const diagram = { id: "2turnos", cycle, crews, offset, anchor: "2024-01-01", hours, closedWeekdays };
		const outcome = await importJson(diagram);
		expect(outcome).toMatchObject({ code: 0, stderr: "" });
		expect(outcome.stdout).toContain(`→ ${cycle}`);
		expect(outcome.stdout).toMatch(/Hoy, .+: A (turno (mañana|tarde|noche|día)|franco), B /);
		expect(await storedDiagram("2turnos")).toEqual({ ...diagram, anchorConfirmed: true });
	});

	test("of the output of list --json changes nothing", async () => {
		const before = dumpDatabase();
		const listed = await runCommand("diagrams", ["list", "--json"]);
		const outcome = await importText(listed.stdout);
		expect(outcome.stdout.match(/sin cambios/g)).toHaveLength(11);
		expect(dumpDatabase()).toBe(before);
	});

	test("lists the changed fields and changes only that diagram", async () => {
		const hours = { D: ["07:00", "19:00"], N: ["19:00", "07:00"] };
		const outcome = await importJson({ ...right, anchor: "2024-01-02", hours });
		expect(outcome.stdout).toContain(
			"12horas_general: ancla 2024-01-01 → 2024-01-02; horas D 06:00–18:00, N 18:00–06:00 → D 07:00–19:00, N 19:00–07:00\n",
		);
		expect(await storedDiagram("12horas_general")).toEqual({ ...right, anchor: "2024-01-02", hours });
		expect(await storedDiagram("12horas_aceria")).toEqual(seeds[0]);
	});

	test("confirms the anchor unless the file says that it is unconfirmed", async () => {
		const outcome = await importJson({ ...right, anchorConfirmed: undefined });
		expect(outcome.stdout).toContain("12horas_general: ancla confirmada no → sí\n");
		expect((await storedDiagram("12horas_general")).anchorConfirmed).toBe(true);
		expect((await storedDiagram("12horas_aceria")).anchorConfirmed).toBe(false);
	});

	test("reads the old spelling 2_turnos as 2turnos, and a byte order mark", async () => {
		const given = seeds.find(({ id }) => id === "2turnos");
		const outcome = await importText(
			`\uFEFF${JSON.stringify({ ...given, id: "2_turnos", anchor: "2024-01-08" })}`,
		);
		expect(outcome).toMatchObject({ code: 0, stderr: "" });
		expect(await storedDiagram("2turnos")).toEqual({ ...given, anchor: "2024-01-08" });
	});

	test("reads a path relative to the folder in which npm was called", async () => {
		writeFileSync(join(folder, "here.json"), JSON.stringify(right));
		expect(await runCommand("diagrams", ["import", "here.json"], { INIT_CWD: folder })).toMatchObject({
			code: 0,
			stdout: expect.stringContaining("12horas_general: sin cambios"),
		});
	});

	const wrongDiagrams: [string, unknown, RegExp][] = [
		["an unknown id", { ...right, id: "6turnos" }, /6turnos, id: no es uno de los once diagramas/],
		["a foreign letter", { ...right, cycle: "DDXXFFFF" }, /12horas_general, cycle: .*solo las letras/],
		["small letters", { ...right, cycle: "ddnnffff" }, /12horas_general, cycle: .*solo las letras/],
		["no cycle", { ...right, cycle: undefined }, /12horas_general, cycle: falta/],
		["a wrong length", { ...right, offset: 3 }, /cycle: el ciclo tiene 8 letras y tienen que ser 12/],
		["nobody on a day", { ...right, cycle: "DDNFFFFF" }, /cycle: el 2024-01-02 nadie hace el turno N/],
		[
			"nobody on a day that is closed only in the first cycle",
			{ ...right, cycle: "DF", crews: 1, anchor: "2024-01-06", closedWeekdays: [7] },
			/cycle: el 2024-01-09 nadie hace el turno D/,
		],
		[
			"two crews on a day",
			{ ...right, cycle: "DDNNDFFF" },
			/cycle: el 2024-01-01 .* escuadras A y C a la vez/,
		],
		["six crews", { ...right, crews: 6 }, /12horas_general, crews: entre 1 y 5 escuadras/],
		["crews as text", { ...right, crews: "4" }, /12horas_general, crews: tiene que ser un número/],
		["half a crew", { ...right, crews: 2.5 }, /12horas_general, crews: tiene que ser un número entero/],
		["an offset of 0", { ...right, offset: 0 }, /12horas_general, offset: el desfase va de 1 a 60/],
		["a day that is not", { ...right, anchor: "2026-02-30" }, /12horas_general, anchor: la fecha se escribe/],
		[
			"an anchor as a number",
			{ ...right, anchor: 20260101 },
			/anchor: tiene que ser un texto entre comillas/,
		],
		["a shift without hours", { ...right, hours: { D: hours12.D } }, /hours: faltan las horas del turno N/],
		["hours without minutes", { ...right, hours: { ...hours12, D: ["6", "18"] } }, /hours.D.0: .*como 06:00/],
		["one hour", { ...right, hours: { ...hours12, D: ["06:00"] } }, /hours.D: cada turno lleva su hora/],
		["a weekday 0", { ...right, closedWeekdays: [0] }, /12horas_general, closedWeekdays.0: el mínimo es 1/],
		["a weekday 8", { ...right, closedWeekdays: [8] }, /12horas_general, closedWeekdays.0: el máximo es 7/],
		[
			"a cycle of days off",
			{ ...right, crews: 1, offset: 1, cycle: "F", hours: {} },
			/cycle: el ciclo no tiene ningún turno/,
		],
		[
			"a week without an open day",
			{ ...right, closedWeekdays: [1, 2, 3, 4, 5, 6, 7] },
			/closedWeekdays: al menos un día de la semana se trabaja/,
		],
		[
			"a shift without length",
			{ ...right, hours: { ...hours12, D: ["06:00", "06:00"] } },
			/hours.D: un turno no puede empezar y terminar a la misma hora/,
		],
		["an unknown field", { ...right, ancla: "2024-01-01" }, /12horas_general: no existe el campo ancla/],
		["a shifted closed day", { ...seeds[4], anchor: "2024-01-02" }, /2turnos, cycle: el 2024-01-08 nadie/],
		["a number", 7, /tiene que ser un objeto entre llaves/],
		["null in a list", [right, null], /diagrama 2 de la lista: tiene que ser un objeto/],
		["an empty list", [], /la lista está vacía/],
		["a diagram twice", [right, right], /12horas_general, id: está más de una vez/],
		[
			"one wrong of two",
			[
				{ ...right, anchor: "2025-01-01" },
				{ ...seeds[0], crews: 9 },
			],
			/12horas_aceria, crews/,
		],
		["terminal codes", { ...right, id: "\u001b[2Jx" }, /No se importó nada .*: \uFFFD\[2Jx, id/],
	];
	test.each(wrongDiagrams)("refuses %s and changes nothing", async (_, content, message) => {
		await expectRefused(importJson(content), message);
	});

	const wrongTexts: [string, string | Buffer, RegExp][] = [
		["an empty file", " \n", /está vacío/],
		["text", "hola", /no es JSON: tiene un error cerca de la línea 1/],
		["a comma too many", '{\n"id": "2turnos",\n}', /cerca de la línea 2/],
		["a wrong word", `{\n\n\n"id": verdadero, ${" ".repeat(200)} }`, /cerca de la línea 4/],
		["a file that is cut off", '[\n{"id": "2turnos"', /no es JSON: tiene un error cerca de la línea 2/],
		["npm's banner", "\n> relevo@2.0.0 diagrams\n> node\n\n[]", /cartel de npm.*npm run --silent/],
		["UTF-16", Buffer.from("\uFEFF[]", "utf16le"), /no está en UTF-8/],
		["2 MB", " ".repeat(2_097_152), /pesa 2,0 MB y el máximo es 1 MB/],
		["deep nesting", "[".repeat(400_000), /no es JSON|objeto/],
	];
	test.each(wrongTexts)("refuses %s and changes nothing", async (_, content, message) => {
		await expectRefused(importText(content), message);
	});

	test("refuses a missing file and a folder", async () => {
		await expectRefused(
			callCommand("diagrams", ["import", join(folder, "none.json")]),
			/No existe el archivo .*none/,
		);
		mkdirSync(join(folder, "folder.json"), { recursive: true });
		await expectRefused(callCommand("diagrams", ["import", join(folder, "folder.json")]), /es una carpeta/);
	});
});

describe("list", () => {
	test("shows id, cycle, crews, offset, anchor, hours and closed days", async () => {
		const { stdout } = await callCommand("diagrams", ["list"]);
		expect(stdout).toContain(
			[
				"2turnos: 2 escuadras, desfase 7, ancla 2024-01-01 (sin confirmar)",
				"  ciclo   MMMMMMFTTTTTTF",
				"  horas   M 06:00–14:00, T 14:00–22:00",
				"  cierre  domingo",
			].join("\n"),
		);
		const { stdout: json } = await callCommand("diagrams", ["list", "--json"]);
		expect(JSON.parse(json)).toEqual(seeds);
	});
});

describe("anchor", () => {
	test("on 2026-12-01 crew A works N, first day", async () => {
		const outcome = await anchor("4turnos_7dias", "--date 2026-12-01 --crew A --shift N --day 1");
		expect(outcome).toMatchObject({ code: 0, stderr: "" });
		expect(outcome.stdout).toMatch(/^4turnos_7dias: ancla 2024-01-01 → 2026-11-13\n/);
		expect(outcome.stdout).toMatch(/Hoy, .+: A .+, B .+, C .+, D .+\n$/);
		const diagram = await storedDiagram("4turnos_7dias");
		expect(lettersFrom(diagram, "A", "2026-11-30", 9)).toBe("FNNNNNNNF");
	});

	test("accepts a day off with the day and shift of return, in lower case and with the old spelling too", async () => {
		const outcome = await anchor(
			"4turnos_7dias",
			"--date 2026-12-01 --crew c --shift f --returns 2026-12-03 --returns-shift m",
		);
		expect(outcome).toMatchObject({ code: 0, stderr: "" });
		expect(lettersFrom(await storedDiagram("4turnos_7dias"), "C", "2026-12-01", 4)).toBe("FFMM");
		const sunday = "--date 2026-11-29 --crew A --shift F --returns 2026-11-30 --returns-shift T";
		expect(await anchor("2_turnos", sunday)).toMatchObject({ code: 0 });
		expect(lettersFrom(await storedDiagram("2turnos"), "A", "2026-11-29", 2)).toBe("FT");
	});

	test("finds one position for each day off of the eleven diagrams, by the day and shift of return", () => {
		for (const diagram of seededDiagrams) {
			for (const crew of crewsOf(diagram)) {
				for (let ahead = 0; ahead < diagram.cycle.length; ahead++) {
					const date = addDays("2026-12-01", ahead);
					if (shiftOn(diagram, crew, date) !== "F") continue;
					const returns = nextWorkDay(calendarOf(rotationOf(diagram, crew)), date) ?? "";
					const off = "F".repeat(dayNumber(returns) - dayNumber(date) - 1);
					const next = off + shiftOn(diagram, crew, returns);
					const anchors = anchorsFor(diagram, { date, crew, shift: "F", next });
					expect(anchors, `${diagram.id} ${crew} ${date}`).toHaveLength(1);
					const found = { ...diagram, anchor: anchors[0] ?? "" };
					expect(lettersFrom(found, "A", "2027-06-01", 70)).toBe(lettersFrom(diagram, "A", "2027-06-01", 70));
				}
			}
		}
	});

	test("confirms an anchor that was already right, and one that it corrects", async () => {
		const { anchor: placeholder, anchorConfirmed } = await storedDiagram("12horas_general");
		expect(anchorConfirmed).toBe(false);
		const outcome = await anchor("12horas_general", "--date 2024-01-01 --crew A --shift D --day 1");
		expect(outcome.stdout).toContain("12horas_general: queda confirmado, el ancla 2024-01-01 ya lo dice.");
		expect(await storedDiagram("12horas_general")).toMatchObject({
			anchor: placeholder,
			anchorConfirmed: true,
		});
		await anchor("3turnos", "--date 2024-01-08 --crew A --shift M --day 1");
		expect(await storedDiagram("3turnos")).toMatchObject({ anchorConfirmed: true });
	});

	test("changes nothing when the anchor is already confirmed", async () => {
		await anchor("4turnos_7dias", "--date 2026-12-01 --crew A --shift N --day 1");
		const before = dumpDatabase();
		const outcome = await anchor("4turnos_7dias", "--date 2026-12-29 --crew A --shift N --day 1");
		expect(outcome).toMatchObject({ code: 0, stdout: expect.stringContaining("sin cambios") });
		expect(dumpDatabase()).toBe(before);
	});

	test("refuses an ambiguous statement with the letters of each candidate, which then resolve it", async () => {
		await importJson(ambiguous);
		const statement = "--date 2026-12-01 --crew A --shift D --day 1";
		const message =
			/vale para 3 posiciones[\s\S]+ancla 2026-12-01: DDFFDDD\n.+: DDDFFDD\n.+: DDFFFNN\n.*--next/;
		await expectRefused(anchor("4turnos_7dias", statement), message);
		await expectRefused(anchor("4turnos_7dias", `${statement} --next DDFF`), /vale para 2 posiciones/);
		const off = "--date 2026-12-01 --crew A --shift F --returns 2026-12-02 --returns-shift D";
		await expectRefused(anchor("4turnos_7dias", off), /FDDDFFD\n[\s\S]*FDDFFFN\n[\s\S]*FDDFFDD\n/);
		expect(await anchor("4turnos_7dias", `${statement} --next DDFFFNN`)).toMatchObject({ code: 0 });
		expect(lettersFrom(await storedDiagram("4turnos_7dias"), "A", "2026-12-01", 7)).toBe("DDFFFNN");
	});

	test("treats equal positions of a repeating cycle as one", async () => {
		await importJson({ ...right, cycle: "DFDFDF", crews: 2, offset: 3, hours: { D: hours12.D } });
		expect(await anchor("12horas_general", "--date 2026-12-01 --crew B --shift D --day 1")).toMatchObject({
			code: 0,
		});
		const diagram = await storedDiagram("12horas_general");
		expect(shiftOn(diagram, "B", "2026-12-01")).toBe("D");
		expect(findCoverageFault(diagram)).toBeUndefined();
	});

	test("refuses an anchor that leaves a day without a crew, and names the day", async () => {
		const tuesday = "--date 2026-12-01 --crew A --shift T --day 1";
		await expectRefused(anchor("2turnos", tuesday), /No puede ser: .* el 2026-12-07 nadie hace el turno M/);
	});

	const wrong: [words: string, message: RegExp][] = [
		[
			"6turnos --date 2026-12-01 --crew A --shift N --day 1",
			/No existe el diagrama «6turnos»\. .*4turnos_7dias/,
		],
		["constructor --date 2026-12-01 --crew A --shift N --day 1", /No existe el diagrama «constructor»/],
		["4turnos_7dias", /Falta --date FECHA.*anchor --help/],
		["4turnos_7dias --date 2026-02-30 --crew A --shift N --day 1", /--date «2026-02-30» no es una fecha/],
		["4turnos_7dias --date 01/12/2026 --crew A --shift N --day 1", /--date «01\/12\/2026» no es una fecha/],
		["4turnos_7dias --date 1999-01-01 --crew A --shift N --day 1", /tiene que estar entre 2020 y/],
		["4turnos_7dias --date 2199-01-01 --crew A --shift N --day 1", /tiene que estar entre 2020 y/],
		["4turnos_7dias --date 2026-12-01 --shift N --day 1", /Falta --crew LETRA/],
		[
			"4turnos_7dias --date 2026-12-01 --crew E --shift N --day 1",
			/no tiene la escuadra «E»: tiene A, B, C, D/,
		],
		["4turnos_7dias --date 2026-12-01 --crew A --day 1", /Falta --shift LETRA/],
		[
			"4turnos_7dias --date 2026-12-01 --crew A --shift D --day 1",
			/no tiene el turno «D»: tiene M \(turno mañana\)/,
		],
		["4turnos_7dias --date 2026-12-01 --crew A --shift N", /Falta --day N/],
		["4turnos_7dias --date 2026-12-01 --crew A --shift N --day 0", /--day «0» tiene que ser un número/],
		["4turnos_7dias --date 2026-12-01 --crew A --shift N --day uno", /--day «uno» tiene que ser un número/],
		["4turnos_7dias --date 2026-12-01 --crew A --shift N --day 8", /Ningún día del ciclo .* es así/],
		["4turnos_7dias --date 2026-12-01 --crew A --shift F", /Un franco solo no alcanza: .*--returns FECHA/],
		["4turnos_7dias --date 2026-12-01 --crew A --shift F --returns 2026-12-03", /Un franco solo no alcanza/],
		[
			"4turnos_7dias --date 2026-12-01 --crew A --shift F --returns 2026-12-01 --returns-shift M",
			/--returns tiene que ser un día posterior/,
		],
		[
			"4turnos_7dias --date 2026-12-01 --crew A --shift F --returns 2026-12-09 --returns-shift M",
			/Ningún día del ciclo .* es así/,
		],
		[
			"4turnos_7dias --date 2026-12-01 --crew A --shift F --returns 2026-12-03 --returns-shift F",
			/no puede ser F/,
		],
		[
			"4turnos_7dias --date 2026-12-01 --crew A --shift N --day 1 --returns 2026-12-03",
			/van solo con --shift F/,
		],
		[
			"4turnos_7dias --date 2026-12-01 --crew A --shift N --day 1 --returns-shift M",
			/van solo con --shift F/,
		],
		[
			"4turnos_7dias --date 2026-12-01 --crew A --shift N --day 1 --next MM",
			/--next empieza con .* que es N/,
		],
		["4turnos_7dias --date 2026-12-01 --crew A --shift N --day 1 --next NX", /--next lleva solo las letras/],
		["4turnos_7dias --date --crew A --shift N --day 1", /Falta el valor de --date FECHA/],
		["4turnos_7dias --date 2026-12-01 --date 2026-12-02", /La opción --date está dos veces/],
		["4turnos_7dias 2026-12-01 A N 1", /Sobra «2026-12-01» \(con npm/],
		["4turnos_7dias --dia 1", /No existe la opción «--dia»\. Ayuda: npm run diagrams -- anchor --help/],
		["4turnos_7dias -x", /No existe la opción «-x»/],
		["", /Falta ID\. Ayuda/],
	];
	test.each(wrong)("refuses «%s»", async (words, message) => {
		const [id = "", ...rest] = words.split(" ").filter(Boolean);
		await expectRefused(anchor(id, rest.join(" ")), message);
	});
});

describe("the program", () => {
	test("help of the program and of each command, without touching a database", async () => {
		const nowhere = { DATABASE_PATH: join(folder, "nowhere", "none.sqlite") };
		for (const words of [
			["--help"],
			["-h"],
			["list", "--help"],
			["import", "--help"],
			["anchor", "x", "--help"],
			["votes", "--help"],
		]) {
			const outcome = await callCommand("diagrams", words, nowhere);
			expect(outcome).toMatchObject({
				code: 0,
				stderr: "",
				stdout: expect.stringContaining("Uso: npm run diagrams --"),
			});
		}
		expect(() => readFileSync(nowhere.DATABASE_PATH)).toThrow();
	});

	test("refuses an unknown command, a missing command, and a value for a switch", async () => {
		await expectRefused(
			callCommand("diagrams", ["exportar"]),
			/No existe el comando «exportar»\. Los que hay: list, import, anchor, votes/,
		);
		await expectRefused(callCommand("diagrams", []), /Falta el comando\./);
		await expectRefused(callCommand("diagrams", ["list", "--json=si"]), /--json no lleva un valor/);
	});

	test("refuses a database that is missing, empty, older, newer or broken", async () => {
		const path = join(folder, "other.sqlite");
		const list = () => runCommand("diagrams", ["list"], { DATABASE_PATH: path });
		await expectRefused(list(), /no existe\. Primero corré npm start \(o npm run migrate\)/);
		writeFileSync(path, "");
		await expectRefused(list(), /Primero corré npm start \(o npm run migrate\)/);
		withDatabase((sqlite) => {
			sqlite.exec("CREATE TABLE migrations (version INTEGER PRIMARY KEY, name TEXT, run_at INTEGER)");
			sqlite.exec("INSERT INTO migrations VALUES (900, 'x', 0)");
		}, path);
		await expectRefused(list(), /versión más nueva: tiene el esquema 900/);
		const broken = join(folder, "broken.sqlite");
		writeFileSync(broken, "this is not a database, and it is long enough to be read as one ".repeat(40));
		await expectRefused(
			runCommand("diagrams", ["list"], { DATABASE_PATH: broken }),
			/no es una base de datos sana .* restaurá/,
		);
	});

	test("reports a database that another process locks after five seconds, and writes nothing", async () => {
		expect(await withoutALock).toMatchObject({
			code: 1,
			stderr: expect.stringMatching(/está ocupada: probá de nuevo/),
		});
		holder.close();
		expect(dumpDatabase(holder.name)).toBe(before);
	});

	test("a diagram's page says once that the anchor is unconfirmed and how to check it, its other pages do not", async () => {
		const server = await startServer();
		try {
			const notes = async (id: string) => {
				const paths = [
					`/diagrams/${id}`,
					`/diagrams/${id}?crew=B`,
					`/diagrams/${id}?year=2027`,
					`/diagram-detail/${id}-2027-01/enero/2027-01`,
					`/diagram-complete/${id}/2027-1`,
				];
				const texts = await Promise.all(
					paths.map(async (path) => (await fetch(server.origin + path)).text()),
				);
				return texts.map((text) => (text.match(/Sin confirmar por tu planta:<\/b> comparalo/g) ?? []).length);
			};
			expect(await notes("12horas_general")).toEqual([1, 1, 1, 0, 0]);
			const words = "anchor 12horas_general --date 2026-12-01 --crew A --shift N --day 1".split(" ");
			await runCommand("diagrams", words, { DATABASE_PATH: server.databasePath });
			expect(await notes("12horas_general")).toEqual([0, 0, 0, 0, 0]);
			expect(await notes("12horas_aceria")).toEqual([1, 1, 1, 0, 0]);
		} finally {
			await server.stop();
		}
	});

	test("a running server shows the change at once", async () => {
		const server = await startServer();
		try {
			const page = async () => (await fetch(`${server.origin}/diagrams/12horas_general?year=2027`)).text();
			const before = await page();
			expect(await page()).toBe(before);
			const words = [
				"anchor",
				"12horas_general",
				..."--date 2026-12-01 --crew A --shift N --day 1".split(" "),
			];
			const outcome = await runCommand("diagrams", words, { DATABASE_PATH: server.databasePath });
			expect(outcome).toMatchObject({ code: 0, stderr: "" });
			expect(await page()).not.toBe(before);
		} finally {
			await server.stop();
		}
	});
});

function anchor(id: string, options: string): Promise<Outcome> {
	return callCommand("diagrams", ["anchor", id, ...options.split(" ")].filter(Boolean));
}

function importJson(content: unknown): Promise<Outcome> {
	return importText(JSON.stringify(content));
}

function importText(content: string | Buffer): Promise<Outcome> {
	const path = join(folder, "import.json");
	writeFileSync(path, content);
	return callCommand("diagrams", ["import", path]);
}

async function storedDiagram(id: string): Promise<Diagram> {
	const { stdout } = await callCommand("diagrams", ["list", "--json"]);
	const stored: unknown = JSON.parse(stdout);
	const found = Array.isArray(stored) ? stored.find((diagram) => diagram.id === id) : undefined;
	return diagramSchema.parse(found);
}
