import { formatHours } from "~/features/overtime/minutes";
import { formatPesos } from "~/lib/pesos";
import { type Doubt, doubtOrder } from "./doubts";
import type { Estimate, LeftOut } from "./estimate";
import type { PayLine } from "./pay-lines";

/** The texts with which a page shows an estimate. */
export interface ShownEstimate {
	/**
	 * Total as text: "$ 84.000,00"; "al menos $ 84.000,00" if the pay of some hours is unknown; or "sin estimar" if no pay
	 * is known.
	 */
	total: string;
	/** The total as a line: "Estimado, no es un recibo: $ 84.000,00". */
	heading: string;
	/** Texts of each line, such as "8 h al 50 %", "$ 7.000,00 × 1,5" and "$ 84.000,00". */
	lines: { label: string; how: string; amount: string }[];
	notes: string[];
}

const leftOutTexts: Readonly<Record<LeftOut, string>> = {
	franco: "se compensan con franco, no con plata",
	banco: "van al banco de horas, no se pagan en plata",
	"agreed-day-off": "por trabajar en tu franco, tu convenio da franco compensatorio",
	"no-start": "sin la hora de entrada no sabemos a qué recargo van",
	"no-value": "son de días sin valor de la hora",
	unclassified: "las dejaste sin clasificar",
};

/**
 * Reasons why the pay of some minutes is unknown. All other reasons in `leftOutTexts` mean that the minutes are
 * compensated without money.
 */
const unknownPay: readonly LeftOut[] = ["no-value", "no-start", "unclassified"];

/** Notes about uncertain amounts. `extras` is empty for a single entry, otherwise a text such as " (3 extras)". */
const doubtTexts: Readonly<Record<Doubt, (extras: string) => string>> = {
	"own-split": (extras) => `El 50 y el 100 los pusiste vos${extras}.`,
	"day-off-unknown": (extras) => `En tu franco${extras}: los convenios difieren, y no sabemos el tuyo.`,
	"day-off-paid": (extras) => `En tu franco${extras}: tu convenio da franco compensatorio, y anotaste pago.`,
	"unconfirmed-diagram": (extras) => `Según un diagrama sin confirmar por tu planta${extras}.`,
	"unconfirmed-holiday": (extras) => `En un feriado a confirmar${extras}.`,
	"own-shift": (extras) =>
		`Feriado en tu turno${extras}: si cobrás por mes, lo normal del día ya está en tu sueldo.`,
	"no-agreement-on-union-day": (extras) => `En el día del gremio${extras}: no elegiste convenio.`,
	"union-day": (extras) =>
		extras
			? "El día del gremio suma un jornal, que contamos de 8 h."
			: "Tu convenio suma un jornal por el día del gremio: está en el total del período.",
	"proposed-start": (extras) => `Con la hora de entrada de tu diagrama${extras}.`,
	"night-unknown": (extras) => `Sin hora de entrada${extras}: falta sumar la noche.`,
	"no-compensation": (extras) => `Sin decir cómo se compensa${extras}: va como pago.`,
};

/**
 * Formats an estimate.
 * @param isTotal whether the estimate is the total of a group of overtime entries. The notes about doubts then say how
 *   many entries they concern
 */
export function showEstimate(
	{ lines, centavos, leftOut, doubts }: Estimate,
	isTotal: boolean,
): ShownEstimate {
	const left = [...leftOut].map(
		([why, minutes]) => `${formatHours(minutes)} h no se cuentan: ${leftOutTexts[why]}.`,
	);
	const unsure = doubtOrder.flatMap((doubt) => {
		const count = doubts.get(doubt);
		const extras = isTotal ? ` (${count === 1 ? "1 extra" : `${count} extras`})` : "";
		return count ? [doubtTexts[doubt](extras)] : [];
	});
	const isPartial = unknownPay.some((why) => leftOut.has(why));
	const notes = [...left, ...unsure];
	if (isPartial && lines.length === 0)
		return { total: "sin estimar", heading: "Sin estimar", lines: [], notes };
	const total = `${isPartial ? "al menos " : ""}${formatPesos(centavos)}`;
	return { total, heading: `Estimado, no es un recibo: ${total}`, lines: lines.map(showLine), notes };
}

/** Formats an estimate in one line: "Estimado, no es un recibo: $ 84.000,00 (8 h al 50 %, $ 7.000,00 × 1,5)". */
export function estimateLine({ heading, lines, notes }: ShownEstimate): string {
	if (lines.length === 0) return notes.join(" ");
	const how = lines.map((line) => `${line.label}, ${line.how}`).join("; ");
	return [`${heading} (${how}).`, ...notes].join(" ");
}

function showLine(line: PayLine): ShownEstimate["lines"][number] {
	const { percent, hourCentavos, centavos } = line;
	const how = `${formatPesos(hourCentavos)} × ${String(percent / 100).replace(".", ",")}`;
	return { label: labelOf(line), how, amount: formatPesos(centavos) };
}

function labelOf({ kind, minutes, percent }: PayLine): string {
	const hours = `${formatHours(minutes)} h`;
	if (kind === "night") return `${hours} de noche, ${percent} % más`;
	if (kind === "union-day") return `${hours} de jornal por el día del gremio`;
	return `${hours} al ${percent - 100} %${kind === "own-shift" ? ", feriado en tu turno" : ""}`;
}
