/**
 * Sentences about a pay slip and the overtime entries of its period. Workers show these sentences to a paymaster, so
 * they state facts with their sources, accuse nobody and name what is uncertain.
 */
import { doubtSign, hasDoubts } from "~/features/law/doubts";
import { includedTexts } from "~/features/law/included";
import { type DateRange, ofPeriod } from "~/features/law/pay-period";
import {
	FOR_DAY_OFF,
	isSamePremiums,
	type Premiums,
	percentsOf,
	premiumName,
	premiumTexts,
	UNCLASSIFIED,
} from "~/features/law/premiums";
import { capitalised } from "~/lib/capitalised";
import { counted } from "~/lib/counted";
import { type CivilDate, formatShortDate } from "~/lib/time/civil-date";
import { inHours } from "~/lib/time/minutes";
import { HOUR_MINUTES } from "~/lib/units/durations";
import type { Deletion } from "~/ui/deletion/delete-dialog";
import { differenceOf, type Logged, type Slip } from "./slip";
import { LEGAL_PERCENTS, percentsIn } from "./slip-schemas";

/** A pay slip with the sums of the overtime entries of its period. */
export type ComparedSlip = ReturnType<typeof compareSlip>;

export function compareSlip(slip: Slip, logged: Logged) {
	return { slip, logged, difference: differenceOf(logged, slip) };
}

/**
 * Compares a slip with the entries, line by line, with the difference as a text: "coincide", "3 h menos en el recibo" or
 * "3 h más en el recibo". Days off have a line only if the slip mentions days off.
 */
export function comparedLines({ slip, logged, difference }: ComparedSlip) {
	const percents = percentsOf(logged.premiums, slip.premiums);
	const shown = percents.length > 0 ? percents : percentsIn(LEGAL_PERCENTS);
	const hours = shown.map((percent) => ({
		name: capitalised(premiumName(String(percent))),
		logged: inHours(logged.premiums[percent] ?? 0),
		onSlip: inHours(slip.premiums[percent] ?? 0),
		difference: difference[percent]
			? differenceText(difference[percent], inHours)
			: `coincide${reserveOf(logged)}`,
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

/** The answer to "am I paid right?" in a few words: "Faltan 3 h", "Coincide"; "?" marks doubts about the hours. */
export function verdictOf({ slip, logged, difference }: ComparedSlip): string {
	if (slip.settledOn) return "Ya se arregló";
	const minutes = Object.values(difference);
	const sumOf = (some: readonly number[]) => Math.abs(some.reduce((sum, each) => sum + each, 0));
	const less = sumOf(minutes.filter((each) => each > 0));
	const more = sumOf(minutes.filter((each) => each < 0));
	const sign = doubtSign(logged.doubts);
	if (less > 0 && more > 0) return `No coincide${sign}`;
	if (less > 0) return `${less > HOUR_MINUTES ? "Faltan" : "Falta"} ${inHours(less)}${sign}`;
	if (more > 0) return `${inHours(more)} de más${sign}`;
	const hasSameDaysOff = slip.daysOff === null || slip.daysOff === logged.dayOff.count;
	return `${hasSameDaysOff ? "Coincide" : "Coinciden las horas"}${reserveOf(logged)}`;
}

/** The colour of the answer: red for hours that the slip lacks, green for a slip that agrees without a doubt. */
export function toneOf(compared: ComparedSlip): "bad" | "good" | "" {
	if (compared.slip.settledOn) return "";
	if (Object.values(compared.difference).some((minutes) => minutes > 0)) return "bad";
	return verdictOf(compared) === "Coincide" ? "good" : "";
}

/** Follows "coincide": what of a slip with the same hours as the worker's entries is not compared, or may still change. */
function reserveOf(logged: Logged): string {
	const unclassified = logged.premiums[UNCLASSIFIED];
	if (unclassified) return `, ${withoutUnclassified(unclassified)}`;
	return hasDoubts(logged.doubts) ? ", con extras sin confirmar" : "";
}

/** Names the hours that are not compared with the pay slip, because their premium is unknown. */
export function withoutUnclassified(minutes: number): string {
	return `sin contar lo que está sin clasificar (${inHours(minutes)})`;
}

/** Lists the hours of the entries that count as paid with money: "8 h al 50 %, 4 h al 100 %"; "?" marks doubts. */
export function loggedText({ premiums, doubts }: Pick<Logged, "premiums" | "doubts">): string {
	return premiumTexts(premiums).join(", ") + doubtSign(doubts) || "ninguna hora con pago";
}

/**
 * Says in a sentence what `loggedText` lists.
 * @param isRunning as `isRunning` tells
 */
export function loggedSentence(logged: Pick<Logged, "premiums" | "doubts">, isRunning: boolean): string {
	if (isRunning) return `Hasta ahora: ${loggedText(logged)}`;
	const no = Object.keys(logged.premiums).length === 0 ? "no " : "";
	return capitalised(`${no}anotaste ${loggedText(logged)}`);
}

/** Said of a comparison with hours to which some may still be added, as `isRunning` tells. */
export const UNFINISHED = "Contado hasta ahora: el período o alguna extra todavía no terminó.";

/**
 * Says what a settled slip's entries were when it was settled, and what they are now; undefined without a difference.
 * @param settled minutes by premium when the slip was settled
 * @param changedOn day on which they last changed, if known
 */
export function changedTextOf(
	settled: Premiums | undefined,
	logged: Pick<Logged, "premiums">,
	changedOn: CivilDate | undefined,
): string | undefined {
	if (!settled || isSamePremiums(settled, logged.premiums)) return undefined;
	const [before, after] = [settled, logged.premiums].map(
		(premiums) => premiumTexts(premiums).join(", ") || inHours(0),
	);
	const when = changedOn ? `El ${formatShortDate(changedOn)}` : "Después";
	return `${when} cambiaron tus horas o sus recargos: cuando se arregló eran ${before}; ahora son ${after}.`;
}

/** Sentences about entries that a slip does not pay, or not yet, so that they are not compared with it. */
export function leftOutTexts(logged: Omit<Logged, "doubts">): string[] {
	const given = logged.premiums[FOR_DAY_OFF] ?? 0;
	return [
		...(given > 0 ? [`${inHours(given)} en francos, por los que el convenio da franco compensatorio.`] : []),
		...includedTexts(logged),
	];
}

/** Texts of the dialog that confirms the deletion of a slip. */
export function deletionOf(slip: DateRange): Deletion {
	return {
		idFile: slip.start,
		question: "¿Querés eliminar este recibo?",
		what: `Recibo ${ofPeriod(slip)}`,
		consequence: "Se eliminan también sus diferencias. Tus extras quedan como están.",
	};
}

/** Returns "3 h menos en el recibo", or "3 h más en el recibo" for a negative amount. */
export function differenceText(amount: number, toText: (amount: number) => string): string {
	return `${toText(Math.abs(amount))} ${amount > 0 ? "menos" : "más"} en el recibo`;
}

function daysOffText(count: number): string {
	return counted(count, "franco");
}
