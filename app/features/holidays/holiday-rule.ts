/**
 * Computes the Argentine national holidays of a year by the law 27.399. A movable holiday on a weekend stays unless a
 * resolution moves it. The union holiday on 7 September comes from the collective agreement CCT 260/75, art. 41.
 */
import { addDays, type CivilDate, civilDate, datePartsOf, weekdayOf } from "~/lib/time/civil-date";

/** Kinds of holidays. A day with several holidays counts as the kind that comes first in this list. */
export const holidayKinds = ["feriado", "gremial", "no_laborable"] as const;
export type HolidayKind = (typeof holidayKinds)[number];

export interface Holiday {
	date: CivilDate;
	name: string;
	kind: HolidayKind;
	/** Whether the date is certain: fixed by law, or found in the official calendar of its year. */
	confirmed: boolean;
	source: string;
}

/** Returns the holidays of a day. */
export type HolidaysOn = (date: CivilDate) => readonly Holiday[];

export const holidayKindNames: Readonly<Record<HolidayKind, string>> = {
	feriado: "feriado",
	gremial: "día gremial",
	no_laborable: "no laborable",
};

/** Returns the kind among a day's holidays that comes first in `holidayKinds`; undefined without a holiday. */
export function strongestKind(holidays: readonly Pick<Holiday, "kind">[]): HolidayKind | undefined {
	return holidayKinds.find((kind) => holidays.some((holiday) => holiday.kind === kind));
}

/**
 * Returns the first holiday of the given kind, a confirmed one if there is one, unless a stronger kind of holiday falls on
 * the same day.
 */
export function holidayOf(holidays: readonly Holiday[], kind: HolidayKind): Holiday | undefined {
	if (strongestKind(holidays) !== kind) return undefined;
	const same = holidays.filter((each) => each.kind === kind);
	return same.find(({ confirmed }) => confirmed) ?? same[0];
}

/**
 * The first public holiday (`feriado`) on or after `from`.
 * @param holidays in the order of their dates
 */
export function nextHoliday(holidays: readonly Holiday[], from: CivilDate): Holiday | undefined {
	return holidays.find(({ date, kind }) => date >= from && kind === "feriado");
}

/** Name of the tourist days (bridge days), which are announced each year by decree or resolution. */
export const TOURIST_DAY = "Fines turísticos";

/**
 * Computes the holidays of a year in order. The law fixes most of them for every year; the movable ones are unconfirmed,
 * because a resolution may move them otherwise. Tourist days (bridge days) follow no rule and are missing.
 */
export function proposeHolidays(year: number): Holiday[] {
	const easter = easterSunday(year);
	const day = (month: number, dayOfMonth: number) => civilDate(year, month, dayOfMonth);
	const movable: [CivilDate, string][] = [
		[moved(day(6, 17)), "Paso a la Inmortalidad de Güemes"],
		[moved(day(8, 17)), "Paso a la Inmortalidad de San Martín"],
		[moved(day(10, 12)), "Diversidad Cultural"],
		[moved(day(11, 20)), "Soberanía Nacional"],
	];
	const fixed: [CivilDate, string, HolidayKind?][] = [
		[day(1, 1), "Año Nuevo"],
		[addDays(easter, -48), "Carnaval"],
		[addDays(easter, -47), "Carnaval"],
		[day(3, 24), "Día de la Memoria por la Verdad y la Justicia"],
		[day(4, 2), "Veterano y Caídos en Malvinas"],
		[addDays(easter, -3), "Jueves Santo", "no_laborable"],
		[addDays(easter, -2), "Viernes Santo"],
		[day(5, 1), "Día del Trabajador"],
		[day(5, 25), "Revolución de Mayo"],
		[day(6, 20), "Paso a la Inmortalidad de Belgrano"],
		[day(7, 9), "Independencia"],
		[day(9, 7), "Día del Trabajador Metalúrgico", "gremial"],
		[day(12, 8), "Inmaculada Concepción"],
		[day(12, 25), "Navidad"],
	];
	const source = "Ley 27.399, por regla";
	return [
		...movable.map(([date, name]) => ({ date, name, kind: "feriado" as const, confirmed: false, source })),
		...fixed.map(([date, name, kind = "feriado"]) => ({
			date,
			name,
			kind,
			confirmed: true,
			source: kind === "gremial" ? "CCT 260/75, art. 41" : source,
		})),
	].sort((one, other) => one.date.localeCompare(other.date));
}

/** Moves a holiday from Tuesday or Wednesday to the Monday before, from Thursday or Friday to the Monday after. */
function moved(date: CivilDate): CivilDate {
	const weekday = weekdayOf(date);
	if (weekday === 2 || weekday === 3) return addDays(date, 1 - weekday);
	if (weekday === 4 || weekday === 5) return addDays(date, 8 - weekday);
	return date;
}

/** Gregorian Easter Sunday by the anonymous algorithm (Meeus, Astronomical Algorithms, chapter 8). */
export function easterSunday(year: number): CivilDate {
	const a = year % 19;
	const b = Math.floor(year / 100);
	const c = year % 100;
	const d = Math.floor(b / 4);
	const e = b % 4;
	const f = Math.floor((b + 8) / 25);
	const g = Math.floor((b - f + 1) / 3);
	const h = (19 * a + b - d - g + 15) % 30;
	const i = Math.floor(c / 4);
	const k = c % 4;
	const l = (32 + 2 * e + 2 * i - h - k) % 7;
	const m = Math.floor((a + 11 * h + 22 * l) / 451);
	const monthAndDay = h + l - 7 * m + 114;
	return civilDate(year, Math.floor(monthAndDay / 31), (monthAndDay % 31) + 1);
}

/** A year with its holidays. */
export interface YearOfHolidays {
	year: number;
	today: CivilDate;
	holidays: readonly Pick<Holiday, "date" | "name">[];
}

/** Says that the tourist days (bridge days) of the current or a later year are missing; undefined if none are. */
export function missingTouristDays({ year, today, holidays }: YearOfHolidays): string | undefined {
	const isListed = holidays.some(({ date, name }) => datePartsOf(date).year === year && name === TOURIST_DAY);
	if (year < datePartsOf(today).year || isListed) return undefined;
	return `Faltan los días con fines turísticos de ${year}: cuando se cargaron estos feriados no estaban publicados.`;
}
