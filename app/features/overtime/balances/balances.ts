/** Balances of what a worker gets in place of money: compensatory days off (francos) and hours in a bank of hours. */
import { formatHours } from "~/features/overtime/minutes";
import { type DatedRotation, rotationOn } from "~/features/shift/own-calendar";
import type { OwnDay } from "~/features/shift/own-day";
import { letterOn } from "~/features/shift/rotation";
import { addDays, type CivilDate } from "~/lib/time/civil-date";

export const balanceKinds = ["franco", "banco"] as const;
/** Both the compensation of an overtime entry by which it is earned, and the kind of own day by which it is taken. */
export type BalanceKind = (typeof balanceKinds)[number];

/** What overtime entries earn. */
export interface Earned {
	/** Number of overtime entries. Each one compensated with a day off earns one, however long it was. */
	count: number;
	minutes: number;
}

/** What own days take. */
export interface Taken {
	/** Days off, or minutes of the bank, up to and including today. */
	amount: number;
	/** The same, after today. */
	planned: number;
	/** Number of the days off, past and planned, on which it is unknown whether the worker had a shift. */
	unknown: number;
}

/**
 * What one own day takes. A day off counts on each date on which the shift diagram had a shift, and on each date without a
 * known shift. Hours of the bank count on the first day.
 */
export function takenBy(
	{ kind, firstDay, lastDay, bankMinutes }: Pick<OwnDay, "kind" | "firstDay" | "lastDay" | "bankMinutes">,
	rotations: readonly DatedRotation[],
	today: CivilDate,
): Taken {
	const taken = { amount: 0, planned: 0, unknown: 0 };
	if (kind === "banco") {
		taken[firstDay <= today ? "amount" : "planned"] = bankMinutes ?? 0;
		return taken;
	}
	for (let date = firstDay; date <= lastDay; date = addDays(date, 1)) {
		const rotation = rotationOn(rotations, date);
		if (rotation && letterOn(rotation, date) === "F") continue;
		if (!rotation) taken.unknown++;
		taken[date <= today ? "amount" : "planned"]++;
	}
	return taken;
}

/** Adds up what several own days take. */
export function addTaken(each: readonly Taken[]): Taken {
	const sumOf = (name: keyof Taken) => each.reduce((sum, taken) => sum + taken[name], 0);
	return { amount: sumOf("amount"), planned: sumOf("planned"), unknown: sumOf("unknown") };
}

/** A balance in words. */
export interface BalanceTexts {
	kind: BalanceKind;
	/** Whether anything was ever earned, taken or planned. */
	isUsed: boolean;
	earned: string;
	taken: string;
	left: string;
	/** What is not counted, or not sure. */
	notes: string[];
}

/**
 * A balance in words.
 * @param planned overtime entries after today, which have earned nothing yet
 */
export function balanceTexts(kind: BalanceKind, earned: Earned, planned: Earned, taken: Taken): BalanceTexts {
	const left = earnedAmount(kind, earned) - taken.amount;
	const ahead = earnedAmount(kind, planned);
	return {
		kind,
		isUsed: earned.count + planned.count + taken.amount + taken.planned > 0,
		earned:
			kind === "franco" && earned.count > 0
				? `${amountText(kind, earned.count)} (por ${formatHours(earned.minutes)} h)`
				: amountText(kind, earnedAmount(kind, earned)),
		taken: amountText(kind, taken.amount),
		left: amountText(kind, left),
		notes: [
			...(left < 0
				? [
						`Según lo que anotaste, tomaste ${amountText(kind, -left)} más de lo ganado: fijate si falta alguna extra.`,
					]
				: []),
			...(ahead > 0 ? [`Sin contar lo que ganarías después de hoy: ${amountText(kind, ahead)}.`] : []),
			...(taken.planned > 0
				? [`Sin descontar lo anotado para después de hoy: ${amountText(kind, taken.planned)}.`]
				: []),
			...(taken.unknown > 0
				? [
						`De ${taken.unknown === 1 ? "1 día" : `${taken.unknown} días`} no sabemos si tenías turno: están contados.`,
					]
				: []),
		],
	};
}

/** What overtime entries earn, in days off or minutes. */
export function earnedAmount(kind: BalanceKind, { count, minutes }: Earned): number {
	return kind === "franco" ? count : minutes;
}

/** Days off or minutes in words: "1 franco", "12 h", "−4 h". */
export function amountText(kind: BalanceKind, amount: number): string {
	const sign = amount < 0 ? "−" : "";
	const size = Math.abs(amount);
	if (kind === "banco") return `${sign}${formatHours(size)} h`;
	return `${sign}${size} ${size === 1 ? "franco" : "francos"}`;
}
