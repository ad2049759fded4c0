/** The pay-slip check: which extras the hours of a pay slip cover. Pure. */
import { formatHours, parseSlipHours } from "./hours";
import type { SlipProps } from "./slip-form";

interface PaidExtra {
	minutes50: number;
	minutes100: number;
}

/** How much of an extra the slip covers, in minutes. */
export interface Covered {
	covered50: number;
	covered100: number;
	isCovered: boolean;
}

export interface SlipCheck {
	/** In the order of the extras. */
	covered: Covered[];
	/** What the slip lacks (positive) or has too much (negative), in minutes. */
	missing50: number;
	missing100: number;
}

/** Hands the slip's hours to the extras in their order, the oldest first, as plants do. */
export function checkSlip(extras: readonly PaidExtra[], slip: PaidExtra): SlipCheck {
	let [left50, left100] = [slip.minutes50, slip.minutes100];
	const covered = extras.map(({ minutes50, minutes100 }) => {
		const covered50 = Math.min(left50, minutes50);
		const covered100 = Math.min(left100, minutes100);
		left50 -= covered50;
		left100 -= covered100;
		return { covered50, covered100, isCovered: covered50 === minutes50 && covered100 === minutes100 };
	});
	const sum = (rate: keyof PaidExtra) => extras.reduce((total, extra) => total + extra[rate], 0);
	return {
		covered,
		missing50: sum("minutes50") - slip.minutes50,
		missing100: sum("minutes100") - slip.minutes100,
	};
}

/** The slip of an address (`?hours50=10&hours100=4,5`), compared with the extras, oldest first. */
export function readSlip(query: URLSearchParams, extras: readonly PaidExtra[]): SlipProps {
	const [hours50, hours100] = ["hours50", "hours100"].map((name) => query.get(name)?.slice(0, 20));
	const slip = { hours50, hours100 };
	if (hours50 === undefined && hours100 === undefined) return { slip };
	const [minutes50, minutes100] = [hours50, hours100].map((text) => parseSlipHours(text ?? "0"));
	if (minutes50 === undefined || minutes100 === undefined) {
		return { slip, slipError: "Escribí las horas del recibo como 12 o 7,5." };
	}
	const { covered, missing50, missing100 } = checkSlip(extras, { minutes50, minutes100 });
	const texts = covered.map(({ isCovered, covered50, covered100 }, index) => {
		const { minutes50 = 0, minutes100 = 0 } = extras[index] ?? {};
		if (isCovered) return "sí";
		const lacks = [
			minutes50 > covered50 && `${formatHours(minutes50 - covered50)} h al 50 %`,
			minutes100 > covered100 && `${formatHours(minutes100 - covered100)} h al 100 %`,
		].filter((text) => text !== false);
		return `falta ${lacks.join(" y ")}`;
	});
	return { slip, check: { texts, summary: [summaryOf("50", missing50), summaryOf("100", missing100)] } };
}

function summaryOf(rate: string, missing: number): string {
	if (missing === 0) return `Al ${rate} %: coincide.`;
	return missing > 0
		? `Al ${rate} %: en el recibo faltan ${formatHours(missing)} h.`
		: `Al ${rate} %: en el recibo hay ${formatHours(-missing)} h de más.`;
}
