import type { DB } from "db/schema";
import type { Transaction } from "kysely";
import ical from "node-ical";
import { beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { type CrewLetter, crewLetters, crewsOf, type Diagram } from "~/features/diagrams/cycle";
import { listDiagrams } from "~/features/diagrams/diagrams.server";
import { deleteHoliday, saveHolidays } from "~/features/holidays/holidays.server";
import { db } from "~/lib/database/db.server";
import { loader } from "~/routes/calendars.$file";
import { correctDiagrams } from "../../scripts/operator/correct-diagrams";
import { eventTexts, ruleFaults } from "../support/calendar-rules";
import { days, naiveCrewPosition, naiveLetters, naiveShifts } from "../support/naive-shifts";
import { argsFor, responseOf } from "../support/requests";
import { todayIn } from "../support/texts/today";

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

interface ReadEvent {
	uid: string;
	title: string;
	isAllDay: boolean;
	/** Time in Buenos Aires, such as "20270101T220000", or the date of an all-day event, such as "20270101". */
	from: string;
	to: string;
}

/** Reads events with the parser of node-ical; the files are written by another library, ical.js. */
function readByParser(file: Buffer): ReadEvent[] {
	return Object.values(ical.sync.parseICS(file.toString())).flatMap((part) => {
		if (part?.type !== "VEVENT") return [];
		const isAllDay = part.datetype === "date";
		const [from, to] = [part.start, part.end].map((time) => clockOf(time, isAllDay));
		return [{ uid: part.uid, title: String(part.summary), isAllDay, from: from ?? "", to: to ?? "" }];
	});
}

/** Reads events with regular expressions, a hundred times faster than the parser. */
function readByPatterns(file: Buffer): ReadEvent[] {
	return [...eventTexts(file)].map(([uid, text]) => {
		const zone = text.includes("VALUE=DATE") ? "VALUE=DATE" : "TZID=America/Argentina/Buenos_Aires";
		const valueIn = (name: string) => new RegExp(`^${name}:(\\w+)\r$`, "m").exec(text)?.[1] ?? "";
		const title = /^SUMMARY:(.*)\r$/m.exec(text)?.[1] ?? "";
		const [from, to] = [valueIn(`DTSTART;${zone}`), valueIn(`DTEND;${zone}`)];
		return { uid, title, isAllDay: zone === "VALUE=DATE", from, to };
	});
}

/**
 * Formats a time of the parser in Buenos Aires, three hours behind UTC in all tested years. The parser gives the date of
 * an all-day event as midnight in this machine's time zone.
 */
function clockOf(time: Date | undefined, isAllDay: boolean): string {
	if (!time) return "";
	if (isAllDay) return todayIn(Intl.DateTimeFormat().resolvedOptions().timeZone, time).replaceAll("-", "");
	return new Date(time.getTime() - 3 * 3_600_000).toISOString().slice(0, 19).replaceAll(/[-:]/g, "");
}

/** A crew's events of a year, computed without application code. */
function writtenOut(diagram: Diagram, crew: CrewLetter, year: string): ReadEvent[] {
	const letters = naiveLetters(diagram, naiveCrewPosition(diagram, crewLetters.indexOf(crew)));
	const shifts = new Map(naiveShifts(diagram, letters).map((shift) => [shift.day, shift]));
	const clockAt = (minutes: number) => {
		const minute = minutes % 1440;
		const clock = [Math.floor(minute / 60), minute % 60, 0].map((part) => String(part).padStart(2, "0"));
		return `${dateAt(Math.floor(minutes / 1440))}T${clock.join("")}`;
	};
	const dateAt = (day: number) => (days[day] ?? "").replaceAll("-", "");
	return days.flatMap((date, day) => {
		if (!date.startsWith(year)) return [];
		const shift = shifts.get(day);
		return [
			{
				uid: `${diagram.id}-${crew}-${date}@localhost`,
				title: TITLES[letters.charAt(day)] ?? "",
				isAllDay: shift === undefined,
				from: shift ? clockAt(shift.from) : dateAt(day),
				to: shift ? clockAt(shift.to) : dateAt(day + 1),
			},
		];
	});
}

describe("a year of every diagram", async () => {
	const all = await listDiagrams();

	test("there are eleven diagrams", () => {
		expect(all).toHaveLength(11);
	});

	test.each(all.map((diagram) => [diagram.id, diagram] as const))(
		"%s: every crew's file is valid and has each expected shift and day off",
		async (id, diagram) => {
			for (const crew of crewsOf(diagram)) {
				const file = await fileOf(`${id}-${crew}-2028.ics`);
				expect(ruleFaults(file)).toEqual([]);
				expect(readByPatterns(file)).toEqual(writtenOut(diagram, crew, "2028"));
			}
		},
	);

	test.each(all.map((diagram, index) => [diagram.id, diagram, index] as const))(
		"%s: the parser of node-ical reads the same shifts",
		async (id, diagram, index) => {
			const crew = crewLetters[index % diagram.crews] ?? "A";
			const file = await fileOf(`${id}-${crew}-2027.ics`);
			expect(readByParser(file)).toEqual(writtenOut(diagram, crew, "2027"));
		},
	);
});

describe("the calendar file", () => {
	test("has its content type and a file name, and responds 304 to a client that has the current file", async () => {
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

	test("stays the same on another day", async () => {
		const before = await fileOf("4turnos_7dias-C-2027.ics");
		vi.setSystemTime(new Date("2027-03-01T13:00:00Z"));
		expect((await fileOf("4turnos_7dias-C-2027.ics")).equals(before)).toBe(true);
	});

	test("contains the holidays of its days", async () => {
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

	test("has, for each day whose holidays change, one changed event with a higher sequence number", async () => {
		onTestFinished(async () => {
			await db.deleteFrom("changed_holidays").execute();
			await db.deleteFrom("feriados").where("name", "=", moved.name).execute();
		});
		vi.setSystemTime(new Date("2027-03-01T13:00:00Z"));
		// The migration saved the diagrams by the real clock, which may be later.
		await db.updateTable("diagramas").set({ updated_at: Date.now() }).execute();
		const name = "4turnos_7dias-D-2027.ics";
		const texts = async () => eventTexts(await fileOf(name));
		const numberOf = (text = "") => Number(/SEQUENCE:(\d+)/.exec(text)?.[1]);
		const change = async (edit: (trx: Transaction<DB>) => Promise<unknown>) => {
			vi.setSystemTime(Date.now() + 60_000);
			const before = await texts();
			await db.transaction().execute(edit);
			const after = await texts();
			const changed = [...after].filter(([uid, text]) => before.get(uid) !== text);
			for (const [uid, text] of changed) expect(numberOf(text)).toBeGreaterThan(numberOf(before.get(uid)));
			return changed.map(([uid]) => uid.replace("4turnos_7dias-D-", "").replace("@localhost", ""));
		};
		const moved = { name: "Día que se mueve", kind: "feriado", confirmed: true, source: "x" } as const;
		expect(await change((trx) => saveHolidays(trx, [{ ...moved, date: "2027-07-01" }]))).toEqual([
			"2027-07-01",
		]);
		const other = { ...moved, date: "2027-07-02" };
		expect(await change((trx) => saveHolidays(trx, [other]))).toEqual(["2027-07-02"]);
		expect(await change((trx) => deleteHoliday(trx, "2027-07-01", moved.name))).toEqual(["2027-07-01"]);
		expect(await change((trx) => saveHolidays(trx, [{ ...other, source: "y" }]))).toEqual([]);
	});

	test("says that the diagram is unconfirmed until an operator confirms it, which makes a newer version", async () => {
		const name = "4turnos_7dias-B-2027.ics";
		const before = (await fileOf(name)).toString();
		expect(before).toContain("(sin confirmar)");
		expect(before).toContain("DESCRIPTION:Según un diagrama sin confirmar por la planta.");
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

test("the first and the last year exist, and an old id of a diagram redirects to the current one", async () => {
	expect((await open("3turnos-A-2020.ics")).status).toBe(200);
	expect((await open("3turnos-A-2031.ics")).status).toBe(200);
	expect(await open("2_turnos-A-2027.ics")).toRedirectTo("/calendars/2turnos-A-2027.ics");
});
