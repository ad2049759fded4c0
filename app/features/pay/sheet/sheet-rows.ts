/** Groups the entries of the printable sheet of overtime by pay period, and adds them up. */
import type { Totals } from "~/features/extras/list/extra-sums.server";
import type { ExtrasFilter } from "~/features/extras/list/filter";
import type { Extra } from "~/features/extras/rows/extras.server";
import type { Compensation } from "~/features/law/compensation";
import {
	countDoubts,
	countedDoubtLines,
	DOUBT_SIGN,
	type Doubt,
	type DoubtCounts,
	doubtOrder,
} from "~/features/law/doubts";
import { nightLeftOut } from "~/features/law/overtime-rules";
import { byPeriod, type DateRange } from "~/features/law/pay-period";
import { addPremiums, premiumTexts } from "~/features/law/premiums";
import { minuteOf } from "~/features/law/rest";
import { counted } from "~/lib/counted";
import { type CivilDate, formatShortDate, type PlantClock, shortWeekday } from "~/lib/time/civil-date";
import { inHours } from "~/lib/time/minutes";

export type SheetExtra = ReturnType<typeof toPrinted>;

/** The fields that the sheet prints. */
export function toPrinted(extra: Extra) {
	const { idFile, createdAt, editedAt, hasOwnSplit, needsReview, reason, ...printed } = extra;
	return printed;
}

/** Entries of one pay period. `start` and `end` are limited to the days of the sheet. */
export interface SheetPeriod extends DateRange {
	extras: SheetExtra[];
	sums: Totals;
}

/**
 * Groups entries by pay period.
 * @param extras ordered by date
 * @param periodOf gives the pay period of a date
 * @param days the days of the sheet
 */
export function periodsOf<Row extends SheetExtra>(
	extras: readonly Row[],
	periodOf: (date: CivilDate) => DateRange,
	days: DateRange,
	now: PlantClock,
) {
	return byPeriod(extras, periodOf).map(({ start, end, extras }) => ({
		start: start < days.start ? days.start : start,
		end: end > days.end ? days.end : end,
		extras,
		sums: sumRows(extras, now),
	}));
}

export function sumRows(extras: readonly SheetExtra[], now: PlantClock): Totals {
	const isPlanned = ({ date, startMinute, minutes }: SheetExtra) =>
		startMinute === null
			? date > now.today
			: minuteOf(date) + startMinute + minutes > minuteOf(now.today) + now.minute;
	const sumOf = (minutesOf: (extra: SheetExtra) => number) =>
		extras.reduce((total, extra) => total + minutesOf(extra), 0);
	const entriesWith = (kind: Compensation) => {
		const own = extras.filter(({ compensation }) => compensation === kind);
		return { count: own.length, minutes: own.reduce((sum, { minutes }) => sum + minutes, 0) };
	};
	return {
		count: extras.length,
		minutes: sumOf(({ minutes }) => minutes),
		premiums: addPremiums(extras.map(({ premiums }) => premiums)),
		minutesNight: sumOf(({ minutesNight }) => minutesNight ?? 0),
		withoutStart: sumOf(({ startMinute }) => (startMinute === null ? 1 : 0)),
		planned: extras.filter(isPlanned).length,
		dayOff: entriesWith("franco"),
		bank: entriesWith("banco"),
		doubts: countDoubts(extras.map(({ doubts }) => doubts)),
	};
}

/** Formats a date as "lun 23/11/2026". */
export function formatDay(date: CivilDate): string {
	return `${shortWeekday(date)} ${formatShortDate(date)}`;
}

/** Describes the filter without its dates: ", turno N, solo las que no tienen hora de entrada". */
export function filterWords({ shift, review }: ExtrasFilter): string {
	const byShift = shift ? `, turno ${shift}` : "";
	return review ? `${byShift}, solo las que no tienen hora de entrada` : byShift;
}

/** Formats sums with their signs: "3 extras, 24 h: 16 h al 50 %, 8 h al 100 %, 7 h de noche (*, ?)". */
export function formatSums({ count, minutes, premiums, minutesNight, withoutStart, doubts }: Totals): string {
	const night = minutesNight > 0 ? [`${inHours(minutesNight)} de noche${nightLeftOut(withoutStart)}`] : [];
	const parts = [...premiumTexts(premiums), ...night];
	const total = `${counted(count, "extra")}, ${inHours(minutes)}`;
	return (parts.length > 0 ? `${total}: ${parts.join(", ")}` : total) + signsOf(doubts);
}

/** Sign beside a start time that the diagram proposed. */
const START_SIGN = "*";
/** Sign beside the hours that the worker typed. */
const OWN_SPLIT_SIGN = "**";

export function startSign({ isStartProposed }: Pick<SheetExtra, "isStartProposed">): string {
	return isStartProposed ? START_SIGN : "";
}

function signOf(doubt: Doubt): string {
	if (doubt === "proposed-start") return START_SIGN;
	return doubt === "own-split" ? OWN_SPLIT_SIGN : DOUBT_SIGN;
}

/** The signs beside an entry's hours by premium; "" if no doubt concerns them. */
export function rateSign({ doubts }: Pick<SheetExtra, "doubts">): string {
	const signs = new Set(doubts.map(signOf));
	signs.delete(START_SIGN);
	return [...signs].sort().join(" ");
}

/** Explains each doubt of the sheet, with its sign and the number of entries that it concerns. */
export function marksOf(counts: DoubtCounts) {
	return doubtOrder().flatMap((doubt) => {
		const explanations = countedDoubtLines({ [doubt]: counts[doubt] });
		return explanations.map((explanation) => ({ sign: signOf(doubt), explanation }));
	});
}

/** Returns the signs of sums, such as " (*, ?)"; "" without doubts. */
export function signsOf(counts: DoubtCounts): string {
	const signs = new Set(marksOf(counts).map(({ sign }) => sign));
	return signs.size > 0 ? ` (${[...signs].sort().join(", ")})` : "";
}
