/** What may still change the pay of an overtime entry. The same list stands wherever the entry's hours are. */
import { counted } from "~/lib/counted";

/**
 * The doubts, the most important first, with their sentences, which the worker and the paymaster read. `extras` is empty
 * for a single entry, otherwise a text such as " (3 extras)".
 */
const sentences = [
	["to-review", (extras: string) => `Para revisar${extras}: falta la hora de entrada.`],
	["unclassified", (extras: string) => `Horas sin clasificar${extras}: no se sabe a qué recargo van.`],
	["own-split", (extras: string) => `Recargos según el trabajador${extras}.`],
	["day-off-unknown", (extras: string) => `En un franco${extras}: los convenios difieren.`],
	[
		"day-off-paid",
		(extras: string) =>
			`En un franco${extras}: el convenio da franco compensatorio, y está anotada como pago.`,
	],
	["unconfirmed-diagram", (extras: string) => `Según un diagrama sin confirmar por la planta${extras}.`],
	[
		"unknown-shifts",
		(extras: string) =>
			`Sin saber si era un franco o el turno propio${extras}: el convenio lo paga distinto.`,
	],
	["unconfirmed-holiday", (extras: string) => `En un feriado a confirmar${extras}.`],
	[
		"own-shift",
		(extras: string) =>
			`En un feriado durante el turno propio${extras}: con sueldo por mes, lo normal del día ya está pago.`,
	],
	[
		"own-shift-on-union-day",
		(extras: string) => `En el día del gremio durante el turno propio${extras}: no se sabe a qué recargo va.`,
	],
	["no-agreement-on-union-day", (extras: string) => `En el día del gremio${extras}, sin convenio elegido.`],
	[
		"union-day",
		(extras: string) => `En el día del gremio${extras}: el convenio suma un jornal, contado de 8\u00A0h.`,
	],
	["proposed-start", (extras: string) => `Con la hora de entrada del diagrama de turnos${extras}.`],
	["night-unknown", (extras: string) => `Sin hora de entrada${extras}: falta sumar la noche.`],
	["no-compensation", (extras: string) => `Sin decir cómo se compensa${extras}: va como pago.`],
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
	return sentences.filter(([doubt]) => doubts.includes(doubt)).map(([, sentence]) => sentence(""));
}

/** One sentence for each doubt of several entries, with the number of entries: "En un feriado a confirmar (1 extra)." */
export function countedDoubtLines(counts: DoubtCounts): string[] {
	return sentences.flatMap(([doubt, sentence]) => {
		const count = counts[doubt];
		return count ? [sentence(` (${counted(count, "extra")})`)] : [];
	});
}
