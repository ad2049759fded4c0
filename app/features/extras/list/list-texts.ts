import type { SerializeFrom } from "@remix-run/node";
import { estimateLine, type ShownEstimate } from "~/features/agreement/estimate-text";
import type { Extra } from "~/features/extras/rows/extras.server";
import { compensationNames } from "~/features/law/compensation";
import { countedDoubtLines, type Doubt } from "~/features/law/doubts";
import { includedLines } from "~/features/law/included";
import type { Mistake } from "~/features/law/mistakes";
import { nightHours, nightLeftOut } from "~/features/law/overtime-rules";
import { type Premiums, premiumName, premiumTexts, UNCLASSIFIED } from "~/features/law/premiums";
import { unsaidDoubts } from "~/features/law/reason";
import { BY_DIAGRAM } from "~/features/law/rest";
import { formatClock, formatHours, inHours } from "~/lib/time/minutes";
import type { Totals } from "./extra-sums.server";
import type { ExtrasFilter } from "./filter";

export type ExtraRow = SerializeFrom<typeof toExtraRow>;

/**
 * Writes the texts of an entry in the list. The server writes them, so that the browser gets no other data of the entry. What differs
 * from row to row stands first, so that the page's data compress well.
 */
export function toExtraRow(extra: Extra, mistakes: readonly Mistake[] = [], estimate?: ShownEstimate) {
	const { idFile, date, shift, minutes, startMinute, compensation, reason, needsReview } = extra;
	const start =
		startMinute === null ? "" : `, de ${formatClock(startMinute)} a ${formatClock(startMinute + minutes)}`;
	const isWithoutStart = !needsReview && extra.premiums[UNCLASSIFIED] !== undefined && startMinute === null;
	return {
		idFile,
		comment: extra.comment ?? undefined,
		date,
		shift,
		hours: inHours(minutes),
		/** A line each: "al 50 %", or "3 al 50 %", "1,5 al 100 %", "franco"; without "pago". */
		pay: payOf(extra),
		doubt: doubtLevel(extra.doubts),
		/** Words that mark a row to be reviewed or with a mistake. */
		mark: needsReview ? "revisar" : mistakes[0]?.mark,
		times: `${start}${extra.isStartProposed ? `, ${BY_DIAGRAM}` : ""}`,
		/** What follows date, shift and hours when the user opens the row. */
		text: linesOf([
			compensation ? ` · ${compensationNames[compensation]}` : "",
			reason,
			isWithoutStart && "Poné la hora de entrada y la clasificamos.",
			...unsaidDoubts(extra),
			estimate !== undefined && estimateLine(estimate),
		]),
		/** What the worker can correct. */
		mistakes: mistakes.map(({ text }) => text).join(" ") || undefined,
	};
}

function payOf({ premiums, compensation }: Extra): string {
	const keys = Object.keys(premiums);
	const parts = keys.length === 1 ? keys.map((key) => premiumName(key)) : premiumTexts(premiums, formatHours);
	return linesOf([...parts, compensation !== null && compensation !== "pago" && compensation]);
}

/** Joins lines that are not false. */
function linesOf(lines: readonly (string | false)[]): string {
	return lines.filter((line) => line !== false).join("\n");
}

/** Texts with the totals of a pay period or of the filtered entries. */
export type PeriodSums = SerializeFrom<typeof periodSums>;

/** Whether a doubt is what one has to look at, or only what is usual. */
type DoubtLevel = "loud" | "quiet";

/**
 * Formats the totals of overtime entries.
 * @param days date range of the totals. The texts name the legal night hours, which depend on the date
 */
export function periodSums(name: string, totals: Totals, days: ExtrasFilter) {
	const { count, minutes, premiums, minutesNight, withoutStart, doubts } = totals;
	return {
		name,
		hours: inHours(minutes),
		parts: paidParts(premiums),
		doubt: doubtLevel(Object.keys(doubts)),
		night: minutesNight > 0 ? `${formatHours(minutesNight)} de noche` : undefined,
		/** Less common totals, one per line. */
		more: [
			`Extras: ${count}`,
			`De noche (${nightHours(days)}): ${inHours(minutesNight)}${nightLeftOut(withoutStart)}`,
			...includedLines(totals),
			...countedDoubtLines(doubts),
		].join("\n"),
	};
}

/** Hours with each premium, such as "14 al 50 %". */
function paidParts(premiums: Premiums) {
	return Object.entries(premiums).map(([key, minutes]) => ({
		text: `${formatHours(minutes)} ${premiumName(key)}`,
		minutes,
		/** The colour of the part: below 100 %, from 100 % on; undefined without a percentage. */
		paid: Number(key) < 100 ? "low" : Number(key) >= 100 ? "high" : undefined,
	}));
}

/** Doubts that many entries have, and that rarely change what is paid. */
const usual: readonly string[] = [
	"own-split",
	"proposed-start",
	"night-unknown",
	"no-compensation",
] satisfies Doubt[];

/** Returns how a doubt about hours is marked; undefined without doubts. */
export function doubtLevel(doubts: readonly string[]): DoubtLevel | undefined {
	if (doubts.length === 0) return undefined;
	return doubts.every((doubt) => usual.includes(doubt)) ? "quiet" : "loud";
}
