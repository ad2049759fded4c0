/** Sizes of the bars in a year's chart. */
import type { Totals } from "~/features/extras/list/extra-sums.server";
import { FOR_DAY_OFF, UNCLASSIFIED } from "~/features/law/premiums";
import { formatPercent } from "~/lib/no-break";
import { datePartsOf, EARLIEST } from "~/lib/time/civil-date";

/** Totals of one month's entries; `month` from 1 to 12. */
export interface MonthHours extends Totals {
	month: number;
}

/** Kind of night hours; all other kinds are keys of `Premiums`. */
export const NIGHT = "night";

/** The kinds of hours of a month or a year, in order: 50 % and 100 % in any case. */
export function hourKinds({ premiums }: Totals): { id: string; name: string }[] {
	const keys = Object.keys({ 50: 0, 100: 0, ...premiums });
	return [...keys, NIGHT].map((id) => ({ id, name: kindName(id) }));
}

function kindName(id: string): string {
	if (id === NIGHT) return "Noche";
	if (id === UNCLASSIFIED) return "Sin cla\u00ADsificar";
	return id === FOR_DAY_OFF ? "Con franco" : formatPercent(id);
}

export function minutesOf({ premiums, minutesNight }: Totals, kind: string): number {
	return kind === NIGHT ? minutesNight : (premiums[kind] ?? 0);
}

export const picture = { width: 320, height: 200, left: 42, top: 12, bottom: 178 } as const;

const MONTH_WIDTH = (picture.width - picture.left) / 12;
const TOTAL_BAR_WIDTH = 13;
const NIGHT_BAR_WIDTH = 6;

/** Hours at the top of the scale: the highest month rounded up to a multiple of ten, at least ten. */
export function topHours(months: readonly MonthHours[]): number {
	const longest = Math.max(...months.map(({ minutes }) => minutes));
	return Math.max(10, Math.ceil(longest / 60 / 10) * 10);
}

/** Returns the y coordinate of a number of hours. `top` is the number of hours at the top of the scale. */
export function heightAt(hours: number, top: number): number {
	return round(picture.bottom - (hours / top) * (picture.bottom - picture.top));
}

/** The x coordinate of the centre of a month's bars. */
export function centreOf(month: number): number {
	return round(picture.left + (month - 0.5) * MONTH_WIDTH);
}

/** A month's bars: hours by premium stacked on each other, and a narrower bar for the night hours beside the stack. */
export function barsOf(month: MonthHours, top: number) {
	const left = centreOf(month.month) - (TOTAL_BAR_WIDTH + NIGHT_BAR_WIDTH) / 2;
	let below = 0;
	// The night is the last, so that nothing stands on it.
	const bars = hourKinds(month).map(({ id }) => {
		const minutes = minutesOf(month, id);
		const isNight = id === NIGHT;
		const from = isNight ? 0 : below;
		below += minutes;
		const y = heightAt((from + minutes) / 60, top);
		return {
			kind: id,
			x: round(isNight ? left + TOTAL_BAR_WIDTH : left),
			y,
			width: isNight ? NIGHT_BAR_WIDTH : TOTAL_BAR_WIDTH,
			height: round(heightAt(from / 60, top) - y),
		};
	});
	return bars.filter(({ height }) => height > 0);
}

/** Rounds a coordinate to one decimal, which makes the page smaller. */
function round(position: number): number {
	return Math.round(position * 10) / 10;
}

/** The first year for which users can enter overtime. */
export const FIRST_YEAR = datePartsOf(EARLIEST).year;

/**
 * Parses the year in a query string; the current year by default.
 * @returns undefined for an invalid year, or a year that entries cannot have
 */
export function parseYear(text: string | null, currentYear: number): number | undefined {
	if (text === null) return currentYear;
	const year = /^\d{4}$/.test(text) ? Number(text) : 0;
	return year >= FIRST_YEAR && year <= currentYear + 1 ? year : undefined;
}
