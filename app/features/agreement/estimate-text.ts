import { countedDoubtLines } from "~/features/law/doubts";
import { formatPercent } from "~/lib/no-break";
import { formatPesos } from "~/lib/pesos";
import { formatShortDate } from "~/lib/time/civil-date";
import { inHours } from "~/lib/time/minutes";
import { HOUR_MINUTES } from "~/lib/units/durations";
import type { Estimate, LeftOut, PayLine } from "./estimate";

/** The texts with which a page shows an estimate. */
export type ShownEstimate = ReturnType<typeof showEstimate>;

const agreedDayOff = "por trabajar en tu franco, tu convenio da franco compensatorio";
/** Said of up to one hour, and of more. */
const leftOutTexts: Readonly<Record<LeftOut, readonly [one: string, more: string]>> = {
	franco: ["se compensa con franco, no con plata", "se compensan con franco, no con plata"],
	banco: ["va al banco de horas, no se paga en plata", "van al banco de horas, no se pagan en plata"],
	"agreed-day-off": [agreedDayOff, agreedDayOff],
	"no-start": [
		"sin la hora de entrada no sabemos a qué recargo o valor va",
		"sin la hora de entrada no sabemos a qué recargo o valor van",
	],
	"no-value": ["es de días sin valor de la hora", "son de días sin valor de la hora"],
	unclassified: ["la dejaste sin clasificar", "las dejaste sin clasificar"],
};

/**
 * Reasons why the pay of some minutes is unknown. All other reasons in `leftOutTexts` mean that the minutes are
 * compensated without money.
 */
const unknownPay: readonly LeftOut[] = ["no-value", "no-start", "unclassified"];

/** Formats an estimate. The notes name what is left out and the doubts of a total, and how many entries they concern. */
export function showEstimate({ lines, centavos, leftOut, lacksStart, doubts, earnedBefore }: Estimate) {
	const left = [...leftOut].map(([why, minutes]) => {
		const [one, more] = leftOutTexts[why];
		return minutes > HOUR_MINUTES
			? `${inHours(minutes)} no se cuentan: ${more}.`
			: `${inHours(minutes)} no se cuenta: ${one}.`;
	});
	const notes = [...left, ...countedDoubtLines(doubts), ...earnedBeforeTexts(earnedBefore)];
	const isUnknown = unknownPay.some((why) => leftOut.has(why));
	const shown = isUnknown && lines.length === 0 ? undefined : formatPesos(centavos);
	// The total is a minimum if the pay of some hours, of the night or of a union holiday is unknown.
	const isMinimum = isUnknown || lacksStart;
	const total = shown ? `${isMinimum ? "al menos " : ""}${shown}` : "sin estimar";
	/** The total as a line: "Estimado, no es un recibo: $ 84.000,00". */
	const heading = shown ? `Estimado, no es un recibo: ${total}` : "Sin estimar";
	return { total, heading, lines: lines.map(showLine), notes };
}

/** Says whether an estimate has the wage of a union holiday, where its lines are not shown; none without such a holiday. */
export function wageTexts({ lines, earnedBefore }: Estimate): string[] {
	const wages = lines.filter(({ kind }) => kind === "union-day");
	return [...wages.map((line) => `El estimado suma ${labelOf(line)}.`), ...earnedBeforeTexts(earnedBefore)];
}

function earnedBeforeTexts(earnedBefore: Estimate["earnedBefore"]): string[] {
	return [...earnedBefore.values()].map(
		(date) => `El jornal por el día del gremio ya se cuenta con otra extra del ${formatShortDate(date)}.`,
	);
}

/** Formats an estimate in one line: "Estimado, no es un recibo: $ 84.000,00 (8 h al 50 %, $ 7.000,00 × 1,5)". */
export function estimateLine({ heading, lines, notes }: ShownEstimate): string {
	if (lines.length === 0) return notes.join(" ");
	const how = lines.map((line) => `${line.label}, ${line.how}`).join("; ");
	return [`${heading} (${how}).`, ...notes].join(" ");
}

/** Texts of a line, such as "8 h al 50 %", "$ 7.000,00 × 1,5" and "$ 84.000,00". */
function showLine(line: PayLine) {
	const { percent, hourCentavos, centavos } = line;
	const how = `${formatPesos(hourCentavos)} × ${String(percent / 100).replace(".", ",")}`;
	return { label: labelOf(line), how, amount: formatPesos(centavos) };
}

function labelOf({ kind, minutes, percent }: PayLine): string {
	const hours = inHours(minutes);
	if (kind === "night") return `${hours} de noche, ${formatPercent(percent)} más`;
	if (kind === "union-day") return `${hours} de jornal por el día del gremio`;
	return `${hours} al ${formatPercent(percent - 100)}${kind === "own-shift" ? ", feriado en tu turno" : ""}`;
}
