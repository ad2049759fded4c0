/** The pay-slip check: the hours of a pay slip against the extras that are paid in money. Pure. */
import { type Compensation, compensationNames } from "./compensation";
import { formatHours, parseSlipHours } from "./hours";
import type { SlipProps } from "./slip-form";

/** What the extras of one compensation add up to; null: the worker has not said which. */
export interface CompensationSum {
	compensation: Compensation | null;
	count: number;
	/** Minutes, as the others. */
	minutes: number;
	minutes50: number;
	minutes100: number;
	minutesUnclassified: number;
}

/**
 * The slip of an address (`?hours50=10&hours100=4,5`), compared with the extras.
 * @param sums of the extras worked until today, by their compensation
 * @param planned how many extras have a date after today
 */
export function readSlip(
	query: URLSearchParams,
	sums: readonly CompensationSum[],
	planned: number,
): SlipProps {
	const [hours50, hours100] = ["hours50", "hours100"].map((name) => query.get(name)?.slice(0, 20));
	const slip = { hours50, hours100 };
	if (hours50 === undefined && hours100 === undefined) return { slip };
	const [minutes50, minutes100] = [hours50, hours100].map((text) => parseSlipHours(text ?? "0"));
	if (minutes50 === undefined || minutes100 === undefined) {
		return { slip, slipError: "Escribí las horas del recibo como 12 o 7,5." };
	}
	return { slip, check: compareSlip({ minutes50, minutes100 }, sums, planned) };
}

/** The comparison in lines: first the two rates, then all that is left out of it, so that nothing is silent. */
function compareSlip(
	slip: { minutes50: number; minutes100: number },
	sums: readonly CompensationSum[],
	planned: number,
): string[] {
	const sumOf = (compensation: Compensation | null) => sums.find((sum) => sum.compensation === compensation);
	const paid = sumOf("pago");
	const unknown = sumOf(null);
	const lines = [
		rateLine("50", paid?.minutes50 ?? 0, slip.minutes50),
		rateLine("100", paid?.minutes100 ?? 0, slip.minutes100),
	];
	if (paid && paid.minutesUnclassified > 0) {
		lines.push(
			`Sin clasificar: ${formatHours(paid.minutesUnclassified)} h con pago. No se sabe si van al 50 o al 100 %, así que no se comparan.`,
		);
	}
	if (unknown) {
		lines.push(
			`Sin compensación indicada: ${extrasText(unknown.count)} (${formatHours(unknown.minutes)} h). No se comparan.`,
		);
	}
	for (const compensation of ["franco", "banco"] as const) {
		const sum = sumOf(compensation);
		if (!sum) continue;
		lines.push(
			`${compensationNames[compensation]}: ${extrasText(sum.count)} (${formatHours(sum.minutes)} h). No van en dinero, así que no se comparan.`,
		);
	}
	if (planned > 0) lines.push(`Con fecha posterior a hoy: ${extrasText(planned)}. No se comparan.`);
	return lines;
}

function rateLine(rate: string, noted: number, onSlip: number): string {
	const amounts = `Al ${rate} %: ${formatHours(noted)} h anotadas con pago, ${formatHours(onSlip)} h en el recibo.`;
	if (noted === onSlip) return `${amounts} Coincide.`;
	const difference = formatHours(Math.abs(noted - onSlip));
	return `${amounts} Diferencia: ${difference} h ${noted > onSlip ? "menos" : "más"} en el recibo.`;
}

function extrasText(count: number): string {
	return count === 1 ? "1 extra" : `${count} extras`;
}
