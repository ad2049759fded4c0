import {
	type CrewLetter,
	type Diagram,
	type ShiftLetter,
	shiftLetters,
	workLettersOf,
} from "~/features/diagrams/cycle";
import { shiftText, shiftWithHours } from "~/features/diagrams/shift-text";
import { describe, MissingTouristDays } from "~/features/holidays/holiday-list";
import { nightHours, ruleSources } from "~/features/law/overtime-rules";
import type { HolidayAnswer } from "~/features/shift/answers";
import { capitalised } from "~/lib/capitalised";
import { counted } from "~/lib/counted";
import { listed } from "~/lib/listed";
import {
	type CivilDate,
	civilDate,
	datePartsOf,
	dayNumber,
	formatDayOfYear,
	formatLongDate,
} from "~/lib/time/civil-date";
import { inHours } from "~/lib/time/minutes";
import { LinkItem } from "~/ui/link-item";
import { TotalsTable } from "~/ui/totals-table";
import { countHolidays, datesOf, type YearFigures } from "./year-figures";

interface WorkYearProps {
	/** The year's only diagram; undefined if there were several or none. */
	diagram?: Diagram;
	year: number;
	today: CivilDate;
	figures: YearFigures;
	holidays: readonly HolidayAnswer[];
}

/** Shows the year of a crew or worker: holidays worked, holidays off, and the numbers of days and hours. */
export function WorkYear({ diagram, year, today, figures, holidays }: WorkYearProps) {
	const { all, worked, toConfirm } = countHolidays(holidays);
	const feriados = holidays.filter(({ kind }) => kind === "feriado");
	const others = holidays.filter(({ kind }) => kind !== "feriado");
	const { days, workMinutes, nightMinutes, busiestWeek } = figures;
	const { monday, minutes } = busiestWeek;
	// The first week may begin in the year before, where the same day and month name another weekday.
	const since = datePartsOf(monday).year === year ? formatDayOfYear(monday) : formatLongDate(monday);
	const range = { start: civilDate(year, 1, 1), end: civilDate(year, 12, 31) };
	const isAllKnown = days === dayNumber(range.end) - dayNumber(range.start) + 1;
	return (
		<>
			<h2>Feriados que te tocan</h2>
			<p>
				De {all === 1 ? "1 feriado" : `los ${all} feriados`} de {year}
				{!isAllKnown && " en que sabemos tu turno"}
				{toConfirm}, trabajás en <b>{worked}</b> y tenés <b>{all - worked}</b>{" "}
				{all - worked === 1 ? "libre" : "libres"}.
			</p>
			<MissingTouristDays year={year} today={today} holidays={holidays} />
			<div className="cards">
				<YearHolidays title="Trabajás" holidays={feriados.filter(({ works }) => works)} today={today} />
				<YearHolidays title="Libres" holidays={feriados.filter(({ works }) => !works)} today={today} />
				{others.length > 0 && (
					<YearHolidays title="Aparte: no son feriados" holidays={others} today={today} isMixed />
				)}
			</div>
			<h2>{year} en números</h2>
			<div className="cards">
				<div className="card">
					<DayFigures diagram={diagram} figures={figures} />
				</div>
				<div className="card">
					<TotalsTable
						caption="Horas"
						rows={[
							["En el año", inHours(workMinutes)],
							["Por semana, en promedio", averageHours(workMinutes, days)],
							["En la semana más cargada", inHours(minutes), `(desde el ${since})`],
							[`De noche, de ${nightHours(range)}`, inHours(nightMinutes)],
						]}
					/>
				</div>
			</div>
			<p className="hint">
				Cada turno cuenta entero en el día en que empieza. Las horas de noche son las legales (
				{ruleSources(range)}): es información, no una liquidación.
			</p>
		</>
	);
}

function DayFigures({ diagram, figures }: Pick<WorkYearProps, "diagram" | "figures">) {
	const { letters, absences, freeSaturdays, freeSundays, freeWeekends, freeWeekendsAfterNight } = figures;
	// If the diagram changed during the year, a letter may stand for different hours, so only the shift is named.
	const nameOf = (letter: ShiftLetter) => (diagram ? shiftWithHours(diagram, letter) : shiftText(letter));
	const work = diagram
		? workLettersOf(diagram)
		: shiftLetters.filter((each) => each !== "F" && letters[each]);
	const afterNight = `en ${freeWeekendsAfterNight}, el sábado a la mañana salís del turno del viernes`;
	return (
		<TotalsTable
			caption="Días"
			rows={[
				...work.map((letter) => [nameOf(letter), letters[letter] ?? 0] as const),
				["Francos", letters.F ?? 0],
				...(absences > 0 ? [["Ausencias", absences, "(vacaciones, licencia y otras)"] as const] : []),
				["Sábados libres", freeSaturdays],
				["Domingos libres", freeSundays],
				["Fines de semana libres", freeWeekends, freeWeekendsAfterNight > 0 ? `(${afterNight})` : undefined],
			]}
		/>
	);
}

/** Average hours per seven days: "42,1 h". */
function averageHours(minutes: number, days: number): string {
	const tenths = Math.round((minutes * 7) / Math.max(1, days) / 6);
	return `${String(tenths / 10).replace(".", ",")}\u00a0h`;
}

interface YearHolidaysProps {
	title: string;
	holidays: readonly HolidayAnswer[];
	today: CivilDate;
	/** Whether some of the days are worked and others free, so that each says which. */
	isMixed?: boolean;
}

/**
 * List of the holidays on which the worker works, of the holidays on which the worker is free, or of days that are no
 * public holidays. Past holidays of the current year are folded.
 */
function YearHolidays({ title, holidays, today, isMixed }: YearHolidaysProps) {
	const isCurrentYear = holidays.some(({ date }) => date.slice(0, 4) === today.slice(0, 4));
	const past = isCurrentYear ? holidays.filter(({ date }) => date < today) : [];
	const pastDays = datesOf(past).length;
	const shown = holidays.slice(past.length);
	return (
		<section className="card">
			<h3>{title}</h3>
			{shown.length > 0 ? (
				<List holidays={shown} isMixed={isMixed} />
			) : (
				<p>{past.length > 0 ? "Ninguno más." : "Ninguno."}</p>
			)}
			{past.length > 0 && (
				<details className="fold">
					<summary>{pastDays === 1 ? "Ya pasó 1" : `Ya pasaron ${pastDays}`}</summary>
					<List holidays={past} isMixed={isMixed} />
				</details>
			)}
		</section>
	);
}

/** One item a date, as `countHolidays` counts. */
function List({ holidays, isMixed }: Pick<YearHolidaysProps, "holidays" | "isMixed">) {
	return (
		<ul className="holidays">
			{datesOf(holidays).map((date) => {
				const ofDate = holidays.filter((holiday) => holiday.date === date);
				const worked = ofDate.find(({ works }) => works);
				return (
					<li key={date}>
						<b>{capitalised(formatDayOfYear(date))}</b> {listed(ofDate.map(describe))}
						{worked ? `: ${workText(worked)}` : isMixed && ": libre"}
					</li>
				);
			})}
		</ul>
	);
}

/** Describes the work on a holiday: the end of the night shift from the day before, a shift on the holiday, or both. */
function workText({ letter, startsAfterNight }: HolidayAnswer): string {
	if (letter === "F") return "la madrugada, hasta salir del turno";
	const work = shiftText(letter).toLowerCase();
	return startsAfterNight ? `la madrugada y ${work}` : work;
}

type CrewYear = Omit<WorkYearProps, "today"> & { crew: CrewLetter };

/** Each crew's year in one line, with a link to the crew's figures for that year. */
export function CrewYears({ years }: { years: readonly CrewYear[] }) {
	return (
		<ul className="links card">
			{years.map(({ crew, year, figures: { letters, freeSundays, freeWeekends }, holidays }) => (
				<LinkItem key={crew} href={`?year=${year}&crew=${crew}`}>
					<b>Escuadra {crew}:</b> {counted(letters.F ?? 0, "franco")}, {counted(freeSundays, "domingo")} y{" "}
					{counted(freeWeekends, "fin de semana libre", "fines de semana libres")}, trabaja en{" "}
					{counted(countHolidays(holidays).worked, "feriado")}
					{countHolidays(holidays).toConfirm}
				</LinkItem>
			))}
		</ul>
	);
}
