import { shiftWithHours } from "~/features/diagrams/shift-text";
import { addDays, type CivilDate, formatDayOfMonth } from "~/lib/time/civil-date";
import { Icon } from "~/ui/icons";
import { nowText } from "./now-text";
import { letterOn, type Rotation } from "./rotation";
import type { RunningShift } from "./shift-clock";

/** The first card of the home page: the worker's shift today and tomorrow, or the question that finds it. */
export function TodayCard({
	rotation,
	today,
	now,
}: {
	rotation?: Rotation;
	today: CivilDate;
	/** The shift that runs now. */
	now?: RunningShift;
}) {
	if (!rotation)
		return (
			<a className="card last-diagram" href="/my-shift/find">
				<span>¿No sabés cuál es tu escuadra?</span>
				<strong>Decí qué turno tenés hoy</strong>
				<Icon name="right" />
			</a>
		);
	const textOf = (date: CivilDate) => shiftWithHours(rotation.diagram, letterOn(rotation, date));
	const tomorrow = addDays(today, 1);
	return (
		<a className="card last-diagram" href="/my-shift">
			{now && now.date < today && <span>{nowText(now)}</span>}
			<span>Hoy, {formatDayOfMonth(today)}</span>
			<strong>{textOf(today)}</strong>
			<Icon name="right" />
			<span>
				Mañana, {formatDayOfMonth(tomorrow)}: {textOf(tomorrow)}
			</span>
		</a>
	);
}
