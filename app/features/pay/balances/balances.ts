/**
 * Balances of what a worker earns instead of money: compensatory days off (francos) and banked hours. Own days, which
 * the worker enters in the calendar, take days off or hours from a balance.
 */
import { minutesOf } from "~/features/diagrams/working-time";
import { DOUBT_SIGN } from "~/features/law/doubts";
import type { Entries } from "~/features/law/included";
import { type DatedRotation, isConfirmed, rotationOn } from "~/features/shift/own-calendar";
import { type OwnDay, rangeText } from "~/features/shift/own-day";
import { letterOn, shiftTimeOn } from "~/features/shift/rotation";
import { counted } from "~/lib/counted";
import { addDays, type CivilDate, formatShortDate } from "~/lib/time/civil-date";
import { inHours } from "~/lib/time/minutes";

export const balanceKinds = ["franco", "banco"] as const;
/**
 * Kind of balance. The same word names the compensation that adds to the balance, and the kind of own day (a day that
 * the worker enters in the calendar) that takes from it.
 */
export type BalanceKind = (typeof balanceKinds)[number];

/** Amount that own days take from a balance. */
interface Taken {
	/** Number of days off (for "franco") or of minutes (for "banco") taken up to and including today. */
	amount: number;
	/** Number of days off or of minutes to be taken after today. */
	planned: number;
	/** How many of these days off, taken or to be taken, are on dates for which the worker's shift is unknown. */
	unknown: number;
	/** How many dates were looked up in a diagram that no operator has confirmed. */
	unconfirmed: number;
	/** How many of both kinds of dates are not after today, so that `amount` may be wrong. */
	unsure: number;
}

/**
 * Returns what a range of own days takes from its balance. For "franco", each date of the range takes one day off,
 * except the days off of the worker's shift diagram. For "banco", all hours count as taken on the first day.
 */
export function takenBy(
	{ kind, firstDay, lastDay, bankMinutes }: Pick<OwnDay, "kind" | "firstDay" | "lastDay" | "bankMinutes">,
	rotations: readonly DatedRotation[],
	today: CivilDate,
): Taken {
	const taken = { amount: 0, planned: 0, unknown: 0, unconfirmed: 0, unsure: 0 };
	let shiftMinutes = 0;
	for (let date = firstDay; date <= lastDay; date = addDays(date, 1)) {
		const rotation = rotationOn(rotations, date);
		if (rotation && !isConfirmed(rotation)) taken.unconfirmed++;
		if (date <= today && (rotation ? !isConfirmed(rotation) : kind === "franco")) taken.unsure++;
		shiftMinutes += minutesOf(rotation && shiftTimeOn(rotation, date));
		if (kind === "banco" || (rotation && letterOn(rotation, date) === "F")) continue;
		if (!rotation) taken.unknown++;
		taken[date <= today ? "amount" : "planned"]++;
	}
	if (kind === "banco") {
		taken[firstDay <= today ? "amount" : "planned"] = bankMinutes ?? 0;
		// The worker typed other hours than those of the shifts, so that no diagram decides them.
		if (bankMinutes !== shiftMinutes) taken.unconfirmed = taken.unsure = 0;
	}
	return taken;
}

/** Adds up what several ranges of own days take from a balance. */
export function addTaken(each: readonly Taken[]): Taken {
	const sumOf = (name: keyof Taken) => each.reduce((sum, taken) => sum + taken[name], 0);
	return {
		amount: sumOf("amount"),
		planned: sumOf("planned"),
		unknown: sumOf("unknown"),
		unconfirmed: sumOf("unconfirmed"),
		unsure: sumOf("unsure"),
	};
}

/**
 * Formats what was earned, taken and left of a balance; "?" marks what is left if it depends on uncertain shifts.
 * @param earned sums of the entries up to today
 * @param planned sums of the entries after today, which are not part of the balance yet
 */
export function balanceTexts(kind: BalanceKind, earned: Entries, planned: Entries, taken: Taken) {
	const left = earnedAmount(kind, earned) - taken.amount;
	const ahead = earnedAmount(kind, planned);
	const sign = taken.unsure > 0 ? `\u00A0${DOUBT_SIGN}` : "";
	return {
		kind,
		/** Whether any entry or own day adds to the balance or takes from it, past or planned. */
		isUsed: earned.count + planned.count + taken.amount + taken.planned > 0,
		earned:
			kind === "franco" && earned.count > 0
				? `${amountText(kind, earned.count)} (por ${inHours(earned.minutes)})`
				: amountText(kind, earnedAmount(kind, earned)),
		taken: amountText(kind, taken.amount),
		left: amountText(kind, left) + sign,
		notes: [
			left < 0 &&
				`Según lo que anotaste, tomaste ${amountText(kind, -left)} más de lo ganado: fijate si falta alguna extra.`,
			ahead > 0 && `Sin contar lo que ganarías después de hoy: ${amountText(kind, ahead)}.`,
			taken.planned > 0 &&
				`Sin descontar lo anotado para después de hoy: ${amountText(kind, taken.planned)}.`,
			taken.unknown > 0 &&
				`De ${counted(taken.unknown, "día")} no sabemos si tenías turno: ${taken.unknown === 1 ? "está contado" : "están contados"}.`,
			taken.unconfirmed > 0 && "Lo tomado está contado según un diagrama sin confirmar por la planta.",
		].filter((note) => note !== false),
	};
}

/**
 * Says that the days off of a diagram were corrected after the worker noted days as taken, so that they may count
 * otherwise than before.
 * @param taken `correctedOn`: day of the correction; undefined if there was none since
 */
export function correctionNotes(
	taken: readonly (Pick<OwnDay, "firstDay" | "lastDay"> & { correctedOn?: CivilDate })[],
): string[] {
	return taken.flatMap(({ correctedOn, ...days }) =>
		correctedOn
			? [
					`El ${formatShortDate(correctedOn)} se corrigió tu diagrama: lo tomado ${rangeText(days)} puede contar distinto que antes.`,
				]
			: [],
	);
}

/** The amount that overtime entries earn: one day off each, however long it is, or minutes. */
export function earnedAmount(kind: BalanceKind, { count, minutes }: Entries): number {
	return kind === "franco" ? count : minutes;
}

/** Formats an amount: "1 franco", "12 h", "−4 h". */
export function amountText(kind: BalanceKind, amount: number): string {
	const sign = amount < 0 ? "−" : "";
	const size = Math.abs(amount);
	if (kind === "banco") return `${sign}${inHours(size)}`;
	return `${sign}${counted(size, "franco")}`;
}
