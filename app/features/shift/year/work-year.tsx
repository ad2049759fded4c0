import {
	type CrewLetter,
	type Diagram,
	type ShiftLetter,
	shiftLetters,
	workLettersOf,
} from "~/features/diagrams/cycle";
import { shiftText, shiftWithHours } from "~/features/diagrams/shift-text";
import { MissingTouristDays } from "~/features/holidays/holiday-list";
import { nightHours, ruleSources } from "~/features/law/overtime-rules";
import { counted } from "~/lib/counted";
import { type CivilDate, civilDate, dayNumber, formatDayOfYear } from "~/lib/time/civil-date";
import { inHours } from "~/lib/time/minutes";
import { LinkItem } from "~/ui/link-item";
import { TotalsTable } from "~/ui/totals-table";
import { countHolidays, type HolidayOfYear, type YearFigures } from "./year-figures";
import { YearHolidays } from "./year-holidays";

interface WorkYearProps {
	/** The year's only diagram; undefined if there were several or none. */
	diagram?: Diagram;
	year: number;
	today: CivilDate;
	figures: YearFigures;
	holidays: readonly HolidayOfYear[];
}

/** Shows the year of a crew or worker: holidays worked, holidays off, and the numbers of days and hours. */
export function WorkYear({ diagram, year, today, figures, holidays }: WorkYearProps) {
	const { all, worked, areConfirmed } = countHolidays(holidays);
	const feriados = holidays.filter(({ kind }) => kind === "feriado");
	const others = holidays.filter(({ kind }) => kind !== "feriado");
	const isAllKnown = figures.days === dayNumber(civilDate(year + 1, 1, 1)) - dayNumber(civilDate(year, 1, 1));
	return (
		<>
			<h2>Feriados que te tocan</h2>
			<p>
				De {all === 1 ? "1 feriado" : `los ${all} feriados`} de {year}
				{!isAllKnown && " en que sabemos tu turno"}
				{!areConfirmed && (all === 1 ? " (a confirmar)" : " (algunos a confirmar)")}, trabajás en{" "}
				<b>{worked}</b> y tenés <b>{all - worked}</b> {all - worked === 1 ? "libre" : "libres"}.
			</p>
			<MissingTouristDays year={year} today={today} holidays={holidays} />
			<div className="sums">
				<YearHolidays title="Trabajás" holidays={feriados.filter(({ works }) => works)} today={today} />
				<YearHolidays title="Libres" holidays={feriados.filter(({ works }) => !works)} today={today} />
				{others.length > 0 && (
					<YearHolidays title="Aparte: no son feriados" holidays={others} today={today} isMixed />
				)}
			</div>
			<h2>{year} en números</h2>
			<div className="sums">
				<div>
					<DayFigures diagram={diagram} figures={figures} />
				</div>
				<div>
					<HourFigures year={year} figures={figures} />
				</div>
			</div>
			<p className="hint">
				Cada turno cuenta entero en el día en que empieza. Las horas de noche son las legales (
				{ruleSources(rangeOf(year))}): es información, no una liquidación.
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

function HourFigures({ year, figures }: Pick<WorkYearProps, "year" | "figures">) {
	const { days, workMinutes, nightMinutes, busiestWeek } = figures;
	return (
		<TotalsTable
			caption="Horas"
			rows={[
				["En el año", inHours(workMinutes)],
				["Por semana, en promedio", averageHours(workMinutes, days)],
				[
					"En la semana más cargada",
					inHours(busiestWeek.minutes),
					`(desde el ${formatDayOfYear(busiestWeek.monday)})`,
				],
				[`De noche, de ${nightHours(rangeOf(year))}`, inHours(nightMinutes)],
			]}
		/>
	);
}

function rangeOf(year: number) {
	return { start: civilDate(year, 1, 1), end: civilDate(year, 12, 31) };
}

/** Average hours per seven days: "42,1 h". */
function averageHours(minutes: number, days: number): string {
	const tenths = Math.round((minutes * 7) / Math.max(1, days) / 6);
	return `${String(tenths / 10).replace(".", ",")}\u00a0h`;
}

/** Each crew's year in one line, with a link to the crew's figures for that year. */
export function CrewYears({
	years,
}: {
	years: readonly (Omit<WorkYearProps, "today"> & { crew: CrewLetter })[];
}) {
	return (
		<ul className="links card">
			{years.map(({ crew, year, figures: { letters, freeSundays, freeWeekends }, holidays }) => (
				<LinkItem key={crew} href={`?year=${year}&crew=${crew}`}>
					<span>
						<b>Escuadra {crew}:</b> {counted(letters.F ?? 0, "franco")}, {counted(freeSundays, "domingo")} y{" "}
						{counted(freeWeekends, "fin de semana libre", "fines de semana libres")}, trabaja en{" "}
						{holidaysText(holidays)}
					</span>
				</LinkItem>
			))}
		</ul>
	);
}

function holidaysText(holidays: readonly HolidayOfYear[]): string {
	const { worked, areConfirmed } = countHolidays(holidays);
	return `${counted(worked, "feriado")}${areConfirmed ? "" : " (algunos a confirmar)"}`;
}
