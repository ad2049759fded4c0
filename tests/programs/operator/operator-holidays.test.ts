import { spawnSync } from "node:child_process";
import { closeSync, existsSync, openSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { type Holiday, TOURIST_DAY } from "~/features/holidays/holiday-rule";
import { datePartsOf } from "~/lib/time/civil-date";
import seeds from "../../../db/seeds/holidays-2024-2027.json";
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
import { temporaryFolder } from "../../support/temporary-folder";
import { todayIn } from "../../support/texts/today";

const folder = temporaryFolder();
beforeEach(resetDatabase);

const right: Holiday = {
	date: "2027-11-22",
	name: "Soberanía Nacional",
	kind: "feriado",
	confirmed: true,
	source: "Decreto 1/2027",
};

describe("list and propose", () => {
	test("shows the rows of a year as text and in the format of import", async () => {
		const { stdout } = await runCommand("holidays", ["list", "2026"]);
		expect(stdout).toContain("2026-04-02 jueves    Jueves Santo (no laborable) · ");
		expect(stdout).toContain("2026-04-02 jueves    Veterano y Caídos en Malvinas (feriado) · ");
		expect(stdout).toContain("Día del Trabajador Metalúrgico (día gremial) · ");
		const { stdout: json } = await callCommand("holidays", ["list", "2026", "--json"]);
		const listed: Holiday[] = JSON.parse(json);
		const seeded = seeds.filter(({ date }) => date.startsWith("2026"));
		expect(listed).toHaveLength(seeded.length);
		expect(listed).toEqual(expect.arrayContaining(seeded));
	});

	test("shows the rule's holidays of a year without rows, the movable ones unconfirmed, which can be edited and imported", async () => {
		const before = dumpDatabase();
		const { stdout } = await callCommand("holidays", ["list", "2028"]);
		expect(stdout.trim().split("\n")).toHaveLength(18);
		expect(stdout).toContain("2028-12-25 lunes     Navidad (feriado) · ");
		expect(stdout).toContain("2028-06-17 sábado    Paso a la Inmortalidad de Güemes (feriado, a confirmar)");
		const proposed = await runCommand("holidays", ["propose", "2028"], {
			DATABASE_PATH: join(folder, "none", "none.sqlite"),
		});
		expect(proposed).toMatchObject({ code: 0, stderr: "" });
		expect(dumpDatabase()).toBe(before);
		const edited = proposed.stdout.replace('"confirmed": false', '"confirmed": true');
		expect(await importText(edited)).toEqual({ code: 0, stdout: "2028: 18 agregados\n", stderr: "" });
		expect(rowsOf("2028")).toHaveLength(18);
		const guemes = rowsOf("2028").find(({ date }) => date === "2028-06-17");
		expect(guemes).toMatchObject({ confirmed: 1 });
	});
});

test.runIf(existsSync("/dev/full"))("output that a full disk cuts fails the command", () => {
	const fullDisk = openSync("/dev/full", "w");
	const { status, stderr } = spawnSync(process.execPath, ["build/scripts/holidays.js", "propose", "2028"], {
		encoding: "utf8",
		stdio: ["ignore", fullDisk, "pipe"],
	});
	closeSync(fullDisk);
	expect([status, stderr]).toEqual([1, expect.stringMatching(/^[^\n]+ cortado \(ENOSPC\)[^\n]+\n$/)]);
});

describe("import", () => {
	test("adds and corrects holidays by date and name, and keeps the others", async () => {
		const others = rowsOf("").filter(({ date }) => !["2027-11-20", "2027-12-07"].includes(String(date)));
		const corrected = { ...right, date: "2027-11-20", source: "Decreto 9/2026" };
		const added = { ...right, date: "2027-12-07", name: "Fines turísticos", kind: "no_laborable" };
		const outcome = await importJson([
			corrected,
			added,
			...seeds.filter(({ date }) => date === "2026-04-02"),
		]);
		expect(outcome).toEqual({
			code: 0,
			stdout: "2026: 2 sin cambios\n2027: 1 agregado, 1 corregido\n",
			stderr: "",
		});
		const rows = rowsOf("2027");
		expect(rows).toContainEqual({ ...corrected, confirmed: 1 });
		expect(rows).toContainEqual({ ...added, confirmed: 1 });
		expect(rowsOf("")).toEqual(expect.arrayContaining(others));
		expect(rowsOf("")).toHaveLength(others.length + 2);
	});

	test("of the shipped file changes nothing", async () => {
		const before = dumpDatabase();
		const outcome = await runCommand("holidays", ["import", "db/seeds/holidays-2024-2027.json"]);
		expect(outcome.stdout).toMatch(/^2024: \d+ sin cambios\n2025: \d+ sin cambios\n2026: .*\n2027: .*\n$/);
		expect(dumpDatabase()).toBe(before);
	});

	test("warns about a moved holiday, and about a year that had no rows", async () => {
		const outcome = await importJson([right, { ...right, date: "2029-11-20" }]);
		expect(outcome.code).toBe(0);
		expect(outcome.stdout).toContain(
			"figura también el 2027-11-20. Si se movió, quitá ese: npm run holidays -- remove",
		);
		expect(outcome.stdout).toContain("Atención: 2029 no tenía datos y ahora muestra solo 1.");
		const { stdout } = await importJson([{ ...right, date: "2029-12-25", name: "Navidad" }]);
		expect(stdout).toBe("2029: 1 agregado\n");
	});

	const wrong: [string, unknown, RegExp][] = [
		[
			"a nonexistent day",
			[{ ...right, date: "2027-02-29" }],
			/feriado 1 \(2027-02-29\), date: la fecha se escribe/,
		],
		[
			"a date in another order",
			[{ ...right, date: "22/11/2027" }],
			/feriado 1 .*, date: la fecha se escribe/,
		],
		[
			"a year that list and propose refuse",
			[{ ...right, date: "2019-11-18" }],
			/feriado 1 \(2019-11-18\), date: el año va de 2020 a 2199/,
		],
		["no date", [right, { ...right, date: undefined }], /feriado 2, date: falta/],
		["no name", [{ ...right, name: " " }], /feriado 1 \(2027-11-22\), name: falta el nombre/],
		["a name that begins with NUL", [{ ...right, name: "\0x" }], /name: falta el nombre, en un solo renglón/],
		["a very long name", [{ ...right, name: "x".repeat(121) }], /name: el nombre lleva hasta 120 letras/],
		["an unknown kind", [{ ...right, kind: "asueto" }], /kind: el tipo es feriado, no_laborable o gremial/],
		["confirmed as text", [{ ...right, confirmed: "sí" }], /confirmed: confirmed es true o false/],
		["no source", [{ ...right, source: "" }], /source: falta la fuente/],
		["a very long source", [{ ...right, source: "x".repeat(201) }], /source: el máximo es 200/],
		[
			"an unknown field",
			[{ ...right, tipo: "feriado" }],
			/feriado 1 \(2027-11-22\): no existe el campo tipo/,
		],
		["an object in place of a list", right, /el archivo tiene que ser una lista de feriados/],
		["an empty list", [], /^No se importó nada de [^:]+: la lista está vacía\n$/],
		["a holiday twice", [right, right], /2027-11-22 Soberanía Nacional: está más de una vez/],
		["null", [null], /feriado 1: tiene que ser un objeto/],
		["501 of them", Array.from({ length: 501 }, () => right), /son demasiados feriados/],
		[
			"one wrong of three",
			[
				{ ...right, name: "Uno" },
				{ ...right, name: "Dos" },
				{ ...right, kind: "x" },
			],
			/feriado 3/,
		],
	];
	test.each(wrong)("refuses %s and changes nothing", async (_, content, message) => {
		await expectRefused(importJson(content), message);
	});

	test("lists all wrong holidays at once, one per line", async () => {
		const { stderr } = await importJson([
			{ ...right, kind: "x" },
			{ ...right, date: "x" },
		]);
		expect(stderr.trim().split("\n")).toHaveLength(3);
	});

	test("refuses a missing file and one that is not JSON", async () => {
		await expectRefused(importText("fecha;nombre\n2027-01-01;Año Nuevo\n"), /no es JSON/);
		await expectRefused(
			callCommand("holidays", ["import", join(folder, "none.json")]),
			/No existe el archivo/,
		);
		await expectRefused(
			callCommand("holidays", ["import"]),
			/Falta ARCHIVO\.json\. Ayuda: npm run holidays -- import/,
		);
	});
});

describe("remove", () => {
	test("removes a holiday by date and name, in quotes or as words", async () => {
		const before = rowsOf("").length;
		const words = ["remove", "2026-04-02", "Jueves", "Santo"];
		expect(await runCommand("holidays", words)).toMatchObject({
			code: 0,
			stdout: expect.stringMatching(/^Quitado: 2026-04-02 Jueves Santo\. Quedan en el año: \d+\n$/),
		});
		expect(rowsOf("")).toHaveLength(before - 1);
		expect(rowsOf("2026-04-02")).toMatchObject([{ name: "Veterano y Caídos en Malvinas" }]);
		await expectRefused(
			callCommand("holidays", words),
			/No hay un feriado guardado .*figura «Veterano y Caídos en Malvinas»/,
		);
	});

	test("of a year's last row brings the rule's holidays back, and says so", async () => {
		await importJson([{ ...right, date: "2030-01-15" }]);
		const { stdout } = await callCommand("holidays", ["remove", "2030-01-15", right.name]);
		expect(stdout).toContain("ahora se muestran los de la regla");
	});

	test("refuses a wrong date, a missing name, and a proposed holiday without a row", async () => {
		await expectRefused(
			callCommand("holidays", ["remove", "2-4-2026", "Jueves Santo"]),
			/La fecha «2-4-2026» está mal/,
		);
		await expectRefused(callCommand("holidays", ["remove", "2026-04-02"]), /Falta NOMBRE\./);
		await expectRefused(
			callCommand("holidays", ["remove", "2028-01-01", "Año Nuevo"]),
			/un año sin datos muestra la regla/,
		);
		await expectRefused(
			callCommand("holidays", ["remove", "2026-04-01", "Jueves Santo"]),
			/Ese día no figura ninguno/,
		);
	});
});

describe("the program", () => {
	test.each(["list", "propose"])("%s refuses anything but a year", async (command) => {
		for (const year of ["27", "2019", "2200", "dos mil"]) {
			await expectRefused(
				callCommand("holidays", [command, year]),
				/El año «.+» está mal: va de 2020 a 2199\./,
			);
		}
		await expectRefused(callCommand("holidays", [command]), /Falta AÑO\./);
		await expectRefused(callCommand("holidays", [command, "2027", "2028"]), /Sobra «2028»/);
	});

	test("help of the program and of each command; an unknown command", async () => {
		for (const words of [
			["--help"],
			["list", "-h"],
			["import", "--help"],
			["remove", "--help"],
			["propose", "--help"],
		]) {
			const outcome = await callCommand("holidays", words);
			expect(outcome).toMatchObject({
				code: 0,
				stderr: "",
				stdout: expect.stringContaining("Uso: npm run holidays --"),
			});
		}
		await expectRefused(
			callCommand("holidays", ["add"]),
			/No existe el comando «add»\. Los que hay: list, import, remove, propose/,
		);
	});

	test("the example in the help of import is right", async () => {
		const { stdout } = await callCommand("holidays", ["import", "--help"]);
		const example = /\{[^}]+\}/.exec(stdout)?.[0] ?? "";
		expect(await importText(`[${example}]`)).toMatchObject({ code: 0, stderr: "" });
	});
});

function importJson(content: unknown): Promise<Outcome> {
	return importText(JSON.stringify(content));
}

function importText(content: string): Promise<Outcome> {
	const path = join(folder, "import.json");
	writeFileSync(path, content);
	return callCommand("holidays", ["import", path]);
}

interface Row {
	date: unknown;
	name: unknown;
}

function rowsOf(start: string): Row[] {
	return withDatabase((sqlite) =>
		sqlite
			.prepare<[string], Row>("SELECT * FROM feriados WHERE date LIKE ? ORDER BY date, name")
			.all(`${start}%`),
	);
}

test("the pages of a coming year say that its tourist days are missing until they are imported", async () => {
	const server = await startServer();
	try {
		const saying = async (year: number) => {
			const pages = [
				`/diagrams/3turnos?year=${year}`,
				`/diagram-detail/3turnos-${year}-03/marzo/${year}-03`,
				`/diagram-complete/3turnos/${year}-1`,
			];
			const texts = await Promise.all(pages.map(async (page) => (await fetch(server.origin + page)).text()));
			return texts.map((text) =>
				text
					.replace(/<!--.*?-->/g, "")
					.includes(`Faltan los días con fines turísticos de ${year}: cuando se cargaron estos feriados`),
			);
		};
		const next = datePartsOf(todayIn("America/Argentina/Buenos_Aires")).year + 1;
		expect(await saying(next)).toEqual([true, true, true]);
		expect(await saying(2025)).toEqual([false, false, false]);
		const file = join(folder, "tourist.json");
		writeFileSync(
			file,
			JSON.stringify([{ ...right, date: `${next}-03-23`, name: TOURIST_DAY, kind: "no_laborable" }]),
		);
		const settings = { DATABASE_PATH: server.databasePath };
		expect(await runCommand("holidays", ["import", file], settings)).toMatchObject({ code: 0 });
		expect(await saying(next)).toEqual([false, false, false]);
	} finally {
		await server.stop();
	}
});
