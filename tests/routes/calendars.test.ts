import ical from "node-ical";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { crewLetters, crewsOf } from "~/features/diagrams/cycle";
import { listDiagrams } from "~/features/diagrams/diagrams.server";
import { saveHolidays } from "~/features/holidays/holidays.server";
import { correctDiagrams } from "~/features/shift/corrections/correct-diagrams.server";
import { db } from "~/lib/database/db.server";
import { loader } from "~/routes/calendars.$file";
import { eventTexts, ruleFaults } from "../support/calendar-rules";
import { days, naiveCrewPosition, naiveLetters, naiveShifts } from "../support/naive-shifts";
import { argsFor, responseOf } from "../support/requests";

const TITLES: Readonly<Record<string, string>> = {
	M: "Turno mañana",
	T: "Turno tarde",
	N: "Turno noche",
	D: "Turno día",
	F: "Franco",
};

beforeEach(() => {
	vi.useFakeTimers({ now: new Date("2026-11-21T13:00:00Z"), toFake: ["Date"] });
	return () => vi.useRealTimers();
});

const open = (file: string, headers: Record<string, string> = {}, query = "") =>
	responseOf(() => loader(argsFor(`/calendars/${file}${query}`, { file }, { headers })));

async function fileOf(name: string): Promise<Buffer> {
	const response = await open(name);
	expect(response.status).toBe(200);
	return Buffer.from(await response.arrayBuffer());
}

/** The events of a calendar file as another program reads them: date, title, start and end in UTC milliseconds. */
function readByParser(file: Buffer) {
	return Object.values(ical.sync.parseICS(file.toString())).flatMap((part) =>
		part?.type === "VEVENT"
			? [
					{
						uid: part.uid,
						title: String(part.summary),
						isAllDay: part.datetype === "date",
						from: part.start.getTime(),
						to: part.end?.getTime(),
					},
				]
			: [],
	);
}

/** Midnight of a numbered day on the clock of Buenos Aires, in UTC milliseconds. */
const midnightOf = (day: number) => Date.UTC(2024, 0, 1, 3) + day * 86_400_000;

describe("a year of every crew of every diagram", async () => {
	const all = (await listDiagrams()).flatMap((diagram) =>
		crewsOf(diagram).map((crew) => ({ diagram, crew })),
	);

	test("there are eleven diagrams", () => {
		expect(new Set(all.map(({ diagram }) => diagram.id)).size).toBe(11);
	});

	test.each(all.map(({ diagram, crew }) => [`${diagram.id}-${crew}`, diagram, crew] as const))(
		"%s: the parser reads each written out shift with its start and end, and each day off",
		async (name, diagram, crew) => {
			const file = await fileOf(`${name}-2027.ics`);
			expect(ruleFaults(file)).toEqual([]);
			const letters = naiveLetters(diagram, naiveCrewPosition(diagram, crewLetters.indexOf(crew)));
			const shifts = new Map(naiveShifts(diagram, letters).map((shift) => [shift.day, shift]));
			const year = days.flatMap((date, day) => (date.startsWith("2027") ? [day] : []));
			const events = readByParser(file);
			expect(events.map(({ title }) => title)).toEqual(year.map((day) => TITLES[letters.charAt(day)]));
			for (const [index, day] of year.entries()) {
				const { isAllDay, from, to, uid } = events[index] ?? {};
				expect(uid).toBe(`${diagram.id}-${crew}-${days[day]}@localhost`);
				const shift = shifts.get(day);
				expect(isAllDay, days[day]).toBe(shift === undefined);
				if (!shift) continue;
				expect([from, to], days[day]).toEqual(
					[shift.from, shift.to].map((minutes) => midnightOf(0) + minutes * 60_000),
				);
			}
		},
	);
});

describe("the file", () => {
	test("has its type and a name, and is not sent again to who has it", async () => {
		const first = await open("4turnos_7dias-C-2027.ics");
		expect(first.headers.get("Content-Type")).toBe("text/calendar; charset=utf-8");
		expect(first.headers.get("Content-Disposition")).toBe(
			'inline; filename="relevo-4turnos_7dias-C-2027.ics"',
		);
		const etag = first.headers.get("ETag") ?? "";
		const again = await open("4turnos_7dias-C-2027.ics", { "If-None-Match": `"x", ${etag}` });
		expect([again.status, await again.text()]).toEqual([304, ""]);
		expect((await open("4turnos_7dias-D-2027.ics", { "If-None-Match": etag })).status).toBe(200);
	});

	test("stays the same another day", async () => {
		const before = await fileOf("4turnos_7dias-C-2027.ics");
		vi.setSystemTime(new Date("2027-03-01T13:00:00Z"));
		expect(await fileOf("4turnos_7dias-C-2027.ics")).toEqual(before);
	});

	test("names the holidays of its days", async () => {
		const texts = eventTexts(await fileOf("4turnos_7dias-A-2027.ics"));
		expect(texts.get("4turnos_7dias-A-2027-12-25@localhost")).toContain("Navidad (feriado");
		await db.transaction().execute((trx) =>
			saveHolidays(trx, [
				{
					date: "2027-12-25",
					name: "Día; raro, \r\nEND:VEVENT",
					kind: "feriado",
					confirmed: true,
					source: "x",
				},
			]),
		);
		const file = await fileOf("4turnos_7dias-A-2027.ics");
		expect(ruleFaults(file)).toEqual([]);
		expect(eventTexts(file).get("4turnos_7dias-A-2027-12-25@localhost")).toContain("Día\\; raro\\, ");
	});

	test("says that nobody confirmed the diagram, until an operator does, which is a newer version", async () => {
		const name = "4turnos_7dias-B-2027.ics";
		const before = (await fileOf(name)).toString();
		expect(before).toContain("(sin confirmar)");
		expect(before).toContain("DESCRIPTION:Sin confirmar por tu planta");
		const diagrams = (await listDiagrams()).filter(({ id }) => id === "4turnos_7dias");
		await correctDiagrams(diagrams.map((diagram) => ({ ...diagram, anchorConfirmed: true })));
		const after = (await fileOf(name)).toString();
		expect(after.toLowerCase()).not.toContain("sin confirmar");
		expect(after).toContain("DTSTAMP:20261121T130000Z");
		await correctDiagrams(diagrams);
	});
});

test.each([
	"4turnos_7dias-E-2027.ics",
	"4turnos_7dias-F-2027.ics",
	"4turnos_7dias-c-2027.ics",
	"4turnos_7dias-C-2019.ics",
	"4turnos_7dias-C-2032.ics",
	"4turnos_7dias-C-20270.ics",
	"4turnos_7dias-C.ics",
	"nada-A-2027.ics",
	"4turnos_7dias-C-2027.svg",
	"4turnos_7dias-C-2027.ics.ics",
	"__proto__-A-2027.ics",
	".ics",
])("%s does not exist", async (name) => {
	expect((await open(name)).status).toBe(404);
});

test("the first and the last year exist, and an old name of a diagram leads to its new one", async () => {
	expect((await open("3turnos-A-2020.ics")).status).toBe(200);
	expect((await open("3turnos-A-2031.ics")).status).toBe(200);
	expect(await open("2_turnos-A-2027.ics")).toRedirectTo("/calendars/2turnos-A-2027.ics");
});
