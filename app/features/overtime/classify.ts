/** How an extra is paid: cut where the rate changes, each piece with its reason. Pure. */
import { type Holiday, strongestKind } from "~/features/holidays/holiday-rule";
import { addDays, type CivilDate, weekdayName, weekdayOf } from "~/lib/civil-date";
import { formatHours } from "./hours";
import { type OvertimeRule, ruleOn } from "./overtime-rules";

const DAY_MIN = 24 * 60;
const SATURDAY = 6;
const SUNDAY = 7;
const BECAUSE_SUNDAY = "es domingo";

/** The minutes of an extra by how they are paid. They add up to the extra; night minutes are counted apart. */
export interface Split {
	minutes50: number;
	minutes100: number;
	/** A Saturday without a start time: before 13 it is one, after it the other. */
	minutesUnclassified: number;
	/** Between 21 and 6. Null without a start time: unknown, not none. */
	minutesNight: number | null;
}

export interface ExtraTime {
	/** The day on which it starts. */
	date: CivilDate;
	/** Whole minutes, above 0 and up to 16 hours. */
	minutes: number;
	/** Minutes since midnight, if the worker gave it. */
	startMinute: number | null;
}

/** A part of an extra within one day and one rate. */
interface Piece {
	date: CivilDate;
	minutes: number;
	rate: 50 | 100 | "unclassified";
	/** Why it is not 50 %, in words that follow "porque". */
	reason?: string;
}

/** A day's holidays, for the day of the extra and the one after. */
export type HolidaysOn = (date: CivilDate) => readonly Holiday[];

/**
 * Splits an extra by the rule of its days: LCT art. 201 (50 % on common days; 100 % on Saturday after 13, Sunday and
 * holidays). Without a start time the whole day's kind decides, and a Saturday stays unclassified.
 */
export function splitExtra(extra: ExtraTime, holidaysOn: HolidaysOn): Split & { reason: string } {
	const pieces = piecesOf(extra, holidaysOn);
	const sum = (rate: Piece["rate"]) =>
		pieces.filter((piece) => piece.rate === rate).reduce((total, { minutes }) => total + minutes, 0);
	const split = {
		minutes50: sum(50),
		minutes100: sum(100),
		minutesUnclassified: sum("unclassified"),
		minutesNight: nightMinutes(extra),
	};
	return { ...split, reason: explain(extra, split, pieces) };
}

function piecesOf(extra: ExtraTime, holidaysOn: HolidaysOn): Piece[] {
	const { date, minutes, startMinute } = extra;
	if (startMinute === null) return [{ date, minutes, ...wholeDay(date, holidaysOn(date)) }];
	const end = startMinute + minutes;
	const tomorrow = addDays(date, 1);
	return [...dayPieces(date, startMinute, Math.min(end, DAY_MIN), holidaysOn(date))].concat(
		end > DAY_MIN ? dayPieces(tomorrow, 0, end - DAY_MIN, holidaysOn(tomorrow)) : [],
	);
}

/** The pieces of one day, from minute to minute of it. */
function dayPieces(date: CivilDate, from: number, to: number, holidays: readonly Holiday[]): Piece[] {
	const rule = ruleOn(date);
	const special = specialDay(date, rule, holidays);
	if (special) return [{ date, minutes: to - from, ...special }];
	if (weekdayOf(date) !== SATURDAY) return [{ date, minutes: to - from, rate: 50 }];
	const noon = Math.min(Math.max(rule.saturdayFrom, from), to);
	const pieces: Piece[] = [
		{ date, minutes: noon - from, rate: 50 },
		{ date, minutes: to - noon, rate: 100, reason: `es sábado después de las ${rule.saturdayFrom / 60}` },
	];
	return pieces.filter((piece) => piece.minutes > 0);
}

function wholeDay(date: CivilDate, holidays: readonly Holiday[]): Pick<Piece, "rate" | "reason"> {
	const rule = ruleOn(date);
	const special = specialDay(date, rule, holidays);
	if (special) return special;
	if (weekdayOf(date) !== SATURDAY) return { rate: 50 };
	return {
		rate: "unclassified",
		reason: `es sábado: antes de las ${rule.saturdayFrom / 60} va al 50 % y después al 100 %. Poné la hora de entrada`,
	};
}

/** A day that has one rate from midnight to midnight, other than the common one. */
function specialDay(
	date: CivilDate,
	rule: OvertimeRule,
	holidays: readonly Holiday[],
): Pick<Piece, "rate" | "reason"> | undefined {
	const kind = strongestKind(holidays);
	const holiday = holidays.find((each) => each.kind === kind);
	if (kind === "feriado" && holiday) {
		const doubt = holiday.confirmed ? "" : ", a confirmar";
		return { rate: 100, reason: `es feriado (${holiday.name}${doubt})` };
	}
	if (weekdayOf(date) === SUNDAY) return { rate: 100, reason: BECAUSE_SUNDAY };
	if (kind === "gremial" && holiday && rule.gremial === 100) {
		return { rate: 100, reason: `es día gremial (${holiday.name}, según tu convenio)` };
	}
	return undefined;
}

/** Minutes between 21 and 6 (LCT art. 200). */
function nightMinutes({ date, minutes, startMinute }: ExtraTime): number | null {
	if (startMinute === null) return null;
	const [from, to] = ruleOn(date).night;
	const end = startMinute + minutes;
	const overlap = (start: number, stop: number) =>
		Math.max(0, Math.min(end, stop) - Math.max(startMinute, start));
	return overlap(0, to) + overlap(from, DAY_MIN + to) + overlap(DAY_MIN + from, 2 * DAY_MIN);
}

/** "5 h al 50 % y 3 h al 100 % porque es sábado después de las 13" */
function explain(extra: ExtraTime, split: Split, pieces: readonly Piece[]): string {
	const amounts = [
		split.minutes50 > 0 && `${formatHours(split.minutes50)} h al 50 %`,
		split.minutes100 > 0 && `${formatHours(split.minutes100)} h al 100 %`,
		split.minutesUnclassified > 0 && `${formatHours(split.minutesUnclassified)} h sin clasificar`,
	].filter((amount) => amount !== false);
	const reasons = pieces.flatMap(({ date, reason }) => {
		if (!reason) return [];
		if (date === extra.date) return [reason];
		return [reason === BECAUSE_SUNDAY ? "después es domingo" : `el ${weekdayName(date)} ${reason}`];
	});
	return reasons.length > 0
		? `${amounts.join(" y ")} porque ${reasons.join(" y ")}`
		: `${amounts.join(" y ")}, día común`;
}
