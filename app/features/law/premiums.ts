/** Minutes of overtime by what they are paid. */
import { formatPercent } from "~/lib/no-break";
import { inHours } from "~/lib/time/minutes";

/**
 * Minutes by premium: the key is a premium in whole percent ("50"), FOR_DAY_OFF or UNCLASSIFIED. Contains no zeros; the
 * values add up to the whole entry. Percentages come first, in order, because JavaScript sorts such keys.
 */
export type Premiums = Readonly<Record<string, number>>;

/** Key of the minutes for which the agreement gives another day off instead of money. */
export const FOR_DAY_OFF = "franco";
/** Key of the minutes whose premium is unknown, for example without a start time. */
export const UNCLASSIFIED = "unclassified";

/** Adds up minutes by premium, and leaves out zeros. */
export function addPremiums(each: Iterable<Premiums>): Premiums {
	const sums: Record<string, number> = {};
	for (const premiums of each)
		for (const key in premiums) sums[key] = (sums[key] ?? 0) + (premiums[key] ?? 0);
	return withoutZeros(sums);
}

export function withoutZeros(premiums: Premiums): Premiums {
	return Object.fromEntries(Object.entries(premiums).filter(([, minutes]) => minutes !== 0));
}

/** Whether both have the same minutes with each premium. */
export function isSamePremiums(one: Premiums, other: Premiums): boolean {
	for (const key in one) if (one[key] !== other[key]) return false;
	for (const key in other) if (!(key in one)) return false;
	return true;
}

/** The premiums in percent, lowest first, without other keys. */
export function percentsOf(...each: readonly Premiums[]): number[] {
	const keys = new Set(each.flatMap((premiums) => Object.keys(premiums)));
	return [...keys]
		.filter((key) => /^\d+$/.test(key))
		.map(Number)
		.sort((one, other) => one - other);
}

/** Reads the minutes by premium of several stored rows, written one after the other with commas, and adds them up. */
export function readPremiums(texts: string | null): Premiums {
	const rows: Premiums[] = JSON.parse(`[${texts ?? ""}]`);
	return addPremiums(rows);
}

/** Names a key of `Premiums`: "al 50 %", "con franco compensatorio" or "sin clasificar". */
export function premiumName(key: string, toText: (percent: string) => string = formatPercent): string {
	if (key === UNCLASSIFIED) return "sin clasificar";
	return key === FOR_DAY_OFF ? "con franco compensatorio" : `al ${toText(key)}`;
}

/** The hours with each premium: ["5 h al 50 %", "3 h al 100 %"]. */
export function premiumTexts(premiums: Premiums, toText: (minutes: number) => string = inHours): string[] {
	return Object.entries(premiums).map(([key, minutes]) => `${toText(minutes)} ${premiumName(key)}`);
}
