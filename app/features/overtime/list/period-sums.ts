import type { Split } from "~/features/overtime/law/classify";
import { nightHours } from "~/features/overtime/law/overtime-rules";
import { formatHours } from "~/features/overtime/minutes";
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
	const { count, minutes, minutesNight, withoutStart, proposedStarts, toReview } = totals;
	const parts = premiumsOf(totals).map(({ hours, premium }) => `${hours} ${premium}`);
	const uncounted = withoutStart > 0 ? `, sin contar ${withoutStart} sin hora de entrada` : "";
	const more = [
		`Extras: ${count}`,
		`De noche (${nightHours(days)}): ${formatHours(minutesNight)} h${uncounted}`,
		proposedStarts > 0 && `Con la hora de tu diagrama: ${proposedStarts}`,
		toReview > 0 && `Para revisar: ${toReview}`,
	];
	return { name, sums: [`${formatHours(minutes)} h`, ...parts].join(" · "), more: linesOf(more) };
}

/** Hours with each premium, without zeros: 10 "al 100", 2 "sin clasificar". */
export function premiumsOf(split: Split): { hours: string; premium: string }[] {
	const parts = [
		{ minutes: split.minutes50, premium: "al 50" },
		{ minutes: split.minutes100, premium: "al 100" },
		{ minutes: split.minutesUnclassified, premium: "sin clasificar" },
	];
	return parts
		.filter(({ minutes }) => minutes > 0)
		.map(({ minutes, premium }) => ({ hours: formatHours(minutes), premium }));
}

/** Joins lines that are not false. */
export function linesOf(lines: readonly (string | false)[]): string {
	return lines.filter((line) => line !== false).join("\n");
}
