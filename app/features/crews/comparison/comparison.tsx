import type { ComponentProps } from "react";
import { MonthGrid } from "~/features/diagrams/month-grid";
import { PastWeeksLink } from "~/features/diagrams/past-weeks";
import { type Month, nameOf, periodTitle, yearOf } from "~/features/diagrams/periods";
import { withoutZeroMinutes } from "~/features/diagrams/shift-text";
import { capitalised } from "~/lib/capitalised";
import { counted } from "~/lib/counted";
import {
	addDays,
	type CivilDate,
	datePartsOf,
	formatDayOfMonth,
	formatDayOfYear,
	formatLongDate,
	formatShortDay,
	isSameMonth,
} from "~/lib/time/civil-date";
import { formatClock, inHours } from "~/lib/time/minutes";
import { DAY_MINUTES } from "~/lib/units/durations";
import { type CommonHours, type ComparedMonth, MIN_FREE_HOURS, type Pair } from "./common-days";

type CommonDaysOff = ComparedMonth["commonDaysOff"][number];

interface ComparisonProps {
	names: Pair<string>;
	months: readonly ComparedMonth[];
	/** The next common days off, which may end after the shown months. */
	next?: Pick<CommonDaysOff, "first" | "last">;
	/** Only for two crews that never have a day off in common. */
	never?: Omit<ComponentProps<typeof NoCommonDays>, "names">;
	today: CivilDate;
}

/**
 * Twelve months of two crews: their common days off, counted and listed, and a calendar with the letters of both
 * crews. Of two crews that never have a day off in common, only the hours in which both are free.
 */
export function Comparison({ names, months, next, never, today }: ComparisonProps) {
	if (never) return <NoCommonDays names={names} {...never} />;
	const days = months.flatMap(commonDaysOf).length;
	const weekends = months.flatMap(({ commonWeekends }) => commonWeekends).length;
	const [from = "", to = ""] = [months[0]?.month, months.at(-1)?.month];
	const isPresent = from <= today && today.slice(0, 7) <= to;
	return (
		<>
			<section className="card screen-only" aria-label="Francos en común">
				<p>
					De {monthText(from)} a {monthText(to)}
				</p>
				<p className="name">{daysText(days)} en común</p>
				{days > 0 && <p>{weekendsText(weekends)}.</p>}
				{next && isPresent && <p>Lo próximo: {nextText(next, today)}.</p>}
			</section>
			<h2>Mes por mes</h2>
			<p>
				En cada día, arriba {names[0]} y abajo {names[1]}.{" "}
				{days > 0 && "Los francos en común van recuadrados; con *, alguno todavía sale del turno esa mañana."}{" "}
				Los feriados, los días no laborables y los gremiales van subrayados.
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
			<MonthGrid
				className="month crews"
				caption={`${title}: arriba ${names[0]}, abajo ${names[1]}`}
				first={`${month.month}-01`}
				days={month.days.map(({ letters, isCommon, holiday }) => ({
					className: isCommon ? "common" : undefined,
					holiday,
					marks: letters.map((letter) => ({ className: letter === "F" ? undefined : letter, text: letter })),
				}))}
				today={today}
			/>
			<p>
				<b>{daysText(commonDaysOf(month).length)} en común</b>
				{commonWeekends.length > 0 && `, ${weekendsText(commonWeekends.length)}`}
				{commonDaysOff.length > 0 && `: ${commonDaysOff.map(runText).join(", ")}`}.
			</p>
		</section>
	);
}

function commonDaysOf({ days }: ComparedMonth) {
	return days.filter(({ isCommon }) => isCommon);
}

function daysText(days: number): string {
	return days === 0 ? "Ningún franco" : counted(days, "franco");
}

function weekendsText(weekends: number): string {
	if (weekends === 0) return "Ningún fin de semana entero";
	return counted(weekends, "fin de semana entero", "fines de semana enteros");
}

/** Returns "sáb 5 a mar 8". Adds an asterisk if a crew's night shift ends on the morning of the first day. */
function runText({ first, last, startsAfterNight }: CommonDaysOff): string {
	const days = first === last ? formatShortDay(first) : `${formatShortDay(first)} a ${formatShortDay(last)}`;
	return startsAfterNight ? `${days}*` : days;
}

function nextText({ first, last }: Pick<CommonDaysOff, "first" | "last">, today: CivilDate): string {
	const end = last.slice(0, 4) === today.slice(0, 4) ? formatDayOfYear(last) : formatLongDate(last);
	if (first === last) return end;
	return `del ${isSameMonth(first, last) ? formatDayOfMonth(first) : formatDayOfYear(first)} al ${end}`;
}

function monthText(month: Month): string {
	return `${nameOf(month)} de ${yearOf(month)}`;
}

interface NoCommonDaysProps {
	names: Pair<string>;
	/** Whether the reason is that the crews' diagram gives one crew a day off at a time. */
	isOneCrewOff: boolean;
	hours: CommonHours;
}

/** For two crews that never have a day off in common: why, and the hours in which both are free. */
export function NoCommonDays({ names, isOneCrewOff, hours }: NoCommonDaysProps) {
	return (
		<>
			<section className="card screen-only" aria-label="Francos en común">
				<p className="name">Ningún franco en común</p>
				<p>
					{isOneCrewOff
						? "En este diagrama descansa una sola escuadra por día."
						: `La ${names[0]} y la ${names[1]} nunca descansan el mismo día.`}
				</p>
			</section>
			<FreeTimes {...hours} />
		</>
	);
}

function FreeTimes({ times, weekends }: CommonHours) {
	const [next] = weekends;
	if (times.length === 0)
		return <p>Tampoco tienen {MIN_FREE_HOURS}&nbsp;h seguidas en que estén libres las dos.</p>;
	return (
		<section>
			<h2>Horas libres en común</h2>
			<p>Ninguna de las dos trabaja por {MIN_FREE_HOURS}&nbsp;h o más:</p>
			<dl className="card facts">
				{times.map((time) => (
					<div key={time.date + time.startMinute} className="two-lines">
						<dt>
							{capitalised(formatDayOfYear(time.date))} <small>{rangeText(time)}</small>
						</dt>
						<dd>{inHours(time.endMinute - time.startMinute)}</dd>
					</div>
				))}
			</dl>
			<p>
				{next
					? `En doce meses les pasa en ${counted(weekends.length, "fin de semana", "fines de semana")}: el primero, el del ${formatDayOfYear(next)}.`
					: "En doce meses no les pasa ningún fin de semana."}
			</p>
		</section>
	);
}

/** Returns "de 14 a 06 del domingo 29". */
function rangeText({ date, startMinute, endMinute }: CommonHours["times"][number]): string {
	const [start, end] = [startMinute, endMinute].map((minute) => withoutZeroMinutes(formatClock(minute)));
	const nextDay = endMinute > DAY_MINUTES ? ` del ${formatDayOfMonth(addDays(date, 1))}` : "";
	return `de ${start} a ${end}${nextDay}`;
}
