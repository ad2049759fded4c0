import { estimateLine, type ShownEstimate } from "~/features/agreement/estimate-text";
import type { Extra } from "~/features/extras/rows/extras.server";
import { compensationNames } from "~/features/law/compensation";
import { doubtLines, doubtSign } from "~/features/law/doubts";
import type { Mistake } from "~/features/law/mistakes";
import { UNCLASSIFIED } from "~/features/law/premiums";
import { BY_DIAGRAM } from "~/features/law/rest";
import * as messages from "~/lib/messages";
import { formatShortDate } from "~/lib/time/civil-date";
import { formatClock, formatHours, inHours } from "~/lib/time/minutes";
import { linesOf, premiumsOf } from "./period-sums";

export interface ListedExtra extends Extra {
	/** Explanation of the overtime entry's pay. */
	reason: string;
}

/** Texts of an entry in the list. The server writes them, so that the browser gets no other data of the entry. */
export interface ExtraRow {
	idFile: string;
	date: string;
	shift: string;
	/** Pay as text: "8 h al 50", or "4,5 h · 3 al 50 · 1,5 al 100 · franco"; without "pago", which is usual. */
	pay: string;
	/** Words that mark a row to be reviewed ("revisar") or with a mistake. */
	mark?: "revisar" | Mistake["mark"];
	comment?: string;
	/** Lines that appear when the user opens the row, without the comment. */
	text: string;
	/** What the worker can correct; undefined if nothing. */
	mistakes?: string;
}

export function toExtraRow(
	extra: ListedExtra,
	mistakes: readonly Mistake[] = [],
	estimate?: ShownEstimate,
): ExtraRow {
	const { idFile, date, shift, minutes, startMinute, compensation, reason, needsReview } = extra;
	const start =
		startMinute === null ? "" : `, de ${formatClock(startMinute)} a ${formatClock(startMinute + minutes)}`;
	const isWithoutStart = !needsReview && extra.premiums[UNCLASSIFIED] !== undefined && startMinute === null;
	return {
		idFile,
		date,
		shift,
		pay: payOf(extra),
		mark: needsReview ? "revisar" : mistakes[0]?.mark,
		comment: extra.comment ?? undefined,
		text: linesOf([
			`${messages.doneOn} ${formatShortDate(date)}`,
			`${messages.shiftOf} ${shift}${start}${extra.isStartProposed ? `, ${BY_DIAGRAM}` : ""}`,
			`${messages.hoursAmount}: ${formatHours(minutes)}\u00A0hs.${compensation ? ` · ${compensationNames[compensation]}` : ""}`,
			reason,
			isWithoutStart && "Poné la hora de entrada y la clasificamos.",
			...doubtLines(extra.doubts),
			estimate !== undefined && estimateLine(estimate),
		]),
		mistakes: mistakes.map(({ text }) => text).join(" ") || undefined,
	};
}

function payOf({ minutes, premiums, compensation, doubts }: Extra): string {
	const hours = inHours(minutes);
	const [first, ...others] = premiumsOf(premiums);
	const isSingle = first && others.length === 0;
	const parts = isSingle
		? [`${hours} ${first.premium}`]
		: [hours, ...premiumsOf(premiums).map((part) => `${part.hours} ${part.premium}`)];
	return (
		[...parts, ...(compensation && compensation !== "pago" ? [compensation] : [])].join(" · ") +
		doubtSign(doubts)
	);
}
