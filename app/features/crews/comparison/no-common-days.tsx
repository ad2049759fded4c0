import { withoutZeroMinutes } from "~/features/diagrams/shift-text";
import { capitalised } from "~/lib/capitalised";
import { counted } from "~/lib/counted";
import { addDays, formatDayOfMonth, formatDayOfYear } from "~/lib/time/civil-date";
import { formatClock, inHours } from "~/lib/time/minutes";
import { DAY_MINUTES } from "~/lib/units/durations";
import { type CommonHours, MIN_FREE_HOURS, type Pair } from "./common-days";

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
