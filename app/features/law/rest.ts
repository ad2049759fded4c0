/** Overtime entries beside other work: shifts and other entries. */
import { type CivilDate, dateOfDayNumber, dayNumber } from "~/lib/time/civil-date";
import { formatClock } from "~/lib/time/minutes";
import { DAY_MINUTES } from "~/lib/units/durations";
import type { PaidExtra } from "./paid-parts";

/** Source of a start time or a shift that the worker did not type. */
export const BY_DIAGRAM = "según tu diagrama";

/** LCT (employment contract act) art. 197: minimum rest between two working days. */
export const REST_MINUTES = 12 * 60;
/** The most normal hours of rotating crews, without overtime, in one week and in three weeks. */
export const CREW_LIMITS = { weekHours: 56, threeWeeksHours: 144, source: "Decreto 16.115/33" } as const;
/** Number of days before and after an entry from which other work is read. */
const DAYS_AROUND = 3;

/** A shift or an overtime entry, in minutes since 1 January 1970 on the factory's clock. */
export interface Work {
	startMinute: number;
	endMinute: number;
	/** Name in notes: "tu turno M" or "otra extra". */
	name: string;
	/** Whether the work is an overtime entry; otherwise it is a shift. */
	isExtra: boolean;
	/** Whether the shift diagram proposed the start time. */
	isProposed: boolean;
	/** Whether the work is a shift of which it is uncertain that the worker has it (see `WorkDay`). */
	isUnconfirmed: boolean;
}

export type WorkTime = Pick<PaidExtra, "date" | "minutes" | "isStartProposed"> & { startMinute: number };

/** Uninterrupted work: shifts and overtime entries that touch or overlap, ordered by start time. */
export interface Block {
	startMinute: number;
	endMinute: number;
	works: Work[];
}

/** Returns the given dates and the days around them, DAYS_AROUND before and after each date, without repetitions. */
export function daysAround(dates: readonly CivilDate[]): CivilDate[] {
	const days: number[] = [];
	for (const number of dates.map(dayNumber).sort((one, other) => one - other)) {
		const first = Math.max(number - DAYS_AROUND, (days[days.length - 1] ?? Number.NEGATIVE_INFINITY) + 1);
		for (let day = first; day <= number + DAYS_AROUND; day++) days.push(day);
	}
	return days.map(dateOfDayNumber);
}

/**
 * Returns the worker's shifts that start on the given days.
 * @param isUnconfirmedOn tells whether the worker's shift on a day is uncertain
 */
export function shiftsOn(
	dates: readonly CivilDate[],
	timeOn: (date: CivilDate) => { letter: string; startMinute: number; endMinute: number } | undefined,
	isUnconfirmedOn: (date: CivilDate) => boolean = () => false,
): Work[] {
	return dates.flatMap((date) => {
		const shift = timeOn(date);
		if (!shift) return [];
		const midnight = minuteOf(date);
		return [
			{
				startMinute: midnight + shift.startMinute,
				endMinute: midnight + shift.endMinute,
				name: `tu turno ${shift.letter}`,
				isExtra: false,
				isProposed: false,
				isUnconfirmed: isUnconfirmedOn(date),
			},
		];
	});
}

export function workOf({ date, startMinute, minutes, isStartProposed }: WorkTime): Work {
	const start = minuteOf(date) + startMinute;
	return {
		startMinute: start,
		endMinute: start + minutes,
		name: "otra extra",
		isExtra: true,
		isProposed: isStartProposed,
		isUnconfirmed: false,
	};
}

/** A date's first minute, in minutes since 1 January 1970 on the factory's clock. */
export function minuteOf(date: CivilDate): number {
	return dayNumber(date) * DAY_MINUTES;
}

/** The date on which a shift or an entry starts. */
export function dateOf({ startMinute }: Work): CivilDate {
	return dateOfDayNumber(Math.floor(startMinute / DAY_MINUTES));
}

/** Joins touching or overlapping work into blocks, earliest first. */
export function blocksOf(works: readonly Work[]): Block[] {
	const blocks: Block[] = [];
	for (const work of [...works].sort((one, other) => one.startMinute - other.startMinute)) {
		const last = blocks[blocks.length - 1];
		if (!last || work.startMinute > last.endMinute)
			blocks.push({ startMinute: work.startMinute, endMinute: work.endMinute, works: [work] });
		else {
			last.endMinute = Math.max(last.endMinute, work.endMinute);
			last.works.push(work);
		}
	}
	return blocks;
}

/** Returns the uninterrupted work that contains `work`, found in `blocks`, and other work that overlaps it. */
export function stretchOf(work: Work, blocks: readonly Block[]) {
	const block = blocks.find(({ works }) => works.includes(work)) ?? { ...work, works: [work] };
	const overlaps = block.works.filter(
		(other) => other !== work && other.startMinute < work.endMinute && work.startMinute < other.endMinute,
	);
	return { block, overlaps };
}

/** Formats the start and end of a shift or an entry: "22:00 a 06:00". */
export function clocksOf({ startMinute, endMinute }: Work): string {
	return [startMinute, endMinute].map(formatClock).join(" a ");
}

/** What is uncertain about when a shift or an entry is, after its clocks: ", según tu diagrama sin confirmar". */
export function sourceOf({ isProposed, isUnconfirmed }: Work): string {
	if (isProposed) return `, ${BY_DIAGRAM}`;
	return isUnconfirmed ? `, ${BY_DIAGRAM} sin confirmar` : "";
}
