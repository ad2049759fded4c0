import { setImmediate } from "node:timers/promises";
import { estimateGroups } from "~/features/agreement/estimates.server";
import type { User } from "~/features/auth/users.server";
import { sumExtras, type Totals } from "~/features/extras/list/extra-sums.server";
import { listOldestExtras, MAX_ON_SHEET } from "~/features/extras/list/extras-list.server";
import type { ExtrasFilter } from "~/features/extras/list/filter";
import { refreshPay } from "~/features/extras/rows/stale-pay.server";
import { compensationNames } from "~/features/law/compensation";
import { includedLines } from "~/features/law/included";
import type { DateRange } from "~/features/law/pay-period";
import { premiumTexts } from "~/features/law/premiums";
import { readYearHours } from "~/features/pay/picture/year-hours.server";
import { findPeriodOn } from "~/features/pay/slips/slips.server";
import { placeholders } from "~/lib/explained";
import { type CivilDate, datePartsOf, formatShortDate } from "~/lib/time/civil-date";
import { formatClock, formatHours, inHours } from "~/lib/time/minutes";
import { plantClock } from "~/lib/time/plant-clock.server";
import {
	filterWords,
	formatDay,
	formatSums,
	marksOf,
	periodsOf,
	rateSign,
	type SheetExtra,
	type SheetPeriod,
	startSign,
	sumRows,
	toPrinted,
} from "./sheet-rows";

/** Reads the sheet for a filter: entries by pay period, oldest first, and their sums. */
export async function readSheet(user: User, filter: ExtrasFilter, hasPicture: boolean) {
	const { id: userId, plantNumber, realName } = user;
	await refreshPay(userId);
	const periodOf = await findPeriodOn(user);
	const found = await listOldestExtras(userId, filter, MAX_ON_SHEET + 1);
	// A sheet that cannot show all ends with a whole day, if it has one, so that its sums are those of its days.
	const cutOn = found[MAX_ON_SHEET]?.date;
	const whole = found.filter(({ date }) => cutOn === undefined || date < cutOn);
	const extras = whole.length > 0 ? whole : found.slice(0, MAX_ON_SHEET);
	const matching = cutOn === undefined ? extras.length : (await sumExtras(userId, filter)).count;
	const now = plantClock();
	const days = daysOf(extras, filter, cutOn !== undefined);
	const periods = days ? periodsOf(extras, periodOf, days, now) : [];
	const sums = sumRows(extras, now);
	const estimates = await estimateGroups(
		userId,
		periods.map((period) => period.extras),
		(each) => listOldestExtras(userId, each, MAX_ON_SHEET),
	);
	const year = hasPicture && days ? datePartsOf(days.end).year : null;
	// Lets other requests run before up to 1000 rows are rendered.
	await setImmediate();
	const name = realName === placeholders.realName ? null : realName || null;
	const who = [name, plantNumber && `legajo ${plantNumber}`].filter(Boolean).join(", ");
	return {
		periods: periods.map((period) => ({ ...period, extras: period.extras.map(toPrinted) })),
		sums,
		estimates,
		/** If they are too many for the sheet, it shows only the oldest. */
		matching,
		days,
		/** If the profile has no name, the sheet leaves space to write it. */
		name,
		plantNumber,
		summary: days ? summaryText({ days, filter, who, periods, sums }) : "",
		picture: year === null ? null : await readYearHours(userId, year),
		today: now.today,
	};
}

/**
 * First and last day of the sheet: the filter's dates, or else those of the entries; null if one of the days is missing.
 * @param isCut whether the sheet cannot show all entries, so that it ends on the day of its last entry
 */
function daysOf(extras: readonly { date: CivilDate }[], { start, end }: ExtrasFilter, isCut: boolean) {
	const first = start ?? extras[0]?.date;
	const last = (isCut ? undefined : end) ?? extras.at(-1)?.date;
	return first && last ? { start: first, end: last } : null;
}

/** Maximum length of the message with the sheet's entries. A month with two entries a day is shorter. */
export const MAX_SUMMARY_CHARACTERS = 5000;

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
	const [first, last] = [days.start, days.end].map(formatShortDate);
	const head = [`Horas extra del ${first} al ${last}${filterWords(filter)}`, who];
	const marks = marksOf(sums.doubts).map(({ sign, explanation }) => `${sign} ${explanation}`);
	const explanations = [...marks, ...includedLines(sums)];
	const periodLines = periods.map(
		(period) =>
			`Del ${formatShortDate(period.start)} al ${formatShortDate(period.end)}: ${formatSums(period.sums)}`,
	);
	const total = `Total: ${formatSums(sums)}`;
	const lines = periods.flatMap((period) => period.extras.map(extraLine));
	const texts = [
		[...head, ...lines, ...(periods.length > 1 ? periodLines : []), total, ...explanations],
		[...head, ...periodLines, total, ...explanations],
		[...head, total, ...explanations],
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
	const rates = premiumTexts(premiums, formatHours);
	const paid = compensation ? `, ${compensationNames[compensation]}` : "";
	const hours = `${inHours(minutes)} (${rates.join(", ")})${sign && ` ${sign}`}`;
	return `${formatDay(date)}, ${shift}${times}${proposed}: ${hours}${paid}`;
}
