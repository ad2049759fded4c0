import type { SerializeFrom } from "@remix-run/node";
import { countedDoubtLines, type Doubt, plannedLines } from "~/features/law/doubts";
import { nightHours, nightLeftOut } from "~/features/law/overtime-rules";
import { type Premiums, premiumName } from "~/features/law/premiums";
import { formatHours, inHours } from "~/lib/time/minutes";
import type { Totals } from "./extra-sums.server";
import type { ExtrasFilter } from "./filter";

/** Texts with the totals of a pay period or of the filtered entries. */
export type PeriodSums = SerializeFrom<typeof periodSums>;

/** Whether a doubt is what one has to look at, or only what is usual. */
type DoubtLevel = "loud" | "quiet";

/**
 * Formats the totals of overtime entries.
 * @param days date range of the totals. The texts name the legal night hours, which depend on the date
 */
export function periodSums(name: string, totals: Totals, days: ExtrasFilter) {
	const { count, minutes, premiums, minutesNight, withoutStart, planned, doubts } = totals;
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
			...plannedLines(planned),
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
