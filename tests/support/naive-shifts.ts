/**
 * Computes shift calendars with plain lists. Tests compare the result with the application's, so this file uses none
 * of the application's code.
 */

const DAY_MINUTES = 1440;
const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Dates by day number. Day 0 is Monday, 1 January 2024, so the number % 7 is the weekday (0 is Monday). */
export const days: readonly string[] = [2024, 2025, 2026, 2027, 2028, 2029, 2030].flatMap((year) =>
	MONTH_DAYS.flatMap((length, month) => {
		const hasLeapDay = month === 1 && year % 4 === 0;
		return Array.from({ length: hasLeapDay ? 29 : length }, (_, day) =>
			[year, String(month + 1).padStart(2, "0"), String(day + 1).padStart(2, "0")].join("-"),
		);
	}),
);

export interface NaiveDiagram {
	cycle: string;
	crews: number;
	offset: number;
	hours: Readonly<Record<string, readonly string[] | undefined>>;
}

/** A shift in minutes since the beginning of 2024. */
export interface NaiveShift {
	/** Index in `days` of the date on which the shift starts. */
	day: number;
	letter: string;
	from: number;
	to: number;
}

/** Shift letter of each day, for a worker who is at day `position` of the cycle on 1 January 2024. */
export function naiveLetters({ cycle }: NaiveDiagram, position: number): string {
	return cycle.repeat(Math.ceil(days.length / cycle.length) + 1).slice(position, position + days.length);
}

/** The shifts in order, from the shift letter of each day. Letters of free days give no shift. */
export function naiveShifts({ hours }: NaiveDiagram, letters: string): NaiveShift[] {
	const minutesByLetter = new Map(
		Object.entries(hours).map(([letter, times = []]) => [letter, times.map(minutesOf)] as const),
	);
	return [...letters].flatMap((letter, day) => {
		const [start, end] = minutesByLetter.get(letter) ?? [];
		if (start === undefined || end === undefined) return [];
		const from = day * DAY_MINUTES + start;
		return { day, letter, from, to: from + ((end - start + DAY_MINUTES) % DAY_MINUTES) };
	});
}

/** Day of the cycle (from 0) that a crew (0 is A) has on 1 January 2024, if crew A begins the cycle on that date. */
export function naiveCrewPosition({ cycle, offset }: NaiveDiagram, crew: number): number {
	return (cycle.length - crew * offset) % cycle.length;
}

function minutesOf(time: string): number {
	const [hour = 0, minute = 0] = time.split(":").map(Number);
	return hour * 60 + minute;
}
