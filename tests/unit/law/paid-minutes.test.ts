import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { Diagram } from "~/features/diagrams/cycle";
import { startOf } from "~/features/extras/form/extra-start";
import { type Holiday, type HolidayKind, proposeHolidays } from "~/features/holidays/holiday-rule";
import { type OvertimeRules, overtimeRules } from "~/features/law/overtime-rules";
import { ruleReason } from "~/features/law/reason";
import { lawTerms, paidExtra, splitByLaw } from "../../support/pay";
import { Random } from "../../support/random";
import { evened } from "../../support/texts/evened";

/**
 * Compares `payOf` with an independent computation, which classifies each minute by its own day and, without a
 * start time, tries all starts.
 */
const DAY_MS = 86_400_000;
const LETTERS = Array.from("ABCDEFGHIJKLMNÑOPQRSTUVWXYZ");

const tables: Record<string, OvertimeRules> = {
	"the law of today": overtimeRules,
	"a longer night from a Wednesday on": [
		overtimeRules[0],
		{
			from: "2026-07-01",
			nightStartMinute: 20 * 60,
			nightEndMinute: 7 * 60,
			saturday100Minute: 13 * 60,
			source: "a new law",
		},
	],
	"three laws, one from a Saturday and one from a Sunday on": [
		overtimeRules[0],
		{
			from: "2026-03-07",
			nightStartMinute: 22 * 60,
			nightEndMinute: 5 * 60 + 30,
			saturday100Minute: 12 * 60,
			source: "a second law",
		},
		{
			from: "2026-09-06",
			nightStartMinute: 19 * 60 + 45,
			nightEndMinute: 8 * 60,
			saturday100Minute: 14 * 60 + 15,
			source: "a third law",
		},
	],
};

const diagrams: Diagram[] = JSON.parse(readFileSync("db/seeds/diagrams.json", "utf8"));

/** Cache of dates by the number of days since 1970, because all minutes of a day have the same date. */
const dates = new Map<number, string>();
function dateOf(ms: number): string {
	const day = Math.floor(ms / DAY_MS);
	const date = dates.get(day) ?? new Date(ms).toISOString().slice(0, 10);
	dates.set(day, date);
	return date;
}
const msOf = (date: string) => Date.parse(`${date}T00:00:00Z`);

const kinds = new Map<string, HolidayKind[]>();
for (const { date, kind } of [2025, 2026, 2027].flatMap(proposeHolidays)) {
	kinds.set(date, [...(kinds.get(date) ?? []), kind]);
}
const holidaysOn = (date: string): Holiday[] =>
	(kinds.get(date) ?? []).map((kind) => ({ date, kind, name: kind, confirmed: true, source: "Ley 27.399" }));

/** Premium (50 % or 100 %) of the minute that begins at `ms`, and whether this minute is at night. */
function minuteAt(ms: number, rules: OvertimeRules): { rate: 50 | 100; isNight: boolean } {
	const date = dateOf(ms);
	const minute = (ms % DAY_MS) / 60_000;
	let rule = rules[0];
	for (const each of rules) if (each.from <= date) rule = each;
	const weekday = new Date(ms).getUTCDay();
	const is100 =
		kinds.get(date)?.includes("feriado") ||
		weekday === 0 ||
		(weekday === 6 && minute >= rule.saturday100Minute);
	return { rate: is100 ? 100 : 50, isNight: minute < rule.nightEndMinute || minute >= rule.nightStartMinute };
}

function minuteByMinute(date: string, start: number, minutes: number, rules: OvertimeRules) {
	const sums = { minutes50: 0, minutes100: 0, minutesNight: 0 };
	const begin = msOf(date) + start * 60_000;
	for (let n = 0; n < minutes; n++) {
		const { rate, isNight } = minuteAt(begin + n * 60_000, rules);
		if (rate === 100) sums.minutes100++;
		else sums.minutes50++;
		if (isNight) sums.minutesNight++;
	}
	return sums;
}

/**
 * Splits the minutes of an extra without a start time. If all possible starts give the same split, returns this split,
 * otherwise only unclassified minutes.
 */
function anyStart(date: string, shift: string, minutes: number, rules: OvertimeRules) {
	const usual = { M: 6, D: 6, T: 14 }[shift];
	const staysInDay = usual !== undefined && usual * 60 + minutes <= 1440;
	const last = staysInDay ? 1440 - minutes : 1439;
	/** `until[n]` is the number of minutes at 100 % among the first n minutes of the day. */
	const until = [0];
	const midnight = msOf(date);
	for (let n = 0; n < last + minutes; n++) {
		until.push((until[n] ?? 0) + (minuteAt(midnight + n * 60_000, rules).rate === 100 ? 1 : 0));
	}
	const found = new Set<number>();
	for (let start = 0; start <= last; start++) found.add((until[start + minutes] ?? 0) - (until[start] ?? 0));
	const [minutes100 = 0] = found;
	if (found.size > 1)
		return { minutes50: 0, minutes100: 0, minutesUnclassified: minutes, minutesNight: null };
	return { minutes50: minutes - minutes100, minutes100, minutesUnclassified: 0, minutesNight: null };
}

/** Hours and rates, such as "7,25 h al 50 %". */
function amounts(split: { minutes50: number; minutes100: number; minutesUnclassified: number }): string {
	const hours = (minutes: number) => {
		if (minutes % 15 === 0) return String(minutes / 60).replace(".", ",");
		return `${Math.trunc(minutes / 60)}:${`0${minutes % 60}`.slice(-2)}`;
	};
	return [
		...(split.minutes50 ? [`${hours(split.minutes50)} h al 50 %`] : []),
		...(split.minutes100 ? [`${hours(split.minutes100)} h al 100 %`] : []),
		...(split.minutesUnclassified ? [`${hours(split.minutesUnclassified)} h sin clasificar`] : []),
	].join(" y ");
}

describe.each(Object.entries(tables))("by %s", (_name, rules) => {
	const random = new Random(2026);
	const anyExtra = () => ({
		date: dateOf(msOf("2025-12-20") + random.below(390) * DAY_MS),
		minutes: (1 + random.below(64)) * 15,
		shift: random.pick(LETTERS),
	});

	/** Compares the split and the beginning of its reason; returns what is wrong. */
	const troubleOf = (extra: Parameters<typeof splitByLaw>[0], expected: Record<string, number | null>) => {
		const split = splitByLaw(extra, holidaysOn, rules);
		const wrong = Object.entries(expected).filter(([name, minutes]) => Reflect.get(split, name) !== minutes);
		const reason = evened(ruleReason(paidExtra(extra), lawTerms(holidaysOn, rules)));
		const isSame = wrong.length === 0 && Object.keys(split).length === Object.keys(expected).length;
		return isSame && reason.startsWith(amounts(split)) ? [] : [{ extra, split, expected, reason }];
	};

	test("1,500 extras with a start time", () => {
		const wrong = Array.from({ length: 1500 }, () => {
			const extra = { ...anyExtra(), startMinute: random.below(1440) };
			const sums = minuteByMinute(extra.date, extra.startMinute, extra.minutes, rules);
			return troubleOf(extra, { ...sums, minutesUnclassified: 0 });
		});
		expect(wrong.flat()).toEqual([]);
	});

	test("300 extras without a start time", () => {
		let unclassified = 0;
		const wrong = Array.from({ length: 300 }, () => {
			const extra = { ...anyExtra(), startMinute: null };
			const expected = anyStart(extra.date, extra.shift, extra.minutes, rules);
			if (expected.minutesUnclassified > 0) unclassified++;
			return troubleOf(extra, expected);
		});
		expect(wrong.flat()).toEqual([]);
		expect(unclassified).toBeGreaterThan(30);
		expect(unclassified).toBeLessThan(270);
	});

	test("each diagram proposes a start for its letters, and none for others", () => {
		for (const diagram of diagrams) {
			for (const shift of LETTERS) {
				const extra = { ...anyExtra(), shift };
				const hours = Object.entries(diagram.hours).find(([letter]) => letter === shift)?.[1];
				const start = startOf(extra, diagram);
				const clock = hours?.[0].split(":").map(Number);
				const expected = clock ? (clock[0] ?? 0) * 60 + (clock[1] ?? 0) : null;
				expect(start, `${diagram.id} ${shift}`).toEqual({
					startMinute: expected,
					isStartProposed: expected !== null,
				});
				if (expected === null) continue;
				expect(splitByLaw({ ...extra, ...start }, holidaysOn, rules)).toEqual({
					...minuteByMinute(extra.date, expected, extra.minutes, rules),
					minutesUnclassified: 0,
				});
				expect(startOf(extra, undefined)).toEqual({ startMinute: null, isStartProposed: false });
			}
		}
	});
});

test("a night without a start time is never split wrongly; judged by its first day alone it would be wrong on 67 days of 2026", () => {
	let wrong = 0;
	for (let ms = msOf("2026-01-01"); ms < msOf("2027-01-01"); ms += DAY_MS) {
		const [date, minutes] = [dateOf(ms), 480];
		const night = { date, minutes, shift: "N" };
		const { minutes100 } = minuteByMinute(date, 22 * 60, minutes, overtimeRules);
		const unknown = splitByLaw({ ...night, startMinute: null }, holidaysOn);
		if (unknown.minutesUnclassified === 0) expect(unknown.minutes100, date).toBe(minutes100);
		const firstDay = kinds.get(date)?.includes("feriado") || new Date(ms).getUTCDay() === 0 ? minutes : 0;
		if (new Date(ms).getUTCDay() !== 6 && firstDay !== minutes100) wrong++;
		const diagram = diagrams.find(({ id }) => id === "3turnos");
		const proposed = splitByLaw({ ...night, ...startOf(night, diagram) }, holidaysOn);
		expect(proposed.minutes100, date).toBe(minutes100);
	}
	expect(wrong).toBe(67);
});
