import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import type { Diagram } from "~/features/diagrams/cycle";
import { answersAt } from "~/features/shift/answers";
import {
	expiresIn,
	minutesUntilChange,
	minutesUntilCountdownChange,
	pageHeaders,
} from "~/features/shift/freshness.server";
import { calendarOf, type OwnCalendar } from "~/features/shift/own-calendar";
import { Today, TodayTile } from "~/features/shift/today/today";
import { addDays, type PlantClock } from "~/lib/time/civil-date";
import { seededDiagram } from "../../support/seeded-diagrams";

const DAY = 1440;
/** Diagrams with shifts of eight and of twelve hours, and with Sundays on which the plant is closed. */
const diagrams = ["4turnos_7dias", "12horas_general", "2turnos", "3turnos"].map(seededDiagram);
const quarterPast = {
	M: ["06:15", "14:15"],
	T: ["14:15", "22:15"],
	N: ["22:15", "06:15"],
} as const;
const named = diagrams.map((diagram, index) => (index === 3 ? { ...diagram, hours: quarterPast } : diagram));

function clockAt(minutes: number): PlantClock {
	return { today: addDays("2027-12-27", Math.floor(minutes / DAY)), minute: minutes % DAY };
}

function tileWords(diagram: Diagram, calendar: OwnCalendar, clock: PlantClock): string {
	const answers = answersAt(calendar, clock, []);
	return renderToStaticMarkup(createElement(TodayTile, { diagram, answers, crew: "A", isOwn: false }));
}

function todayWords(diagram: Diagram, calendar: OwnCalendar, clock: PlantClock): string {
	const answers = answersAt(calendar, clock, []);
	return renderToStaticMarkup(createElement(Today, { diagram, answers, crew: "A" }));
}

describe.each([
	["a crew's diagram", minutesUntilChange, tileWords],
	["Mi turno", minutesUntilCountdownChange, todayWords],
] as const)(
	"the texts of %s stay the same until the minute that the page names in Expires",
	(_, minutesUntil, words) => {
		test.each(named)("$id, over a whole cycle", (diagram) => {
			const calendar = calendarOf({ diagram, start: diagram.anchor });
			for (let now = 0; now < diagram.cycle.length * DAY; ) {
				const minutes = minutesUntil(answersAt(calendar, clockAt(now), []), clockAt(now));
				expect(minutes).toBeGreaterThanOrEqual(1);
				// If `minutes` is 1, the page expires in the next minute, so there is no other minute to compare.
				if (minutes > 1)
					expect(words(diagram, calendar, clockAt(now + minutes - 1))).toBe(
						words(diagram, calendar, clockAt(now)),
					);
				now += minutes > 1 ? minutes : 7;
			}
		});
	},
);

test("a crew's diagram is rendered at most once an hour and at each shift change, Mi turno every minute near a shift", () => {
	const [diagram] = named;
	if (!diagram) throw new Error("no diagram");
	const calendar = calendarOf({ diagram, start: "2027-12-27" });
	const at = (time: string) => clockAt(Number(time.slice(0, 2)) * 60 + Number(time.slice(3)));
	const untilChange = (clock: PlantClock) => minutesUntilChange(answersAt(calendar, clock, []), clock);
	const untilCountdown = (clock: PlantClock) =>
		minutesUntilCountdownChange(answersAt(calendar, clock, []), clock);
	expect(untilChange(at("05:58"))).toBe(2);
	expect(untilChange(at("06:00"))).toBe(60);
	expect(untilCountdown(at("06:00"))).toBe(1);
	// Day 0 is 2027-12-27. A shift ends on day 6 at 14:00, and the next shift starts on day 9 at 14:00. The countdown to
	// this shift begins a day before it.
	expect(untilCountdown(clockAt(6 * DAY + 14 * 60))).toBe(60);
	expect(untilCountdown(clockAt(8 * DAY + 13 * 60 + 58))).toBe(2);
	expect(untilCountdown(clockAt(8 * DAY + 14 * 60))).toBe(1);
});

test("the time in Expires is the beginning of a minute", () => {
	expect(expiresIn(1, Date.UTC(2026, 10, 22, 8, 59, 59, 999))).toBe("Sun, 22 Nov 2026 09:00:00 GMT");
	expect(expiresIn(60, Date.UTC(2026, 10, 22, 9, 0, 0, 0))).toBe("Sun, 22 Nov 2026 10:00:00 GMT");
});

test("a page passes on until when it is true and whom it is for, but no cookie", () => {
	const loaderHeaders = new Headers({ Expires: "0", Vary: "Cookie", "Set-Cookie": "a=1" });
	expect(pageHeaders({ loaderHeaders })).toEqual([
		["expires", "0"],
		["vary", "Cookie"],
	]);
});
