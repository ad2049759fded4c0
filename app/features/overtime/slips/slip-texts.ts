/**
 * Sentences about slips and overtime entries. A worker shows them to a paymaster: they state facts by source, accuse
 * nobody and name what is not sure.
 */
import { formatHours } from "~/features/overtime/minutes";
import type { DateRange } from "~/features/profile/pay-period";
import { type CivilDate, formatShortDate } from "~/lib/time/civil-date";
import { ofPeriod, sinceName } from "./periods";
import {
	type Difference,
	type DifferenceName,
	differenceNames,
	type Entries,
	type Logged,
	type OpenDifference,
	type Slip,
} from "./slip";

/** A slip that is compared with the overtime entries of its period. */
export interface ComparedSlip extends DateRange {
	slip: Slip;
	logged: Logged;
	difference: Difference;
}

/** One line of a comparison, in words. */
export interface ComparedLine {
	name: string;
	logged: string;
	onSlip: string;
	/** "coincide", "3 h menos en el recibo" or "3 h más en el recibo", compared with what the worker logged. */
	difference: string;
}

const names: Readonly<Record<DifferenceName, string>> = {
	minutes50: "Al 50 %",
	minutes100: "Al 100 %",
	daysOff: "Francos",
};

/** The comparison of a slip, line by line. Days off are a line only when the slip names them. */
export function comparedLines({ slip, logged, difference }: ComparedSlip): ComparedLine[] {
	const mine = { minutes50: logged.minutes50, minutes100: logged.minutes100, daysOff: logged.dayOff.count };
	return differenceNames.flatMap((name) => {
		const onSlip = slip[name];
		if (onSlip === null) return [];
		const line = {
			name: names[name],
			logged: amountText(name, mine[name]),
			onSlip: amountText(name, onSlip),
		};
		return [{ ...line, difference: differenceText(name, difference[name]) }];
	});
}

/** What the worker logged with pay in a period: "8 h al 50 %, 4 h al 100 %". */
export function loggedText({ minutes50, minutes100 }: Logged): string {
	if (minutes50 === 0 && minutes100 === 0) return "ninguna hora con pago";
	return `${formatHours(minutes50)} h al 50 %, ${formatHours(minutes100)} h al 100 %`;
}

/** What may still change the hours at 50 % and 100 %. */
export function unsureTexts({ minutesUnclassified, toReview, proposedStarts }: Logged): string[] {
	return [
		...(minutesUnclassified > 0
			? [`${formatHours(minutesUnclassified)} h sin clasificar: no se sabe si van al 50 o al 100 %.`]
			: []),
		...(toReview > 0 ? [`${countText(toReview)} para revisar: falta la hora de entrada.`] : []),
		...(proposedStarts > 0
			? [`${countText(proposedStarts)} con la hora de entrada que propone el diagrama.`]
			: []),
	];
}

/** The overtime entries that are not compared with what the slip pays. */
export function leftOutTexts({ dayOff, bank, undecided, planned }: Logged): string[] {
	return [
		...(undecided.count > 0
			? [`${entriesText(undecided)}, sin decir cómo se compensa${undecided.count === 1 ? "" : "n"}.`]
			: []),
		...(dayOff.count > 0 ? [`${entriesText(dayOff)}, con franco en lugar de pago.`] : []),
		...(bank.count > 0 ? [`${entriesText(bank)}, con banco de horas en lugar de pago.`] : []),
		...(planned > 0 ? [`${countText(planned)} con fecha posterior a hoy.`] : []),
	];
}

/**
 * What remains open after several periods: "3 h al 50 % desde agosto de 2026". What the slips have more of is a line of
 * its own.
 */
export function openTexts(open: Partial<Record<DifferenceName, OpenDifference>>): {
	less: string[];
	more: string[];
} {
	const texts = { less: [] as string[], more: [] as string[] };
	for (const name of differenceNames) {
		const found = open[name];
		if (!found) continue;
		const amount = amountText(name, Math.abs(found.amount));
		const rate = name === "daysOff" ? "" : ` ${names[name].toLowerCase()}`;
		texts[found.amount > 0 ? "less" : "more"].push(`${amount}${rate} desde ${sinceName(found.since)}`);
	}
	return texts;
}

/** Upper bound on the periods of a summary, which has to fit into the address that opens WhatsApp. */
const MAX_PERIODS = 12;

/**
 * The open differences as a text for a message or a printed page, by lines.
 * @param compared the slips that differ and are not settled, oldest first
 */
export function summaryLines(
	compared: readonly ComparedSlip[],
	open: Partial<Record<DifferenceName, OpenDifference>>,
	today: CivilDate,
): string[] {
	const { less, more } = openTexts(open);
	const shown = compared.slice(-MAX_PERIODS);
	const before = compared.length - shown.length;
	return [
		`Horas extra: diferencias entre mi registro y los recibos, al ${formatShortDate(today)}`,
		...(before > 0 ? ["", beforeText(before)] : []),
		...shown.flatMap((each) => [
			"",
			`Recibo ${ofPeriod(each)}`,
			...differentLines(each),
			...unsureTexts(each.logged),
		]),
		"",
		...(less.length > 0 ? [`En total, según mi registro quedan abiertas: ${less.join("; ")}.`] : []),
		...(more.length > 0 ? [`En total, los recibos tienen de más: ${more.join("; ")}.`] : []),
		"No se cuentan las extras compensadas con franco o banco de horas como horas a pagar.",
	];
}

function beforeText(count: number): string {
	return count === 1
		? "1 período anterior está sumado en el total."
		: `${count} períodos anteriores están sumados en el total.`;
}

function differentLines(compared: ComparedSlip): string[] {
	return comparedLines(compared)
		.filter(({ difference }) => difference !== SAME)
		.map(
			({ name, logged, onSlip, difference }) =>
				`${name}: ${logged} según mi registro, ${onSlip} según el recibo: ${difference}.`,
		);
}

const SAME = "coincide";

function differenceText(name: DifferenceName, amount: number): string {
	if (amount === 0) return SAME;
	return `${amountText(name, Math.abs(amount))} ${amount > 0 ? "menos" : "más"} en el recibo`;
}

function amountText(name: DifferenceName, amount: number): string {
	if (name !== "daysOff") return `${formatHours(amount)} h`;
	return amount === 1 ? "1 franco" : `${amount} francos`;
}

function entriesText({ count, minutes }: Entries): string {
	return `${countText(count)} (${formatHours(minutes)} h)`;
}

function countText(count: number): string {
	return count === 1 ? "1 extra" : `${count} extras`;
}
