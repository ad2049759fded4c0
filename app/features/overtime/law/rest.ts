/**
 * Rest time between an overtime entry and the worker's other work: shifts of the diagram and other overtime
 * entries.
 */
import type { ShiftTime } from "~/features/shift/rotation";
import { type CivilDate, dateOfDayNumber, dayNumber } from "~/lib/time/civil-date";

export const DAY_MINUTES = 24 * 60;
/**
 * LCT (employment contract act) art. 197: minimum rest time between the end of a working day and the start of the
 * next.
 */
export const REST_MINUTES = 12 * 60;
/** Number of days before and after an overtime entry on which other work counts for the entry's rest time. */
const DAYS_AROUND = 3;

/** The time of a shift or an overtime entry, in minutes since 1 January 1970 on the factory's clock. */
export interface Work {
	startMinute: number;
	endMinute: number;
	/** Name of the shift or the overtime entry in notes about rest time: "tu turno M" or "otra extra". */
	name: string;
	/** Whether the work is an overtime entry; otherwise it is a shift. */
	isExtra: boolean;
	/** Whether the start time was proposed from the shift diagram, because the worker typed no start time. */
	isProposed: boolean;
	/** Whether the work is a shift of a diagram whose anchor date no server operator has confirmed. */
	isUnconfirmed: boolean;
}

/** The time at which an overtime entry was worked. */
export interface WorkTime {
	date: CivilDate;
	/** Start time in minutes since midnight. */
	startMinute: number;
	minutes: number;
	isStartProposed: 0 | 1;
}

/** Uninterrupted work: shifts and overtime entries that touch or overlap, ordered by start time. */
export interface Block {
	startMinute: number;
	endMinute: number;
	works: Work[];
}

/** The rest time before and after an overtime entry. */
export interface Rest {
	/** The uninterrupted work that contains the overtime entry. */
	block: Block;
	/** Shifts and other entries that overlap the overtime entry. */
	overlaps: Work[];
	/**
	 * Minutes of rest after the previous work (`before`) or until the next work (`after`); undefined when there is no
	 * work nearby.
	 */
	before?: { minutes: number; work: Work };
	after?: { minutes: number; work: Work };
}

/** The given dates of overtime entries, and all dates on which other work can affect the entries' rest times. */
export function daysAround(dates: readonly CivilDate[]): CivilDate[] {
	const numbers = new Set<number>();
	for (const date of new Set(dates)) {
		const number = dayNumber(date);
		for (let day = number - DAYS_AROUND; day <= number + DAYS_AROUND; day++) numbers.add(day);
	}
	return [...numbers].sort((one, other) => one - other).map(dateOfDayNumber);
}

/**
 * The worker's shifts that start on the given days.
 * @param isUnconfirmedOn whether no server operator has confirmed the diagram that the worker had on a day
 */
export function shiftsOn(
	dates: readonly CivilDate[],
	timeOn: (date: CivilDate) => ShiftTime | undefined,
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

/** The time of an overtime entry. */
export function workOf({ date, startMinute, minutes, isStartProposed }: WorkTime): Work {
	const start = minuteOf(date) + startMinute;
	return {
		startMinute: start,
		endMinute: start + minutes,
		name: "otra extra",
		isExtra: true,
		isProposed: isStartProposed === 1,
		isUnconfirmed: false,
	};
}

/** The first minute of a date, in minutes since 1 January 1970 on the factory's clock. */
export function minuteOf(date: CivilDate): number {
	return dayNumber(date) * DAY_MINUTES;
}

/** Joins shifts and overtime entries that touch or overlap into blocks of uninterrupted work, earliest first. */
export function blocksOf(works: readonly Work[]): Block[] {
	const blocks: Block[] = [];
	for (const work of works.toSorted((one, other) => one.startMinute - other.startMinute)) {
		const last = blocks.at(-1);
		if (!last || work.startMinute > last.endMinute)
			blocks.push({ startMinute: work.startMinute, endMinute: work.endMinute, works: [work] });
		else {
			last.endMinute = Math.max(last.endMinute, work.endMinute);
			last.works.push(work);
		}
	}
	return blocks;
}

/**
 * The rest time before and after `work`, a shift or an overtime entry; undefined when no block of uninterrupted
 * work contains `work`.
 */
export function restOf(work: Work, blocks: readonly Block[]): Rest | undefined {
	const index = blocks.findIndex(({ works }) => works.includes(work));
	const block = blocks[index];
	if (!block) return undefined;
	const [before, after] = [blocks[index - 1], blocks[index + 1]];
	const lastBefore = before?.works.find(({ endMinute }) => endMinute === before.endMinute);
	const firstAfter = after?.works[0];
	return {
		block,
		overlaps: block.works.filter(
			(other) => other !== work && other.startMinute < work.endMinute && work.startMinute < other.endMinute,
		),
		before: lastBefore && { minutes: block.startMinute - lastBefore.endMinute, work: lastBefore },
		after: firstAfter && { minutes: firstAfter.startMinute - block.endMinute, work: firstAfter },
	};
}
