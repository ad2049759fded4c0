/** What changes when two workers swap the shifts of one day: the shifts and the rest times. Plain data, no texts. */
import type { ShiftLetter } from "~/features/diagrams/cycle";
import { REST_MINUTES } from "~/features/overtime/law/rest";
import { isAbsence, type OwnDayKind, ownDayOn } from "~/features/shift/own-day";
import {
	DAY_MINUTES,
	letterOn,
	type Rotation,
	searchDays,
	shiftTimeOf,
	shiftTimeOn,
} from "~/features/shift/rotation";
import { addDays, type CivilDate } from "~/lib/time/civil-date";

/** The time between two shifts. */
export interface Rest {
	/** 0 when one shift begins as the other ends, negative when both overlap. */
	minutes: number;
	/** Whether the earlier shift ends after the beginning of the day on which the later one starts. */
	isOnOneDay: boolean;
}

/** One day of a worker, with the time since the previous shift and until the next one. */
export interface PlannedDay {
	letter: ShiftLetter;
	/** Rest before and after the shift; on a day off, the one rest around it. Missing in a cycle without other shifts. */
	rests: Rest[];
}

/** A worker's day by the shift calendar, and after the swap. */
export interface SwappedDay {
	planned: PlannedDay;
	swapped: PlannedDay;
}

/**
 * "exchange" when both work, "i-cover" or "they-cover" when one has the day off and works the shift of the other, who
 * gives no shift back on that day; "nothing" when both have the same.
 */
export type SwapKind = "exchange" | "i-cover" | "they-cover" | "nothing";

export interface Swap {
	date: CivilDate;
	kind: SwapKind;
	/** My absence on the date, such as vacation. */
	absence?: OwnDayKind;
	me: SwappedDay;
	other: SwappedDay;
}

/** What changes when two workers of one diagram swap what they do on a date. */
export function swapOn(me: Rotation, other: Rotation, date: CivilDate): Swap {
	const [mine, theirs] = [letterOn(me, date), letterOn(other, date)];
	const ownDay = ownDayOn(me.ownDays ?? [], date);
	return {
		date,
		kind: kindOf(mine, theirs),
		absence: isAbsence(ownDay) ? ownDay?.kind : undefined,
		me: { planned: dayWith(me, date, mine), swapped: dayWith(me, date, theirs) },
		other: { planned: dayWith(other, date, theirs), swapped: dayWith(other, date, mine) },
	};
}

/** The legal minimum between two working days, LCT (employment contract act) art. 197. */
export function isShort({ minutes }: Rest): boolean {
	return minutes < REST_MINUTES;
}

/**
 * The first dates from `from` on, at most `max`, on which a swap changes something and leaves both with 12 h of rest
 * before and after; never on days of my absence. None when there is no such date in a whole cycle, after which
 * everything repeats.
 */
export function nextGoodSwaps(me: Rotation, other: Rotation, from: CivilDate, max: number): Swap[] {
	const swaps: Swap[] = [];
	for (let ahead = 0; ahead < me.diagram.cycle.length && swaps.length < max; ahead++) {
		const swap = swapOn(me, other, addDays(from, ahead));
		const rests = [...swap.me.swapped.rests, ...swap.other.swapped.rests];
		const isProposed = swap.kind !== "nothing" && swap.absence === undefined;
		if (isProposed && !rests.some(isShort)) swaps.push(swap);
	}
	return swaps;
}

function kindOf(mine: ShiftLetter, theirs: ShiftLetter): SwapKind {
	if (mine === theirs) return "nothing";
	if (mine === "F") return "i-cover";
	return theirs === "F" ? "they-cover" : "exchange";
}

/** A worker's day with `letter` instead of the letter of the shift calendar. */
function dayWith(rotation: Rotation, date: CivilDate, letter: ShiftLetter): PlannedDay {
	const shift = shiftTimeOf(rotation.diagram, letter);
	const before = neighbourOf(rotation, date, -1);
	const after = neighbourOf(rotation, date, 1);
	if (!shift) return { letter, rests: restsBetween([before, after]) };
	const own = { start: shift.startMinute, end: shift.endMinute };
	return { letter, rests: [...restsBetween([before, own]), ...restsBetween([own, after])] };
}

/** A shift's time in minutes since the midnight at which the swapped day begins. */
interface Span {
	start: number;
	end: number;
}

/** The last shift before a date (`step` −1) or the first after it (`step` 1). */
function neighbourOf(rotation: Rotation, date: CivilDate, step: 1 | -1): Span | undefined {
	const maxDistance = searchDays(rotation, date);
	for (let distance = 1; distance <= maxDistance; distance++) {
		const days = step * distance;
		const shift = shiftTimeOn(rotation, addDays(date, days));
		if (shift) {
			const midnight = days * DAY_MINUTES;
			return { start: midnight + shift.startMinute, end: midnight + shift.endMinute };
		}
	}
	return undefined;
}

function restsBetween([earlier, later]: readonly [Span | undefined, Span | undefined]): Rest[] {
	if (!earlier || !later) return [];
	const laterDay = Math.floor(later.start / DAY_MINUTES) * DAY_MINUTES;
	return [{ minutes: later.start - earlier.end, isOnOneDay: earlier.end > laterDay }];
}
