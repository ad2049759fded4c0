/** What may still change the pay of an overtime entry. The same list stands wherever the entry's hours are. */
import { counted } from "~/lib/counted";

/**
 * The doubts, the most important first, with their sentences, which the worker and the paymaster read. Where `#` is, the
 * number of entries stands: " (3 extras)", or nothing for a single one.
 */
const sentences = [
	["to-review", "Para revisar#: falta la hora de entrada."],
	["unclassified", "Horas sin clasificar#: no se sabe a qué recargo van."],
	["own-split", "Recargos según el trabajador#."],
	["day-off-unknown", "En un franco#: los convenios difieren."],
	["day-off-paid", "En un franco#: el convenio da franco compensatorio, y está anotada como pago."],
	["unconfirmed-diagram", "Según un diagrama sin confirmar por la planta#."],
	["unknown-shifts", "Sin saber si era un franco o el turno propio#: el convenio lo paga distinto."],
	["unconfirmed-holiday", "En un feriado a confirmar#."],
	[
		"own-shift",
		"En un feriado durante el turno propio#: con sueldo por mes, lo normal del día ya está pago.",
	],
	["own-shift-on-union-day", "En el día del gremio durante el turno propio#: no se sabe a qué recargo va."],
	["no-agreement-on-union-day", "En el día del gremio#, sin convenio elegido."],
	["union-day", "En el día del gremio#: el convenio suma un jornal, contado de 8\u00A0h."],
	["unknown-union-day", "Sin hora de entrada#: falta el jornal del día del gremio, si llegó a ese día."],
	["proposed-start", "Con la hora de entrada del diagrama de turnos#."],
	["night-unknown", "Sin hora de entrada#: falta sumar la noche."],
	["no-compensation", "Sin decir cómo se compensa#: va como pago."],
] as const;
export type Doubt = (typeof sentences)[number][0];
/** A function: what a module computes when it is loaded stays in the scripts of pages that use nothing of it. */
export const doubtOrder = (): Doubt[] => sentences.map(([doubt]) => doubt);

/** Number of entries with each doubt. */
export type DoubtCounts = Readonly<Partial<Record<Doubt, number>>>;

export function countDoubts(each: Iterable<readonly Doubt[]>): DoubtCounts {
	const counts: Partial<Record<Doubt, number>> = {};
	for (const doubts of each) for (const doubt of doubts) counts[doubt] = (counts[doubt] ?? 0) + 1;
	return counts;
}

/** Counts the doubts of several stored rows, written one after the other with commas. */
export function readDoubts(texts: string | null): DoubtCounts {
	const rows: Doubt[][] = JSON.parse(`[${texts ?? ""}]`);
	return countDoubts(rows);
}

/** Sign after a sum or an entry's hours that some doubt concerns. */
export const DOUBT_SIGN = "?";

/** The sign with a no-break space before it; "" without doubts. */
export function doubtSign(doubts: DoubtCounts): string {
	return hasDoubts(doubts) ? `\u00A0${DOUBT_SIGN}` : "";
}

export function hasDoubts(doubts: DoubtCounts): boolean {
	return Object.keys(doubts).length > 0;
}

/** One sentence for each doubt of an entry, the most important first. */
export function doubtLines(doubts: readonly Doubt[]): string[] {
	return sentences
		.filter(([doubt]) => doubts.includes(doubt))
		.map(([, sentence]) => sentence.replace("#", ""));
}

/** One sentence for each doubt of several entries, with the number of entries: "En un feriado a confirmar (1 extra)." */
export function countedDoubtLines(counts: DoubtCounts): string[] {
	return sentences.flatMap(([doubt, sentence]) => {
		const count = counts[doubt];
		return count ? [sentence.replace("#", ` (${counted(count, "extra")})`)] : [];
	});
}
