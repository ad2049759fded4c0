import { PastWeeksLink } from "~/features/diagrams/past-weeks";
import { nameOf, periodTitle, yearOf } from "~/features/diagrams/periods";
import { counted } from "~/lib/counted";
import { type CivilDate, datePartsOf, formatDayOfMonth, monthName, weekdayName } from "~/lib/time/civil-date";
import type { CommonDaysOff, ComparedMonth, Pair } from "./common-days";
import { MonthOfTwo } from "./month-of-two";
import { NoCommonDays, type NoCommonDaysProps } from "./no-common-days";

interface ComparisonProps {
	names: Pair<string>;
	months: readonly ComparedMonth[];
	/** The next common days off, which may end after the shown months. */
	next?: Pick<CommonDaysOff, "first" | "last">;
	/** Only for two crews that never have a day off in common. */
	never?: Omit<NoCommonDaysProps, "names">;
	today: CivilDate;
}

/**
 * Twelve months of two crews: their common days off, counted and listed, and a calendar with the letters of both
 * crews. Of two crews that never have a day off in common, only the hours in which both are free.
 */
export function Comparison({ names, months, next, never, today }: ComparisonProps) {
	const [from, to] = [months[0], months.at(-1)];
	const days = sum(months.map(countDays));
	const isPresent = months.some(({ days }) => days.some(({ date }) => date === today));
	if (never) return <NoCommonDays names={names} {...never} />;
	return (
		<>
			<section className="card screen-only" aria-label="Francos en común">
				<p>
					De {from && monthText(from)} a {to && monthText(to)}
				</p>
				<p className="big">{daysText(days)} en común</p>
				{days > 0 && <p>{weekendsText(sum(months.map(({ commonWeekends }) => commonWeekends.length)))}.</p>}
				{next && isPresent && <p>Lo próximo: {nextText(next, today)}.</p>}
			</section>
			<h2>Mes por mes</h2>
			<p>
				En cada día, arriba {names[0]} y abajo {names[1]}.{" "}
				{days > 0 && "Los francos en común van recuadrados; con *, alguno todavía sale del turno esa mañana."}{" "}
				Los feriados van subrayados.
			</p>
			<div className="months">
				{months.map((month) => (
					<MonthCard key={month.month} names={names} month={month} today={today} />
				))}
			</div>
		</>
	);
}

function MonthCard({ names, month, today }: { names: Pair<string>; month: ComparedMonth; today: CivilDate }) {
	const { commonDaysOff, commonWeekends } = month;
	const id = `mes-${datePartsOf(`${month.month}-01`).month}`;
	const title = periodTitle(month.month);
	return (
		<section className="card" id={id}>
			<div className="month-head">
				<h3>{title}</h3>
				<PastWeeksLink month={month.month} today={today} section={id} />
			</div>
			<MonthOfTwo title={`${title}: arriba ${names[0]}, abajo ${names[1]}`} month={month} today={today} />
			<p>
				<b>{daysText(countDays(month))} en común</b>
				{commonWeekends.length > 0 && `, ${weekendsText(commonWeekends.length)}`}
				{commonDaysOff.length > 0 && `: ${commonDaysOff.map(runText).join(", ")}`}.
			</p>
		</section>
	);
}

function countDays({ days }: ComparedMonth): number {
	return days.filter(({ isCommon }) => isCommon).length;
}

function daysText(days: number): string {
	if (days === 0) return "Ningún franco";
	return counted(days, "franco");
}

function weekendsText(weekends: number): string {
	if (weekends === 0) return "Ningún fin de semana entero";
	return counted(weekends, "fin de semana entero", "fines de semana enteros");
}

/** Returns "sáb 5 a mar 8". Adds an asterisk if a crew's night shift ends on the morning of the first day. */
function runText({ first, last, startsAfterNight }: CommonDaysOff): string {
	const days = first === last ? shortDay(first) : `${shortDay(first)} a ${shortDay(last)}`;
	return startsAfterNight.includes(true) ? `${days}*` : days;
}

function nextText({ first, last }: Pick<CommonDaysOff, "first" | "last">, today: CivilDate): string {
	const monthOf = (date: CivilDate) => monthName(datePartsOf(date).month);
	const year = datePartsOf(last).year;
	const ofYear = year === datePartsOf(today).year ? "" : ` de ${year}`;
	const end = `${formatDayOfMonth(last)} de ${monthOf(last)}${ofYear}`;
	if (first === last) return end;
	const start = formatDayOfMonth(first);
	return `del ${monthOf(first) === monthOf(last) ? start : `${start} de ${monthOf(first)}`} al ${end}`;
}

/** Returns a date as "sáb 5". */
function shortDay(date: CivilDate): string {
	return `${weekdayName(date).slice(0, 3)} ${datePartsOf(date).day}`;
}

function monthText({ month }: ComparedMonth): string {
	return `${nameOf(month)} de ${yearOf(month)}`;
}

function sum(numbers: readonly number[]): number {
	return numbers.reduce((total, number) => total + number, 0);
}
