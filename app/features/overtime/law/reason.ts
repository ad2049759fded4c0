import { type Holiday, type HolidaysOn, strongestKind } from "~/features/holidays/holiday-rule";
import { formatHours, shortClock } from "~/features/overtime/minutes";
import { type CivilDate, weekdayName, weekdayOf } from "~/lib/time/civil-date";
import {
	type ExtraToSplit,
	isWholeDay100,
	type Piece,
	piecesOf,
	SATURDAY,
	type Split,
	SUNDAY,
	splitOf,
} from "./classify";
import { type DayOffWork, dayOffNote } from "./day-off";
import { type OvertimeRules, overtimeRules, ruleOn } from "./overtime-rules";

export interface KeptExtra extends ExtraToSplit, Split {
	/** Whether the worker has replaced the computed 50 % and 100 % hours. */
	hasOwnSplit: boolean;
}

/**
 * Explains an entry's pay by the legal rule, and what is uncertain: "5 h al 50 % y 3 h al 100 % porque es sábado después
 * de las 13".
 */
export function ruleReason(
	extra: ExtraToSplit,
	holidaysOn: HolidaysOn,
	dayOff?: DayOffWork,
	rules: OvertimeRules = overtimeRules,
): string {
	const pieces = piecesOf(extra, holidaysOn, rules);
	return reasonOf({ extra, pieces, split: splitOf(extra, pieces, rules) }, holidaysOn, dayOff, rules);
}

interface ClassifiedExtra {
	extra: ExtraToSplit;
	pieces: readonly Piece[];
	split: Split;
}

function reasonOf(
	{ extra, pieces, split }: ClassifiedExtra,
	holidaysOn: HolidaysOn,
	dayOff: DayOffWork | undefined,
	rules: OvertimeRules,
): string {
	const days = [...new Set(pieces.map(({ date }) => date))];
	const amounts = amountsOf(split, dayOff !== undefined && dayOff.agreed === undefined).join(" y ");
	if (split.minutesUnclassified > 0) {
		const rates = days.map((date) => rateInWords(date, holidaysOn(date), rules));
		const because = `${amounts} porque depende de la hora: ${rates.join("; ")}`;
		return dayOff ? `${because}. ${dayOffNote(dayOff)}` : because;
	}
	const because = new Set(
		pieces
			.filter(({ rate }) => rate === 100)
			.map(({ date }) => why100(date, date === extra.date, holidaysOn(date), rules)),
	);
	const notes = days.flatMap((date) => dayNotes(date, date === extra.date, holidaysOn(date)));
	if (because.size === 0 && notes.length === 0 && !dayOff) notes.push("día común");
	const told = because.size > 0 ? `${amounts} porque ${[...because].join(" y ")}` : amounts;
	return [told, ...notes].join(", ") + (dayOff ? `. ${dayOffNote(dayOff)}` : "");
}

/**
 * Explains the hours by premium that an entry has. Gives the legal reason only if the legal rule results in these hours.
 */
export function keptReason(extra: KeptExtra, holidaysOn: HolidaysOn, dayOff?: DayOffWork): string {
	if (extra.hasOwnSplit) return `${amountsOf(extra).join(", ")}: lo pusiste vos`;
	const pieces = piecesOf(extra, holidaysOn, overtimeRules);
	const split = splitOf(extra, pieces, overtimeRules);
	const isRules = (["minutes50", "minutes100", "minutesUnclassified"] as const).every(
		(name) => split[name] === extra[name],
	);
	if (isRules) return reasonOf({ extra, pieces, split }, holidaysOn, dayOff, overtimeRules);
	const why = extra.startMinute === null ? ", depende de la hora de entrada" : "";
	return `${amountsOf(extra).join(" y ")}: a revisar${why}`;
}

/** The hours with each premium: ["5 h al 50 %", "3 h al 100 %"]. */
function amountsOf(split: Split, isUnsure = false): string[] {
	const { minutes50, minutes100, minutesUnclassified } = split;
	return [
		minutes50 > 0 && `${formatHours(minutes50)} h al 50 %${isUnsure ? " (no es seguro)" : ""}`,
		minutes100 > 0 && `${formatHours(minutes100)} h al 100 %`,
		minutesUnclassified > 0 && `${formatHours(minutesUnclassified)} h sin clasificar`,
	].filter((amount) => amount !== false);
}

/** Says why part of an entry has a 100 % premium, in words that follow "porque" (because). */
function why100(
	date: CivilDate,
	isFirstDay: boolean,
	holidays: readonly Holiday[],
	rules: OvertimeRules,
): string {
	const holiday = holidayOf(holidays, "feriado");
	if (holiday) return `${isFirstDay ? "" : `el ${weekdayName(date)} `}es feriado (${nameOf(holiday)})`;
	if (weekdayOf(date) === SUNDAY) return isFirstDay ? "es domingo" : "después es domingo";
	const hour = shortClock(ruleOn(date, rules).saturday100Minute);
	return isFirstDay ? `es sábado después de las ${hour}` : `el sábado pasa de las ${hour}`;
}

/** Names a day's premiums in order of time: "el sábado va al 50 % hasta las 13 y después al 100 %". */
function rateInWords(date: CivilDate, holidays: readonly Holiday[], rules: OvertimeRules): string {
	const day = `el ${weekdayName(date)} va al`;
	const holiday = holidayOf(holidays, "feriado");
	if (holiday) return `${day} 100 % (${nameOf(holiday)})`;
	if (isWholeDay100(date, holidays)) return `${day} 100 %`;
	if (weekdayOf(date) !== SATURDAY) return `${day} 50 %`;
	return `${day} 50 % hasta las ${shortClock(ruleOn(date, rules).saturday100Minute)} y después al 100 %`;
}

/** Returns a note about a union holiday or a non-working day, which have no premium of their own by law. */
function dayNotes(date: CivilDate, isFirstDay: boolean, holidays: readonly Holiday[]): string[] {
	const day = isFirstDay ? "" : `el ${weekdayName(date)} es `;
	const unionDay = holidayOf(holidays, "gremial");
	if (unionDay) return [`${day}día gremial (${nameOf(unionDay)}): ${unionPay(unionDay)}`];
	const isCommon = holidayOf(holidays, "no_laborable") && !isWholeDay100(date, holidays);
	return isCommon ? [`${day}no laborable: se paga como día común`] : [];
}

/**
 * Note about the union holiday. By CCT 260/75, art. 41, the worker gets the worked hours and one additional day's
 * wage. Other agreements may differ.
 */
function unionPay({ source }: Holiday): string {
	return source.startsWith("CCT 260/75")
		? "si tu convenio es el CCT 260/75, su art. 41 paga lo trabajado y un jornal más"
		: `fijate si tu convenio lo paga distinto (${source})`;
}

/** Returns the first holiday of the given kind, unless a stronger kind of holiday falls on the same day. */
function holidayOf(holidays: readonly Holiday[], kind: Holiday["kind"]): Holiday | undefined {
	return strongestKind(holidays) === kind ? holidays.find((each) => each.kind === kind) : undefined;
}

function nameOf({ name, confirmed }: Holiday): string {
	return confirmed ? name : `${name}, a confirmar`;
}
