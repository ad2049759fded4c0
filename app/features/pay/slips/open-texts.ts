import { countedDoubtLines, hasDoubts } from "~/features/law/doubts";
import { ofPeriod, sinceName } from "~/features/law/pay-period";
import { premiumName, UNCLASSIFIED } from "~/features/law/premiums";
import { capitalised } from "~/lib/capitalised";
import { type CivilDate, formatShortDate } from "~/lib/time/civil-date";
import { inHours } from "~/lib/time/minutes";
import {
	addUp,
	isEqual,
	isOpen,
	isRunning,
	type Logged,
	type OpenDifferences,
	type Slip,
	unsettledOf,
} from "./slip";
import {
	type ComparedSlip,
	compareSlip,
	differenceText,
	UNFINISHED,
	withoutUnclassified,
} from "./slip-texts";

/**
 * Writes the differences between pay slips and the worker's entries as sentences: "3 h al 50 % desde agosto de 2026",
 * with "?" after the hours if entries with doubts are in them.
 * `less`: hours that the slips lack. `more`: hours that the slips have in excess.
 */
export function openTexts(open: OpenDifferences) {
	const texts = Object.entries(open).map(([percent, { amount, since, sign }]) => ({
		isLess: amount > 0,
		text: `${inHours(Math.abs(amount))} ${premiumName(percent)}${sign} desde ${sinceName(since)}`,
	}));
	const textsOf = (isLess: boolean) => texts.filter((each) => each.isLess === isLess).map(({ text }) => text);
	return { less: textsOf(true), more: textsOf(false) };
}

/** All differences in one line, "" without one. */
export function openNote({ less, more }: ReturnType<typeof openTexts>): string {
	return [less.length > 0 && `Faltan: ${less.join("; ")}.`, more.length > 0 && `De más: ${more.join("; ")}.`]
		.filter(Boolean)
		.join(" ");
}

/**
 * Returns the sentence for pay slips that agree with the entries in total; null if a difference is open. The sentence
 * also says how many hours are not compared, because their premium is unknown.
 * @param slips all slips that the worker has not marked as settled
 */
export function nothingOpenText(slips: readonly ComparedSlip[], open: OpenDifferences): string | null {
	if (Object.keys(open).length > 0) return null;
	const minutes = unclassifiedOf(slips);
	const except = minutes > 0 ? `, ${withoutUnclassified(minutes)}` : "";
	const isUnsure = slips.some(({ logged }) => hasDoubts(logged.doubts));
	if (!slips.every(({ difference }) => isEqual(difference)))
		return `Nada en total${except || (isUnsure ? ", con extras sin confirmar" : "")}: lo que faltaba en un recibo está en otro.`;
	if (minutes > 0) return `Ninguna diferencia${except}.`;
	if (isUnsure) return "Ninguna diferencia, pero hay extras sin confirmar: mirá cada período.";
	return "Nada: las horas de los recibos que cargaste coinciden con tus extras, o ya se arreglaron.";
}

/**
 * Describes how the unsettled pay slips differ from the worker's entries: as sentences for the page, and as the lines of a
 * message to the paymaster, null if no slip is open (see `isOpen`).
 * @param slips newest first
 */
export function describeOpen(
	slips: readonly Slip[],
	loggedOf: (start: CivilDate) => Logged,
	today: CivilDate,
) {
	const compared = unsettledOf(slips)
		.map((slip) => compareSlip(slip, loggedOf(slip.start)))
		.reverse();
	const open = addUp(compared);
	const toSend = compared.filter(({ logged, difference }) => isOpen(logged, difference));
	return {
		open: { ...openTexts(open), nothing: nothingOpenText(compared, open) },
		summary: toSend.length > 0 ? summaryLines(toSend, open, today) : null,
	};
}

/** Maximum number of periods in a summary, which must fit into a link that opens WhatsApp. */
const MAX_PERIODS = 12;

/**
 * Writes the lines of a message or a printed page: how each slip differs from the worker's entries, then the sums that
 * no later slip makes up for.
 * @param compared unsettled pay slips for which `isOpen` is true, oldest first
 */
export function summaryLines(compared: readonly ComparedSlip[], open: OpenDifferences, today: CivilDate) {
	const { less, more } = openTexts(open);
	const shown = compared.slice(-MAX_PERIODS);
	const before = compared.length - shown.length;
	const unclassified = unclassifiedOf(compared);
	return [
		`Horas extra: diferencias entre mi registro y los recibos, al ${formatShortDate(today)}`,
		...(before > 0 ? ["", beforeText(before)] : []),
		...shown.flatMap((each) => [
			"",
			`Recibo ${ofPeriod(each.slip)}`,
			...differentLines(each),
			...(isRunning(each.slip, each.logged, today) ? [UNFINISHED] : []),
			...countedDoubtLines(each.logged.doubts),
		]),
		"",
		...(less.length > 0 ? [`En total, según mi registro faltan: ${less.join("; ")}.`] : []),
		...(more.length > 0 ? [`En total, los recibos tienen de más: ${more.join("; ")}.`] : []),
		...(unclassified > 0 ? [`En total, sin clasificar según mi registro: ${inHours(unclassified)}.`] : []),
		"No se cuentan las extras compensadas con franco o banco de horas como horas a pagar.",
	];
}

function beforeText(count: number): string {
	return count === 1
		? "1 período anterior está sumado en el total."
		: `${count} períodos anteriores están sumados en el total.`;
}

function differentLines({ slip, logged, difference }: ComparedSlip): string[] {
	if (isEqual(difference)) return [`Coincide, ${withoutUnclassified(logged.premiums[UNCLASSIFIED] ?? 0)}.`];
	return Object.entries(difference).map(
		([percent, minutes]) =>
			`${capitalised(premiumName(percent))}: ${inHours(logged.premiums[percent] ?? 0)} según mi registro, ${inHours(slip.premiums[percent] ?? 0)} según el recibo: ${differenceText(minutes, inHours)}.`,
	);
}

function unclassifiedOf(compared: readonly ComparedSlip[]): number {
	return compared.reduce((sum, { logged }) => sum + (logged.premiums[UNCLASSIFIED] ?? 0), 0);
}
