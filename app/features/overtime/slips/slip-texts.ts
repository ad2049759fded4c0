/**
 * Sentences about a pay slip and the overtime entries of its period. Workers show these sentences to a paymaster, so
 * they state facts with their sources, accuse nobody and name what is uncertain.
 */
import { formatHours } from "~/features/overtime/minutes";
import type { DateRange } from "~/features/profile/pay-period";
import {
	type Difference,
	type DifferenceName,
	differenceNames,
	type Entries,
	type Logged,
	type Slip,
} from "./slip";

/** A pay slip with the sums of the overtime entries of its period. */
export interface ComparedSlip extends DateRange {
	slip: Slip;
	logged: Logged;
	difference: Difference;
}

/** A line that compares the worker's hours with those on the slip. */
export interface ComparedLine {
	name: string;
	logged: string;
	onSlip: string;
	/** Difference as text: "coincide", "3 h menos en el recibo" or "3 h más en el recibo". */
	difference: string;
}

export const rateNames: Readonly<Record<DifferenceName, string>> = {
	minutes50: "Al 50 %",
	minutes100: "Al 100 %",
};

/** Compares a slip with the entries, line by line. Days off have a line only if the slip mentions days off. */
export function comparedLines({ slip, logged, difference }: ComparedSlip): ComparedLine[] {
	const hours = differenceNames.map((name) => ({
		name: rateNames[name],
		logged: inHours(logged[name]),
		onSlip: inHours(slip[name]),
		difference: difference[name] === 0 ? sameText(logged) : differenceText(difference[name], inHours),
	}));
	if (slip.daysOff === null) return hours;
	const daysOff = logged.dayOff.count - slip.daysOff;
	return [
		...hours,
		{
			name: "Francos, contando un franco por extra",
			logged: daysOffText(logged.dayOff.count),
			onSlip: daysOffText(slip.daysOff),
			difference: daysOff === 0 ? "coincide" : differenceText(daysOff, daysOffText),
		},
	];
}

/**
 * Text for a pay slip with the same hours as the worker's entries: "coincide", with a note if the hours of the entries
 * may still change.
 */
function sameText(logged: Logged): string {
	if (logged.minutesUnclassified > 0) return `coincide, ${withoutUnclassified(logged.minutesUnclassified)}`;
	return unsureTexts(logged).length > 0 ? "coincide, con extras sin confirmar" : "coincide";
}

/** Names the hours that are not compared with the pay slip, because their premium (50 % or 100 %) is unknown. */
export function withoutUnclassified(minutes: number): string {
	return `sin contar lo que está sin clasificar (${inHours(minutes)})`;
}

/** Lists the hours of the entries that count as paid with money: "8 h al 50 %, 4 h al 100 %". */
export function loggedText({ minutes50, minutes100, minutesUnclassified }: Logged): string {
	const parts = [
		...(minutes50 + minutes100 > 0
			? [`${inHours(minutes50)} al 50 %`, `${inHours(minutes100)} al 100 %`]
			: []),
		...(minutesUnclassified > 0 ? [`${inHours(minutesUnclassified)} sin clasificar`] : []),
	];
	return parts.join(", ") || "ninguna hora con pago";
}

/** Sentences about what may still change the hours of the worker's entries. */
export function unsureTexts({ minutesUnclassified, toReview, proposedStarts, undecided }: Logged): string[] {
	return [
		...(minutesUnclassified > 0
			? [`${formatHours(minutesUnclassified)} h sin clasificar: no se sabe si van al 50 o al 100 %.`]
			: []),
		...(toReview > 0 ? [`${countText(toReview)} para revisar: falta la hora de entrada.`] : []),
		...(proposedStarts > 0
			? [`${countText(proposedStarts)} con la hora de entrada que propone el diagrama.`]
			: []),
		...(undecided.count > 0 ? [undecidedText(undecided)] : []),
	];
}

function undecidedText(undecided: Entries): string {
	const isOne = undecided.count === 1;
	return `${entriesText(undecided)} sin decir cómo se compensa${isOne ? ": contada" : "n: contadas"} como pago.`;
}

/** Sentences about entries that are not compared with the slip. */
export function leftOutTexts({ dayOff, bank, planned }: Logged): string[] {
	return [
		...(dayOff.count > 0 ? [`${entriesText(dayOff)}, con franco en lugar de pago.`] : []),
		...(bank.count > 0 ? [`${entriesText(bank)}, con banco de horas en lugar de pago.`] : []),
		...(planned > 0 ? [`${countText(planned)} con fecha posterior a hoy.`] : []),
	];
}

/** Returns "3 h menos en el recibo", or "3 h más en el recibo" for a negative amount. */
export function differenceText(amount: number, toText: (amount: number) => string): string {
	return `${toText(Math.abs(amount))} ${amount > 0 ? "menos" : "más"} en el recibo`;
}

/** Formats minutes as hours: "7,5 h". */
export function inHours(minutes: number): string {
	return `${formatHours(minutes)} h`;
}

function daysOffText(count: number): string {
	return count === 1 ? "1 franco" : `${count} francos`;
}

function entriesText({ count, minutes }: Entries): string {
	return `${countText(count)} (${formatHours(minutes)} h)`;
}

function countText(count: number): string {
	return count === 1 ? "1 extra" : `${count} extras`;
}
