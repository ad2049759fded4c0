import ICAL from "ical.js";
import { describe, expect, test } from "vitest";
import { type CalendarEvent, writeCalendar } from "~/features/calendars/calendar-file.server";
import type { Alarms } from "~/features/calendars/feed-schemas";
import { eventTexts, ruleFaults } from "../../support/calendar-rules";

const NOW = Date.UTC(2026, 10, 22, 12, 30, 15);

const shift: CalendarEvent = {
	uid: "2026-11-22@relevo.example",
	title: "Turno noche",
	date: "2026-11-22",
	time: { startMinute: 22 * 60, endMinute: 30 * 60 },
	changedAt: NOW,
};

const write = async (events: readonly CalendarEvent[], alarms?: Alarms) =>
	Buffer.from(
		await writeCalendar({
			name: "4 turnos; de 7 días, escuadra C",
			description: "Es orientativo",
			first: "2026-11-01",
			last: "2026-11-30",
			events,
			alarms,
		}),
	);

const only = async (events: readonly CalendarEvent[], alarms?: Alarms) => {
	const file = await write(events, alarms);
	expect(ruleFaults(file)).toEqual([]);
	return [...eventTexts(file).values()].join("");
};

describe("an event", () => {
	test("of a night ends on the next day, on the factory's clock", async () => {
		const text = await only([shift]);
		expect(text).toContain("DTSTART;TZID=America/Argentina/Buenos_Aires:20261122T220000\r\n");
		expect(text).toContain("DTEND;TZID=America/Argentina/Buenos_Aires:20261123T060000\r\n");
		expect(text).toContain("TRANSP:OPAQUE\r\n");
		expect(text).not.toContain("DESCRIPTION");
	});

	test("without times lasts one whole day, and does not mark the person as busy", async () => {
		const text = await only([{ ...shift, date: "2026-12-31", time: undefined, title: "Franco" }]);
		expect(text).toContain("DTSTART;VALUE=DATE:20261231\r\nDTEND;VALUE=DATE:20270101\r\n");
		expect(text).toContain("TRANSP:TRANSPARENT\r\n");
	});

	test("contains the time of its last change, and a later change has a higher number", async () => {
		const numberOf = async (changedAt: number) =>
			Number(/SEQUENCE:(\d+)/.exec(await only([{ ...shift, changedAt }]))?.[1]);
		expect(await only([shift])).toContain("DTSTAMP:20261122T123015Z\r\nLAST-MODIFIED:20261122T123015Z\r\n");
		expect(await numberOf(NOW + 1000)).toBe((await numberOf(NOW)) + 1);
		expect(await numberOf(1)).toBe(0);
	});
});

describe("alarms", () => {
	const triggersOf = async (alarms: Alarms, startMinute = 22 * 60) => {
		const text = await only([{ ...shift, time: { startMinute, endMinute: startMinute + 480 } }], alarms);
		return Array.from(text.matchAll(/TRIGGER:-PT(\d+)M/g), ([, minutes]) => Number(minutes));
	};

	test("sound at 20:00 of the day before, two hours before the start, at both times or never", async () => {
		expect(await triggersOf("none")).toEqual([]);
		expect(await triggersOf("evening")).toEqual([26 * 60]);
		expect(await triggersOf("evening", 6 * 60)).toEqual([10 * 60]);
		expect(await triggersOf("start")).toEqual([120]);
		expect(await triggersOf("both", 14 * 60)).toEqual([18 * 60, 120]);
	});

	test("are only for shifts, not for days off", async () => {
		expect(await only([{ ...shift, time: undefined }], "both")).not.toContain("VALARM");
	});
});

describe("any text", () => {
	const titles = [
		"Coma, punto y coma; barra \\ y \\n que no es un renglón",
		`Ñandú ${"áéíóú".repeat(40)}`,
		`${"👷🏽‍♀️".repeat(30)} fin`,
		`${"a".repeat(66)}é${"b".repeat(73)}é`,
		'"Comillas": dos puntos',
		"BEGIN:VEVENT",
		"",
	];
	test.each(titles)("is read back unchanged: %s", async (title) => {
		const file = await write([{ ...shift, title, notes: [title, "segundo renglón"] }], "both");
		expect(ruleFaults(file)).toEqual([]);
		const calendar = new ICAL.Component(ICAL.parse(file.toString()));
		const event = calendar.getFirstSubcomponent("vevent");
		expect(event?.getFirstPropertyValue("summary")).toBe(title);
		expect(event?.getFirstPropertyValue("description")).toBe(`${title}\nsegundo renglón`);
		expect(calendar.getFirstPropertyValue("x-wr-calname")).toContain("4 turnos");
	});

	test("loses its control characters, which could start a new line", async () => {
		const text = await only([{ ...shift, title: "uno\r\nEND:VEVENT\r\ndos\ttres\u0000\u0085" }]);
		expect(text).toContain("SUMMARY:uno  END:VEVENT  dos tres  \r\n");
	});
});

test("the rules written for these tests detect invalid files", async () => {
	const good = (await write([shift])).toString();
	const faults = (from: string | RegExp, to: string) => ruleFaults(Buffer.from(good.replace(from, to)));
	expect(faults(/\r\n/g, "\n")).not.toEqual([]);
	expect(faults("SUMMARY:", `SUMMARY:${"é".repeat(40)}`)).toContainEqual(expect.stringMatching(/octets/));
	expect(faults(/UID:.*\r\n/, "")).toContain("VEVENT without UID");
	expect(faults("TRANSP:OPAQUE", "TRANSP:OPAQUE\r\nTRANSP:OPAQUE")).toContain("VEVENT has TRANSP twice");
	expect(faults("Turno noche", "Turno, noche")).toContain("not escaped: Turno, noche");
	expect(faults("END:VEVENT\r\n", "")).not.toEqual([]);
	expect(faults(/20261123T060000/, "20261122T060000")).toContain("an event that ends before it starts");
	expect(faults("TZID:America", "TZID:Mars")).toContainEqual(expect.stringMatching(/unknown time zone/));
});
