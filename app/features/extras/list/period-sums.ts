import { countedDoubtLines, doubtSign } from "~/features/law/doubts";
import { nightHours } from "~/features/law/overtime-rules";
import { type Premiums, premiumName } from "~/features/law/premiums";
import { formatHours, inHours } from "~/lib/time/minutes";
import type { Totals } from "./extra-sums.server";
import type { ExtrasFilter } from "./filter";

/** Texts with the totals of a pay period or of the filtered entries. */
export interface PeriodSums {
	name: string;
	/** Sums as text: "24 h · 14 al 50 · 10 al 100". */
	sums: string;
	/** Less common totals, such as night hours, one per line. */
	more: string;
}

/**
 * Formats the totals of overtime entries.
 * @param days date range of the totals. The texts name the legal night hours, which depend on the date
 */
export function periodSums(name: string, totals: Totals, days: ExtrasFilter): PeriodSums {
	const { count, minutes, premiums, minutesNight, withoutStart, doubts } = totals;
	const parts = premiumsOf(premiums).map(({ hours, premium }) => `${hours} ${premium}`);
	const uncounted = withoutStart > 0 ? `, sin contar ${withoutStart} sin hora de entrada` : "";
	const more = [
		`Extras: ${count}`,
		`De noche (${nightHours(days)}): ${inHours(minutesNight)}${uncounted}`,
		...countedDoubtLines(doubts),
	];
	return {
		name,
		sums: [inHours(minutes), ...parts].join(" · ") + doubtSign(doubts),
		more: linesOf(more),
	};
}

/** Hours with each premium: 10 "al 100", 2 "sin clasificar". */
export function premiumsOf(premiums: Premiums): { hours: string; premium: string }[] {
	return Object.entries(premiums).map(([key, minutes]) => ({
		hours: formatHours(minutes),
		premium: premiumName(key, String),
	}));
}

/** Joins lines that are not false. */
export function linesOf(lines: readonly (string | false)[]): string {
	return lines.filter((line) => line !== false).join("\n");
}
