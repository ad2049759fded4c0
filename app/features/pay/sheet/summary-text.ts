import type { Totals } from "~/features/extras/list/extra-sums.server";
import type { ExtrasFilter } from "~/features/extras/list/filter";
import { compensationNames } from "~/features/law/compensation";
import type { DateRange } from "~/features/law/pay-period";
import { premiumName } from "~/features/law/premiums";
import { formatShortDate } from "~/lib/time/civil-date";
import { formatClock, formatHours, inHours } from "~/lib/time/minutes";
import { marksOf, rateSign, signsOf, startSign } from "./sheet-marks";
import { filterWords, formatDay, formatSums, type SheetExtra, type SheetPeriod } from "./sheet-rows";

/** Maximum length of the message with the sheet's entries. A month with two entries a day is shorter. */
export const MAX_SUMMARY_CHARACTERS = 5000;
/**
 * Number of lines above which a text is certainly too long for the message, because each line has at least 25
 * characters. Lines for further entries are not even written.
 */
const MAX_LINES = MAX_SUMMARY_CHARACTERS / 25;

interface Summary {
	days: DateRange;
	filter: ExtrasFilter;
	/** Name and plant number of the worker, if known. */
	who: string;
	periods: readonly SheetPeriod[];
	sums: Totals;
}

/**
 * Writes the sheet as the text of a message: one line per entry; if that is too long, one line per pay period; if that
 * is also too long, only the totals. Comments are left out.
 */
export function summaryText({ days, filter, who, periods, sums }: Summary): string {
	const extras = periods.flatMap((period) => period.extras);
	const [first, last] = [days.start, days.end].map(formatShortDate);
	const head = [`Horas extra del ${first} al ${last}${filterWords(filter)}`, who];
	const explanations = marksOf(sums.doubts).map(({ sign, explanation }) => `${sign} ${explanation}`);
	const periodLines = periods.map(
		(period) =>
			`Del ${formatShortDate(period.start)} al ${formatShortDate(period.end)}: ${formatSums(period.sums)}`,
	);
	const total = `Total: ${formatSums(sums)}`;
	const markedLines = periods.map((period, index) => `${periodLines[index]}${signsOf(period.sums.doubts)}`);
	const markedTotal = total + signsOf(sums.doubts);
	const lines = extras.slice(0, MAX_LINES + 1).map(extraLine);
	const texts = [
		[...head, ...lines, ...(periods.length > 1 ? markedLines : []), markedTotal, ...explanations],
		[...head, ...markedLines, markedTotal, ...explanations],
		[...head, markedTotal, ...explanations],
	].map((lines) => lines.filter((line) => line !== "").join("\n"));
	return texts.find(({ length }) => length <= MAX_SUMMARY_CHARACTERS) ?? "";
}

/** Returns a line such as "lun 02/11/2026, N, 22:00 a 06:00 *: 8 h (6 al 50 %, 2 al 100 %), Pago". */
function extraLine(extra: SheetExtra): string {
	const { date, shift, startMinute, minutes, premiums, compensation } = extra;
	const times =
		startMinute === null ? "" : `, ${formatClock(startMinute)} a ${formatClock(startMinute + minutes)}`;
	const proposed = startSign(extra) && ` ${startSign(extra)}`;
	const sign = rateSign(extra);
	const rates = Object.entries(premiums).map(
		([key, minutesAt]) => `${formatHours(minutesAt)} ${premiumName(key)}`,
	);
	const paid = compensation ? `, ${compensationNames[compensation]}` : "";
	const hours = `${inHours(minutes)} (${rates.join(", ")})${sign && ` ${sign}`}`;
	return `${formatDay(date)}, ${shift}${times}${proposed}: ${hours}${paid}`;
}
