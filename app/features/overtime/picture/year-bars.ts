/** Sizes of the bars in a year's chart. */

/** Minutes of one month's entries; `month` from 1 to 12. */
export interface MonthHours {
	month: number;
	minutes50: number;
	minutes100: number;
	minutesUnclassified: number;
	minutesNight: number;
}

/** The kinds of hours. The first three add up to the total; night hours are part of the total. */
export const hourKinds = [
	{ id: "rate50", name: "50 %", minutesOf: (month: MonthHours) => month.minutes50 },
	{ id: "rate100", name: "100 %", minutesOf: (month: MonthHours) => month.minutes100 },
	{
		id: "unclassified",
		name: "Sin cla\u00ADsificar",
		minutesOf: (month: MonthHours) => month.minutesUnclassified,
	},
	{ id: "night", name: "Noche", minutesOf: (month: MonthHours) => month.minutesNight },
] as const;

export type HourKind = (typeof hourKinds)[number]["id"];

export interface Bar {
	kind: HourKind;
	x: number;
	y: number;
	width: number;
	height: number;
}

export const picture = { width: 320, height: 200, left: 42, top: 12, bottom: 178 } as const;

const MONTH_WIDTH = (picture.width - picture.left) / 12;
const TOTAL_BAR_WIDTH = 13;
const NIGHT_BAR_WIDTH = 6;

export function totalMinutes({ minutes50, minutes100, minutesUnclassified }: MonthHours): number {
	return minutes50 + minutes100 + minutesUnclassified;
}

/** Hours at the top of the scale: the highest month rounded up to a multiple of ten, at least ten. */
export function topHours(months: readonly MonthHours[]): number {
	const longest = Math.max(...months.map((month) => Math.max(totalMinutes(month), month.minutesNight)));
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
export function barsOf(month: MonthHours, top: number): Bar[] {
	const left = centreOf(month.month) - (TOTAL_BAR_WIDTH + NIGHT_BAR_WIDTH) / 2;
	let below = 0;
	const bars = hourKinds.map(({ id, minutesOf }) => {
		const minutes = minutesOf(month);
		const isNight = id === "night";
		const from = isNight ? 0 : below;
		if (!isNight) below += minutes;
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
