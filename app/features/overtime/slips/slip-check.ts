/** Compares the hours of a pay slip with the overtime entries that are paid in money. */
import type { Compensation } from "~/features/overtime/compensation";
import { formatHours, slipHoursToMinutes } from "~/features/overtime/minutes";
import type { SlipProps } from "./slip-form";

/** Totals of the overtime entries with one kind of compensation. */
export interface CompensationSum {
	/** Kind of compensation; null when the worker has not chosen one. */
	compensation: Compensation | null;
	count: number;
	minutes: number;
	minutes50: number;
	minutes100: number;
	minutesUnclassified: number;
	/** Number of overtime entries marked for review. */
	toReview: number;
}

/**
 * Compares the pay slip's hours in an address (`?hours50=10&hours100=4,5`) with the overtime entries.
 * @param sums totals of the overtime entries up to and including today, by kind of compensation
 * @param planned number of overtime entries after today
 */
export function readSlip(
	query: URLSearchParams,
	sums: readonly CompensationSum[],
	planned: number,
): SlipProps {
	const [hours50, hours100] = ["hours50", "hours100"].map((name) => query.get(name)?.slice(0, 20));
	const slip = { hours50, hours100 };
	if (hours50 === undefined && hours100 === undefined) return { slip };
	const [minutes50, minutes100] = [hours50, hours100].map((text) => slipHoursToMinutes(text ?? "0"));
	if (minutes50 === undefined || minutes100 === undefined) {
		return { slip, slipError: "Escribí las horas del recibo como 12 o 7,5." };
	}
	return { slip, check: compareSlip({ minutes50, minutes100 }, sums, planned) };
}

function compareSlip(
	slip: { minutes50: number; minutes100: number },
	sums: readonly CompensationSum[],
	planned: number,
): NonNullable<SlipProps["check"]> {
	const sumOf = (compensation: Compensation | null) => sums.find((sum) => sum.compensation === compensation);
	const [paid, unknown, dayOff, bank] = [sumOf("pago"), sumOf(null), sumOf("franco"), sumOf("banco")];
	const unclassified = paid?.minutesUnclassified ?? 0;
	const leftOut = [
		unclassified > 0 &&
			`${formatHours(unclassified)} h con pago, sin clasificar: no se sabe si van al 50 o al 100 %.`,
		unknown && `${extrasText(unknown)}, sin decir cómo se compensa${unknown.count === 1 ? "" : "n"}.`,
		dayOff && `${extrasText(dayOff)}, con franco en lugar de pago.`,
		bank && `${extrasText(bank)}, con banco de horas en lugar de pago.`,
		planned > 0 && `${countText(planned)} con fecha posterior a hoy.`,
	];
	const isWhole = unclassified === 0;
	const toReview = paid?.toReview ?? 0;
	const rates = [
		rateLine("50", paid?.minutes50 ?? 0, slip.minutes50, isWhole),
		rateLine("100", paid?.minutes100 ?? 0, slip.minutes100, isWhole),
		toReview > 0 &&
			`De las anotadas, ${countText(toReview)} para revisar: falta la hora de entrada, y el 50 y el 100 pueden cambiar.`,
	];
	return {
		rates: rates.filter((line) => typeof line === "string"),
		leftOut: leftOut.filter((line) => typeof line === "string"),
	};
}

/**
 * Compares the hours at one pay rate: hours of the overtime entries against hours on the pay slip.
 * @param isWhole whether every hour has a known pay rate, so that the comparison is complete
 */
function rateLine(rate: string, noted: number, onSlip: number, isWhole: boolean): string {
	const amounts = `Al ${rate} %: ${formatHours(noted)} h anotadas con pago, ${formatHours(onSlip)} h en el recibo.`;
	if (noted === onSlip)
		return `${amounts} Coincide${isWhole ? "" : ", sin contar lo que está sin clasificar"}.`;
	const difference = formatHours(Math.abs(noted - onSlip));
	return `${amounts} Diferencia: ${difference} h ${noted > onSlip ? "menos" : "más"} en el recibo.`;
}

function extrasText({ count, minutes }: CompensationSum): string {
	return `${countText(count)} (${formatHours(minutes)} h)`;
}

function countText(count: number): string {
	return count === 1 ? "1 extra" : `${count} extras`;
}
